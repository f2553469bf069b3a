import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import { getClaimsReportAsAdmin } from '#contract/claim/claims-report.ts';
import { AUCTION_TYPES, type AuctionType } from '#domain/auction/direction.ts';
import { statusAt } from '#domain/auction/status.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { judgeItem } from '#domain/auction/judge-item.ts';
import { knownItem } from '#server/auction/items/stored-items.ts';
import { judgeCompany, type Company } from '#domain/company/company.ts';
import { REGISTRATION_STATUSES } from '#domain/company/registration.ts';
import { BUY_ORDER_STATUSES } from '#domain/marketplace/buy-order-status.ts';
import { SELL_ORDER_STATUSES, statusOfSellOrder } from '#domain/marketplace/sell-order-status.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { companyOf } from '#server/company/company-columns.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import { addMissingAuctions, completeDemo, seedCast, seedDemo } from '#server/demo/director.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { seedPastYear } from '#server/demo/play-past.ts';
import { settleDueDates } from '#server/settlement/settlement-timer.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Database } from '#server/platform/database/database.ts';
import { folderStore } from '#server/platform/files/files.ts';
import { hasAcceptedTerms } from '#server/template/acceptances.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';
import { worldOn } from '#testing/world/world.ts';

let database: Database;
let url: string | undefined;
let home: TemporaryFolder;
const nowMs = Date.now();

beforeAll(async () => {
  ({ database, url } = await freshDatabase());
  home = await temporaryFolder('demo');
  const documents = { files: folderStore(home.path), platform: publicEnvironment(readConfig({}), []) };
  await seedDemo(database.db, { variant: 'TNBX', documents }, nowMs);
});
afterAll(async () => {
  await database.close();
  await home.remove();
});

const byName = (one: Company, other: Company): number => one.companyName.localeCompare(other.companyName);

const statuses = async (atMs: number, auctionTypes: readonly AuctionType[] = AUCTION_TYPES): Promise<string[]> => {
  const rows = await database.db
    .selectFrom('auction')
    .select(['start_time', 'auction_end_time'])
    .where('auction_type', 'in', auctionTypes)
    .execute();
  return rows.map((row) =>
    statusAt(
      { startsAtMs: row.start_time.getTime(), auctionEndsAtMs: row.auction_end_time.getTime(), pausedAtMs: null },
      atMs,
    ),
  );
};

test('the demo has past, live and upcoming auctions, and seeding again changes nothing', async () => {
  const found = await statuses(nowMs);
  for (const status of ['ended', 'live', 'upcoming']) expect(found).toContain(status);
  await seedDemo(database.db, { variant: 'TNBX' }, nowMs);
  expect(await statuses(nowMs)).toEqual(found);
});

test('people are there before everything else, which is made once', async () => {
  const early = await freshDatabase();
  const { db } = early.database;
  const stage = { variant: 'TNBX' } as const;
  const auctions = async (): Promise<number> => (await db.selectFrom('auction').select('id').execute()).length;
  await seedCast(db, stage, nowMs);
  const { password_hash: password } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  expect(password).not.toBeNull();
  expect(await auctions()).toBe(0);
  const made = await Promise.all([completeDemo(db, stage, nowMs), completeDemo(db, stage, nowMs)]);
  expect(made.filter((ids) => ids.length > 0)).toHaveLength(1);
  const count = await auctions();
  expect(count).toBeGreaterThan(0);
  expect(await completeDemo(db, stage, nowMs)).toEqual([]);
  expect(await auctions()).toBe(count);
  await early.database.close();
});

test('its items pass the checks for administrators', async () => {
  const items = await database.db.selectFrom('auction_item').selectAll().execute();
  for (const item of items) {
    const context = { minimumRecQuantity: 1_000, minimumBiddingRecQuantity: 1, others: [], countries: COUNTRIES };
    const found = refusalsOf(judgeItem(knownItem(item).item, context));
    expect(found).toEqual({});
  }
});

test('its marketplace has sell orders and buy orders in every status, and its ledger balances', async () => {
  const orders = await database.db.selectFrom('sell_order').selectAll().execute();
  const found = orders.map((row) =>
    statusOfSellOrder(
      {
        publishAtMs: row.publish_at?.getTime() ?? null,
        endAtMs: row.end_at?.getTime() ?? null,
        isCancelled: row.cancelled_at !== null,
        remainingQuantity: row.remaining_quantity,
      },
      nowMs,
    ),
  );
  expect([...new Set(found)].toSorted()).toEqual(SELL_ORDER_STATUSES.toSorted());
  const { rows } = await sql<{ status: string }>`select distinct status from buy_order order by status`.execute(
    database.db,
  );
  expect(rows.map(({ status }) => status)).toEqual(BUY_ORDER_STATUSES.toSorted());
  expect((await proveLedger(database.db)).problems).toEqual([]);
});

