import { sql } from 'kysely';
import { sendTestMessage } from '#contract/message.ts';
import type { FirstStep } from '#contract/health.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Returns the condition that an administrator made a call. The audit trail keeps it after the thing itself is deleted. */
const wasMade = ({ method, path }: { readonly method: string; readonly path: string }) =>
  sql`exists (select from audit_line where action = ${`${method} ${path}`} and outcome = 'done')`;

/** Returns the condition that readers see a policy of this type. */
const isPublished = (type: 'TermsAndConditions' | 'Privacy') => sql`exists (
  select from template t join template_version v on v.template_id = t.id and v.version = t.version
  where t.template_type = ${type} and v.is_in_use)`;

/**
 * Returns what a new platform still needs. Nothing is stored about the steps: each is done as soon as the data shows
 * it, and open again if that ends.
 */
export async function findFirstSteps(db: Db): Promise<FirstStep[]> {
  const { rows } = await sql<Record<FirstStep['step'], boolean>>`
    select
      exists (select from platform_setting where name = 'brand') as look,
      ${isPublished('TermsAndConditions')} and ${isPublished('Privacy')} as documents,
      exists (select from tick_size) as ticks,
      ${wasMade(sendTestMessage)} and coalesce((
        select sent_at is not null from outbox where kind = 'test' order by created_at desc limit 1), true) as mail,
      (select count(*) from (select from app_user where admin_roles is not null limit 2) admins) = 2 as administrator,
      exists (select from account where not is_simulated) as company,
      ${wasMade(startRehearsal)} as rehearsal`.execute(db);
  return Object.entries(rows[0] ?? {}).map(([step, isDone]) => ({ step: step as FirstStep['step'], isDone }));
}
