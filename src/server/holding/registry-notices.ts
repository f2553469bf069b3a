import { sql } from 'kysely';
import { latestRegistry } from '#server/holding/find-retirements.ts';
import { notifyMembers } from '#server/company/notify-members.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { queueMails, type WriteMail } from '#server/platform/mail/queue-mails.ts';

type Recorded = {
  readonly retirementId: string;
  /** All companies that sold RECs of the retirement. */
  readonly sellers: readonly string[];
};

/**
 * Tells the company that owns a claim that its certificates are retired at the registry. Call it after each record: it
 * does nothing until every seller's part is recorded.
 */
export async function announceAtRegistry(
  db: Db,
  { retirementId, sellers }: Recorded,
  publicUrl: string,
): Promise<void> {
  const { rows } = await sql<{ number: string; accountId: string; references: string[] }>`
    select retirement.number, retirement.account_id as "accountId",
      (select array_agg(distinct concat_ws(' ', step.registry, step.reference)) from registry_retirement step
       where step.id in (select ${latestRegistry(sql`retirement.id`, sql`seller.id`)}
         from unnest(${[...sellers]}::uuid[]) seller (id))) as references
    from retirement
    where retirement.id = ${retirementId} and not exists (
      select from unnest(${[...sellers]}::uuid[]) seller (id)
      where ${latestRegistry(sql`retirement.id`, sql`seller.id`)} is null)`.execute(db);
  const [retirement] = rows;
  if (!retirement) return;
  const { number, accountId, references } = retirement;
  const recipients = await notifyMembers(db, 'retirementRegistered', {
    accountId,
    itemId: retirementId,
    title: number,
  });
  const write: WriteMail = (_language, { words }) => ({
    subject: words('certificateMail.registrySubject', { number }),
    body: words('certificateMail.registryBody', { number, references: references.join(', ') }),
  });
  const ending = [`${publicUrl}/user/retirements/${retirementId}`];
  await queueMails(
    db,
    'retirement',
    recipients.map((recipient) => ({ recipient, write, ending })),
  );
}

/** Returns those of these ids that are retirements of the caller's companies. */
export async function ownRetirementIds(db: Db, { accounts }: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || accounts.length === 0) return [];
  const rows = await db
    .selectFrom('retirement')
    .select('id')
    .where('id', 'in', [...ids])
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ id }) => id);
}
