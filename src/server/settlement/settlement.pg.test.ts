import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeSettlementStep, getSettlementAsAdmin } from '#contract/settlement/settlement.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { settleDueDates } from '#server/settlement/settlement-timer.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [seller, buyer] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** Returns an award of 100 RECs for 1,000.00, without a settlement, and its auction. */
async function award() {
  const { account } = await aHolding(w.database.db, { holder: buyer, seller, quantity: 100 });
  const { rows } = await sql<{ auction_id: string }>`
    select auction_id from award where id = ${account.sourceId}`.execute(w.database.db);
  return { awardId: account.sourceId, auctionId: rows[0]?.auction_id ?? '' };
}

const settlementOf = (awardId: string) =>
  w.database.db.selectFrom('settlement').selectAll().where('award_id', '=', awardId).executeTakeFirstOrThrow();

test('of twenty parallel confirmations of one payment exactly one succeeds, and nothing is paid twice', async () => {
  const { awardId, auctionId } = await award();
  await openForAuction(w.database.db, auctionId, 'USD');
  const { id } = await settlementOf(awardId);
  const body = {
    step: 'confirmPayment' as const,
    version: 1,
    amount: '600.00',
    quantity: null,
    reference: '',
    remark: '',
    evidenceIds: [],
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => w.call(admin, takeSettlementStep, { params: { id }, body })),
  );
  const codes = answers.map(({ code }) => code).toSorted();
  expect(codes).toEqual(['Success', ...Array.from({ length: 19 }, () => 'settlement_changed')].toSorted());
  const { data } = await w.call(admin, getSettlementAsAdmin, { params: { id } });
  expect(data).toMatchObject({ paid: '600.00', payment: 'partPaid', version: 2 });
  expect(data.timeline).toHaveLength(1);
});

test('timers of several processes mark a late payment once', async () => {
  const { awardId, auctionId } = await award();
  await openForAuction(w.database.db, auctionId, 'USD');
  const { id } = await settlementOf(awardId);
  await sql`update settlement set payment_due_on = current_date - 1 where id = ${id}`.execute(w.database.db);
  const failures: unknown[] = [];
  const deps = { db: w.database.db, publicUrl: '', failed: (error: unknown) => void failures.push(error) };
  await Promise.all(Array.from({ length: 5 }, () => settleDueDates(deps)));
  expect(failures).toEqual([]);
  const { data } = await w.call(admin, getSettlementAsAdmin, { params: { id } });
  expect(data.timeline.map(({ step }) => step)).toEqual(['markOverdue']);
});

test('the migration settles trades of an existing database outside the platform', async () => {
  const { awardId } = await award();
  const { db } = w.database;
  await sql`delete from settlement`.execute(db);
  const text = await readFile(new URL('../../../migrations/0056-settlement.sql', import.meta.url), 'utf8');
  const inserts = text
    .slice(text.indexOf('-- Trades from before'))
    .split(';')
    .filter((one) => one.trim() !== '');
  expect(inserts).toHaveLength(2);
  for (const insert of inserts) await sql.raw(insert).execute(db);
  expect(await settlementOf(awardId)).toMatchObject({
    whole: 'settledOutside',
    payment: 'notDue',
    owed: '1000.00',
    buyer_account_id: buyer.accountId,
    seller_account_id: seller.accountId,
  });
  const { id } = await settlementOf(awardId);
  const body = {
    step: 'dispute' as const,
    version: 1,
    amount: null,
    quantity: null,
    reference: '',
    remark: '',
    evidenceIds: [],
  };
  const refused = await w.call(admin, takeSettlementStep, { params: { id }, body });
  expect(refused.code).toBe('settlement_is_final');
});
