import { sql } from 'kysely';
import { getServiceStatus, getWaiting, type Waiting } from '#contract/health.ts';
import { findHealth } from '#server/health/find-health.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

/** What administrators see of the service itself, and of what waits for them. */
export const healthOperations = (
  { SMTP_URL, SMS_URL, FLAG_MARKETPLACE }: Pick<Config, 'SMTP_URL' | 'SMS_URL' | 'FLAG_MARKETPLACE'>,
  kind: Database['kind'],
): Operation[] => [
  operation(getServiceStatus, ({ db }) =>
    findHealth({ db, kind, hasMails: SMTP_URL !== undefined, hasTexts: SMS_URL !== undefined }),
  ),
  operation(getWaiting, ({ db }) => countWaiting(db, { allowsMarketplace: FLAG_MARKETPLACE })),
];

/** Counts what waits for a decision of an administrator. */
async function countWaiting(db: Db, { allowsMarketplace }: { readonly allowsMarketplace: boolean }): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from company_registration where status in ('New', 'In-Progress')) as "registrations",
      (select count(*)::int from buy_order where status = 'Pending' and ${allowsMarketplace}::boolean) as "buyOrders",
      (select count(*)::int from auction where planned_start_time is not null) as "drafts",
      (select count(*)::int from change_request r join auction a on a.id = r.auction_id
       where r.status = 'Pending' and a.start_time > statement_timestamp()) as "changeRequests"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a query without tables has one row');
  return counts;
}