test('its companies pass the checks of registration, and wait for an administrator in every status', async () => {
  const rows = await database.db.selectFrom('company_registration').selectAll().execute();
  for (const row of rows) expect(judgeCompany(companyOf(row))).toEqual({});
  expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual(REGISTRATION_STATUSES.toSorted());
  const accounts = await database.db.selectFrom('account').selectAll().execute();
  expect(accounts.map(companyOf).toSorted(byName)).toEqual(
    rows
      .filter(({ account_id: id }) => id)
      .map(companyOf)
      .toSorted(byName),
  );
});

test('terms are in force, and accepted by everyone except the users who must see the request', async () => {
  const people = await database.db.selectFrom('app_user').select(['id', 'username', 'auction_user_role']).execute();
  const asked = [];
  for (const { id, username, auction_user_role: role } of people)
    if (role === 'User' && !(await hasAcceptedTerms(database.db, id))) asked.push(username);
  expect(asked.toSorted()).toEqual(['founder', 'seller']);
});

test('past auctions have real bids, and are closed with awards', async () => {
  const store = closingStore(database.db, async () => undefined);
  const due = await store.dueAuctions();
  expect(due.length).toBeGreaterThanOrEqual(3);
  for (const auctionId of due) await closeAuction(store, auctionId);
  const awards = await database.db.selectFrom('award').selectAll().execute();
  // One auction was closed in the seed.
  expect(new Set(awards.map((award) => award.auction_id)).size).toBe(due.length + 1);
});

