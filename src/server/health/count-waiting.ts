import { sql } from 'kysely';
import type { Waiting } from '#contract/health.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Counts what waits for a decision of an administrator. */
export async function countWaiting(
  db: Db,
  { allowsMarketplace }: { readonly allowsMarketplace: boolean },
): Promise<Waiting> {
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
