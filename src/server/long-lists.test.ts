import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuctions, type AuctionQuery } from '#server/auction/list-auctions.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { fillLists, type LongLists } from '#testing/builders/long-lists.ts';
import { LIST_READS } from '#testing/readers/list-reads.ts';
import { freshDatabase } from '#testing/world/database.ts';

/** The number of auctions in the database, and also the number of history entries. */
const ROWS = 25_000;
/**
 * The maximum number of rows and index entries that one list may read. This is enough to count to 1,001 for each way to
 * see an auction, and to count the uses of ten tick sizes to 1,001 each.
 */
const TOUCHED_MOST = 11_000;

let database: Database;
let lists: LongLists;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  lists = await fillLists(database, ROWS);
});
afterAll(() => database.close());

/** Returns the number of table rows and index entries that this transaction has read, as PostgreSQL counts them. */
async function touchedUntilNow(db: Db): Promise<number> {
  const { rows } = await sql<{ touched: number }>`
    select sum(pg_stat_get_xact_tuples_returned(oid))::int as touched from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.execute(db);
  return rows[0]?.touched ?? 0;
}

test.each(Object.keys(LIST_READS))('%s: reads only a part of the rows', async (name) => {
  const touched = await database.db.transaction().execute(async (db) => {
    const before = await touchedUntilNow(db);
    await LIST_READS[name]?.(db, lists);
    return (await touchedUntilNow(db)) - before;
  });
  expect(touched).toBeGreaterThan(0);
  expect(touched).toBeLessThan(TOUCHED_MOST);
});

const pageOfAuctions = (query: Partial<AuctionQuery>) =>
  listAuctions(database.db, lists.bidder, { show: 'past', search: '', currentPage: 1, limit: 100, ...query });

test('a count is exact up to its limit, and says when there are more', async () => {
  expect((await pageOfAuctions({})).count).toEqual({ total: 1_000, isMore: true });
  expect((await pageOfAuctions({ currentPage: 11 })).count).toEqual({ total: 1_100, isMore: true });
  expect(await pageOfAuctions({ currentPage: 1_000 })).toMatchObject({ rows: [], count: { isMore: false } });
  expect((await pageOfAuctions({ show: 'current', status: 'ended' })).count).toEqual({ total: 0, isMore: false });
  const lastPage = await LIST_READS['bid history, last page']?.(database.db, lists);
  expect(lastPage).toMatchObject({ total: ROWS, isMore: false, items: { length: 10, 9: { seq: 1 } } });
});

test('pages show every auction that a bidder may see once, in one order', async () => {
  const { rows: wanted } = await sql<{ id: string }>`
    select a.id from auction a
    where auction_end_time > now()
      and (not is_private or owner_account_id = ${lists.bidder.accounts[0]?.id}
           or exists (select 1 from bidder b where b.auction_id = a.id and b.account_id = ${lists.bidder.accounts[0]?.id}))
    order by start_time > now(), case when start_time > now() then start_time else auction_end_time end, id`.execute(
    database.db,
  );
  const seen: string[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { rows, count } = await pageOfAuctions({ show: 'current', currentPage });
    seen.push(...rows.map(({ id }) => id));
    if (currentPage * 100 >= count.total && !count.isMore) break;
  }
  expect(seen.length).toBeGreaterThan(500);
  expect(seen).toEqual(wanted.map(({ id }) => id));
});

test('a moved auction also moves in the lists of its bidders', async () => {
  // A blacklisted company: it has bids, but it owns no auction and sees no public ones.
  const accounts = lists.bidder.accounts.map((account) => ({ ...account, status: 'Blacklisted' as const }));
  const caller = { ...lists.bidder, accounts };
  const [own, another] = [accounts[0]?.id, lists.owner.accounts[0]?.id];
  await sql`update auction set owner_account_id = ${another} where owner_account_id = ${own}`.execute(database.db);
  const idsOf = async (show: AuctionQuery['show']) =>
    (await listAuctions(database.db, caller, { show, search: '', currentPage: 1, limit: 100 })).rows.map(
      ({ id }) => id,
    );
  const [moved = ''] = await idsOf('past');
  expect(await idsOf('current')).toEqual([]);
  await sql`
    update auction set start_time = now() + interval '1 hour', end_time = now() + interval '2 hours',
                       auction_end_time = now() + interval '2 hours'
    where id = ${moved}`.execute(database.db);
  expect(await idsOf('current')).toEqual([moved]);
  expect(await idsOf('past')).not.toContain(moved);
});
