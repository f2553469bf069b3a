import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queueSettling } from '#server/auction/settling/settle-account.ts';
import { openDatabase, type Db } from '#server/platform/database/database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrate.ts';
import { insertPerson } from '#testing/builders/records.ts';
import { emptyDatabase } from '#testing/world/database.ts';
import { worldOn, type World } from '#testing/world/world.ts';

/** The migration under test. Before it, one user has three seats in each of two auctions (decision 76). */
const RACES = '0050-races.sql';
const HOUR_MS = 3_600_000;

let w: World;
let user: string;
let colleague: string;
let own: string;
let shared: string;
let alone: string;
let open: string;
let closed: string;
beforeAll(async () => {
  const url = await emptyDatabase();
  const database = await openDatabase({ url });
  const { db } = database;
  await migrate(database, { upTo: (await readMigrations()).filter(({ name }) => name < RACES) });
  ({ userId: user, accountId: own } = await insertPerson(db));
  ({ userId: colleague, accountId: shared } = await insertPerson(db));
  const { userId: former, accountId } = await insertPerson(db);
  alone = accountId;
  await sql`delete from account_member where user_id = ${former}`.execute(db);
  for (const id of [shared, alone])
    await sql`insert into account_member (account_id, user_id, role) values (${id}, ${user}, 'trader')`.execute(db);
  const { accountId: owner } = await insertPerson(db);
  open = await insertAuction(db, owner, false);
  closed = await insertAuction(db, owner, true);
  const before = await seatsOf(db);
  expect(before).toHaveLength(6);
  expect(await migrate(database)).toContain(RACES);
  expect(await seatsOf(db)).toEqual(before);
  w = await worldOn(database, url);
});
afterAll(() => w.end());

async function insertAuction(db: Db, owner: string, isClosed: boolean): Promise<string> {
  const id = randomUUID();
  const start = new Date(Date.now() + (isClosed ? -2 : 1) * HOUR_MS);
  const end = new Date(start.getTime() + HOUR_MS);
  await sql`
    insert into auction (id, title, auction_type, is_private, start_time, end_time, auction_end_time, minimum_rec_quantity,
      minimum_bidding_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, spot_recs, owner_account_id, tick_cents,
      last_hash, closed_at, created_by)
    values (${id}, 'Hydro', 'Forward', true, ${start}, ${end}, ${end}, 1, 1, 0, 0, false, ${owner}, 10,
      ${'0'.repeat(64)}, ${isClosed ? end : null}, ${user})`.execute(db);
  for (const [index, company] of [own, shared, alone].entries())
    await sql`
      insert into bidder (id, auction_id, user_id, account_id, alias_number, created_at, start_time, auction_end_time)
      values (${randomUUID()}, ${id}, ${user}, ${company}, ${index + 1}, ${new Date(Date.now() + index * 1_000)},
        ${start}, ${end})`.execute(db);
  return id;
}

async function seatsOf(db: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, auction_id, user_id, account_id, alias_number, max_quantity, created_at from bidder order by id`.execute(
    db,
  );
  return rows;
}

/**
 * Returns the seats of the user's own company, the company with a colleague, and the company where the user is alone,
 * in this order.
 */
async function seatsIn(auctionId: string): Promise<[userId: string, isDouble: boolean][]> {
  const { rows } = await sql<{ user_id: string; is_double: boolean }>`
    select user_id, is_double from bidder where auction_id = ${auctionId} order by alias_number`.execute(w.database.db);
  return rows.map((row) => [row.user_id, row.is_double]);
}

test('in an open auction a colleague takes the second seat over, which stays if there is no colleague', async () => {
  await vi.waitFor(
    async () =>
      expect(await seatsIn(open)).toEqual([
        [user, false],
        [colleague, false],
        [user, true],
      ]),
    { timeout: 10_000, interval: 50 },
  );
});

test('in a closed auction all seats stay with their users', async () => {
  expect(await seatsIn(closed)).toEqual([
    [user, false],
    [user, true],
    [user, true],
  ]);
});

test('a colleague who joins later takes over the seat that stayed', async () => {
  const { userId: newcomer } = await insertPerson(w.database.db);
  await sql`insert into account_member (account_id, user_id, role) values (${alone}, ${newcomer}, 'trader')`.execute(
    w.database.db,
  );
  await queueSettling(w.database.db, alone, newcomer);
  await vi.waitFor(async () => expect((await seatsIn(open))[2]).toEqual([newcomer, false]), {
    timeout: 10_000,
    interval: 50,
  });
});

test('nobody gets a second seat again', async () => {
  const { accountId } = await insertPerson(w.database.db);
  await expect(
    sql`
      insert into bidder (id, auction_id, user_id, account_id, alias_number, start_time, auction_end_time)
      select ${randomUUID()}, id, ${user}, ${accountId}, 9, start_time, auction_end_time from auction
      where id = ${open}`.execute(w.database.db),
  ).rejects.toMatchObject({ constraint: 'bidder_user' });
});