test('its trades are in every state of a settlement', async () => {
  const settlements = await database.db.selectFrom('settlement').selectAll().execute();
  const found = settlements.map(({ payment, delivery, whole }) => [payment, delivery, whole].join());
  for (const state of [
    'invoiced,notDue,open',
    'paid,due,open',
    'paid,pending,open',
    'paid,accepted,settled',
    'overdue,notDue,open',
    'inCure,notDue,open',
    'defaulted,notDue,open',
    'paid,due,disputed',
    'defaulted,notDue,released',
    'waived,due,open',
  ])
    expect(found).toContain(state);
  // The timer changes no state on the day of the seed.
  const failed = (error: unknown): never => {
    throw error;
  };
  await settleDueDates({ db: database.db, publicUrl: 'http://greenlot.test', failed });
  const after = await database.db.selectFrom('settlement').select(['id', 'payment', 'version']).execute();
  const stateOf = ({ id, payment, version }: (typeof after)[number]) => `${id} ${payment} ${version}`;
  expect(after.map(stateOf).toSorted()).toEqual(settlements.map(stateOf).toSorted());
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from settlement_event event join settlement on settlement.id = settlement_id
    where event.made_at < settlement.created_at or event.made_at > clock_timestamp()`.execute(database.db);
  expect(rows).toEqual([{ late: 0 }]);
});

test('administrators read what waits, and the newcomer reads new notices about settlements', async () => {
  const unread = await sql<{ username: string; kind: string }>`
    select username, kind from notice join app_user on app_user.id = user_id
    where read_at is null order by username, kind`.execute(database.db);
  const kindsOf = (name: string) => unread.rows.flatMap(({ username, kind }) => (username === name ? [kind] : []));
  expect(kindsOf('admin')).toEqual(expect.arrayContaining(['defaultWaits', 'disputeWaits']));
  expect(kindsOf('newcomer')).toEqual(expect.arrayContaining(['settlementLate']));
  expect(kindsOf('newcomer').length).toBeLessThan(8);
});

test('its sellers have devices and lots; an award has certificates, and the claims report shows their numbers', async () => {
  const devices = await database.db.selectFrom('device').select('status').execute();
  expect(devices.map(({ status }) => status).toSorted()).toEqual(['Submitted', 'Verified', 'Verified']);
  const lots = await database.db.selectFrom('certificate_lot').select(['status', 'serial_style']).execute();
  expect(lots.map(({ status }) => status).toSorted()).toEqual(['Submitted', 'Verified']);
  expect(lots.map(({ serial_style: style }) => style)).toEqual(['irecDecimal', 'irecDecimal']);
  const newcomer = await sql<{ userId: string; accountId: string }>`
    select app_user.id as "userId", account_id as "accountId" from app_user
    join account_member on user_id = app_user.id where username = 'newcomer'`.execute(database.db);
  const { userId = '', accountId = '' } = newcomer.rows[0] ?? {};
  const retired = await database.db.selectFrom('retirement').select(['retired_by', 'name']).execute();
  // Retirements from the marketplace exist as well.
  expect(retired.filter(({ name }) => name === 'Menara Meranti')).toEqual([
    { retired_by: userId, name: 'Menara Meranti' },
  ]);
  const w = await worldOn(database, url);
  const admin = await w.signedIn({ role: 'Admin' });
  const year = new Date(nowMs).getUTCFullYear() - 1;
  const { data } = await w.call(admin, getClaimsReportAsAdmin, { params: { id: accountId }, query: `?year=${year}` });
  expect(data.lines).toMatchObject([
    { lot: { first: '0000-0004-2100-0001.000000' }, device: { registryId: 'PERAKHYD001' } },
  ]);
  await w.close();
});

test('it has invoices of a sale and of fees, and a credit note', async () => {
  const documents = await database.db
    .selectFrom('invoice')
    .select(['type', 'kind', 'issuer_account_id as issuer', 'number'])
    .orderBy('number')
    .execute();
  expect(documents.map(({ number }) => number.replace(/-\d{4}-/, ' '))).toEqual([
    'CRN 000001',
    'FEE 000001',
    'FEE 000002',
    'SPH-INV 000001',
  ]);
  expect(documents.map(({ type, kind, issuer }) => [type, kind, issuer === null].join())).toEqual([
    'creditNote,fee,true',
    'invoice,fee,true',
    'invoice,fee,true',
    'invoice,sale,false',
  ]);
});

/** Counts auctions and emails. A server of an earlier test may still send emails about settlements that are due. */
async function counted(): Promise<{ auctions: number; mails: number }> {
  const { rows } = await sql<{ auctions: number; mails: number }>`
    select (select count(*) from auction)::int as auctions, (select count(*) from outbox where body not like '%/settlements/%')::int as mails`.execute(
    database.db,
  );
  return rows[0] ?? { auctions: 0, mails: 0 };
}

test('the past year has auctions of both directions, closed once and without notifications', async () => {
  const before = await counted();
  await seedPastYear(database.db, { variant: 'TNBX' }, nowMs);
  const { rows } = await sql<{ month: string; ways: number }>`
    select to_char(ended_at, 'YYYY-MM') as month, count(distinct auction_type)::int as ways from item_result
    where ended_at < ${new Date(nowMs - 30 * 24 * 3_600_000)} group by month`.execute(database.db);
  expect(rows.length).toBeGreaterThanOrEqual(11);
  expect(rows.filter(({ ways }) => ways === 2).length).toBeGreaterThanOrEqual(9);
  const made = await counted();
  expect(made.auctions).toBeGreaterThan(before.auctions + 30);
  expect(made.mails).toBe(before.mails);
  expect((await proveLedger(database.db)).problems).toEqual([]);
  await seedPastYear(database.db, { variant: 'TNBX' }, nowMs + 60 * 24 * 3_600_000);
  expect(await counted()).toEqual(made);
  // It plays a year of auctions and their settlements.
}, 60_000);

test('every record of a past auction verifies', async () => {
  const w = await worldOn(database, url);
  const admin = await w.signedIn({ role: 'Admin' });
  const closed = await database.db.selectFrom('auction').select('id').where('closed_at', 'is not', null).execute();
  for (const { id } of closed) {
    const { text } = await w.call(admin, getRecordAsAdmin, { params: { id } });
    expect(judgeRecord(text, RECORD_PROOFS)).not.toHaveProperty('what');
  }
  await w.close();
});

test('at any hour something is live and something is upcoming', async () => {
  for (let minutes = 0; minutes <= 600; minutes += 20) {
    const atMs = nowMs + minutes * 60_000;
    await addMissingAuctions(database.db, { variant: 'TNBX' }, atMs);
    const found = await statuses(atMs);
    expect(found.filter((status) => status === 'live').length).toBeGreaterThanOrEqual(2);
    expect(found.filter((status) => status === 'live').length).toBeLessThanOrEqual(6);
    expect(found).toContain('upcoming');
    expect(await statuses(atMs, ['Reverse'])).toContain('live');
  }
});
