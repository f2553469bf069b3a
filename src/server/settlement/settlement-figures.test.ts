import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSettlementFiguresAsAdmin, getSettlementFiguresAsUser } from '#contract/settlement/settlement-figures.ts';
import { listSettlementsAsAdmin, listSettlementsAsUser } from '#contract/settlement/settlement.ts';
import { MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { aSettlement, checkDueDates, stepTaker } from '#testing/builders/settlement-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
let other: SignedIn;
let take: ReturnType<typeof stepTaker>;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
  [seller, buyer, other] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  take = stepTaker(w, admin);
  await trade();
});
afterAll(() => w.end());

const open = (who: SignedIn, quantity: number): Promise<string> => aSettlement(w, { buyer: who, seller, quantity });

async function settle(id: string, quantity: number): Promise<void> {
  await take(seller, id, { step: 'instructDelivery', quantity });
  await take(seller, id, { step: 'submitDelivery' });
  await take(admin, id, { step: 'acceptDelivery', quantity });
}

const dueDaysAgo = (ids: readonly string[], days: number) =>
  sql`update settlement set payment_due_on = current_date - ${days}::int, cure_until = current_date - ${days}::int
      where id = any(${[...ids]}::uuid[])`.execute(w.database.db);

/** The ids of the trades below, by what happened to them. */
const ids: Record<string, string> = {};

/**
 * Makes eight trades: 10, 20 and 40 RECs settled (the last one with a waived payment), 3 overdue, 5 in the cure period
 * with 20.00 paid, 7 in default, 9 released after a default and refunded, 11 cancelled.
 */
async function trade(): Promise<void> {
  ids.settled10 = await open(buyer, 10);
  ids.settled20 = await open(buyer, 20);
  ids.waived40 = await open(other, 40);
  ids.overdue3 = await open(buyer, 3);
  ids.cure5 = await open(buyer, 5);
  ids.default7 = await open(buyer, 7);
  ids.released9 = await open(other, 9);
  ids.cancelled11 = await open(other, 11);
  const at = (name: string): string => ids[name] ?? '';
  await take(seller, at('settled10'), { step: 'confirmPayment', amount: '100.00' });
  await settle(at('settled10'), 10);
  await take(seller, at('settled20'), { step: 'confirmPayment', amount: '200.00' });
  await settle(at('settled20'), 20);
  await take(seller, at('waived40'), { step: 'waivePayment' });
  await settle(at('waived40'), 40);
  await take(seller, at('cure5'), { step: 'confirmPayment', amount: '20.00' });
  await take(seller, at('released9'), { step: 'confirmPayment', amount: '45.00' });
  const late = ['overdue3', 'cure5', 'default7', 'released9'].map(at);
  await dueDaysAgo(late, 1);
  await checkDueDates(w);
  await dueDaysAgo(late.slice(1), 2);
  await checkDueDates(w);
  await dueDaysAgo(late.slice(2), 2);
  await checkDueDates(w);
  await take(admin, at('released9'), { step: 'release' });
  await take(admin, at('released9'), { step: 'refundPayment' });
  await take(admin, at('cancelled11'), { step: 'cancel' });
  const took = { settled10: 4, settled20: 6.5, waived40: 11 };
  for (const [name, days] of Object.entries(took))
    await sql`update settlement set created_at = changed_at - ${days}::float8 * interval '1 day'
      where id = ${at(name)}`.execute(w.database.db);
}

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const range = (more = '', from = 60, to = -1) => ({ query: `?from=${day(from)}&to=${day(to)}${more}` });
const cents = (amount: string): number => Math.round(Number(amount) * 100);

test('the figures are those of an independent sum over the list', async () => {
  const { data } = await w.call(admin, getSettlementFiguresAsAdmin, range());
  const { items } = (await w.call(admin, listSettlementsAsAdmin, { query: '?limit=100' })).data;
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
  const settled = items.filter(({ whole }) => whole === 'settled');
  const late = items.filter(({ payment }) => payment === 'overdue' || payment === 'inCure');
  expect(data.trades).toBe(items.length);
  expect(cents(data.settledValue)).toBe(sum(settled.map(({ owed }) => cents(owed))));
  expect(cents(data.overdueValue)).toBe(sum(late.map(({ owed, paid }) => cents(owed) - cents(paid))));
  const days = settled
    .map(({ createdAt, changedAt }) => (Date.parse(changedAt) - Date.parse(createdAt)) / 86_400_000)
    .toSorted((one, another) => one - another);
  expect(data.daysToSettle).toBe(Math.round((days[1] ?? 0) * 10) / 10);
  // 10 and 20 paid and 40 waived; 30.00 and 30.00 late; 7 and 9 of 7, 9, 10, 11, 20 and 40 defaulted.
  expect(data).toEqual({
    trades: 8,
    settled: 3,
    settledValue: '700.00',
    overdueValue: '60.00',
    daysToSettle: 6.5,
    defaulted: 2,
    decided: 6,
    defaultRate: 33.3,
  });
});

test('members see the figures of their companies, and a range without trades has no rates', async () => {
  const figuresOf = async (who: SignedIn, query = range()) =>
    (await w.call(who, getSettlementFiguresAsUser, query)).data;
  expect(await figuresOf(other)).toMatchObject({ trades: 3, settledValue: '400.00', defaulted: 1, defaultRate: 33.3 });
  expect(await figuresOf(seller)).toMatchObject({ trades: 8 });
  expect(await figuresOf(await w.signedIn())).toEqual({
    trades: 0,
    settled: 0,
    settledValue: '0.00',
    overdueValue: '0.00',
    daysToSettle: null,
    defaulted: 0,
    decided: 0,
    defaultRate: null,
  });
  expect(await figuresOf(seller, range('', 8, 5))).toMatchObject({ trades: 1, settledValue: '200.00' });
});

test('the figures have the filters of the dashboard', async () => {
  const tradesOf = async (more: string) => (await w.call(admin, getSettlementFiguresAsAdmin, range(more))).data.trades;
  expect(await tradesOf('&country=MY&fuel=Hydro&vintage=2020&period=FullYear&direction=Forward')).toBe(8);
  expect(await tradesOf('&direction=Reverse')).toBe(0);
  expect(await tradesOf('&fuel=Solar')).toBe(0);
  expect((await w.call(admin, getSettlementFiguresAsAdmin, range('', 600))).code).toBe('range_too_long');
});

test('the list of what is due soon or late has the nearest due date first', async () => {
  const soon = await open(other, 13);
  const later = await open(other, 17);
  await sql`update settlement set payment_due_on = current_date + 5 where id = ${soon}`.execute(w.database.db);
  await sql`update settlement set payment_due_on = current_date + 20 where id = ${later}`.execute(w.database.db);
  const listed = async (who: SignedIn, more = '') => {
    const route = who === admin ? listSettlementsAsAdmin : listSettlementsAsUser;
    return (await w.call(who, route, { query: `?show=dueSoon${more}` })).data.items.map(({ id }) => id);
  };
  expect(await listed(other)).toEqual([soon]);
  expect(await listed(other, '&dueWithin=1')).toEqual([]);
  expect(await listed(other, '&dueWithin=30')).toEqual([soon, later]);
  const late = await listed(admin, '&dueWithin=0');
  expect(new Set(late)).toEqual(new Set([ids.overdue3, ids.cure5, ids.default7]));
  expect(late).toHaveLength(3);
  expect(late.at(-1)).toBe(ids.overdue3);
  expect((await w.call(admin, listSettlementsAsAdmin, { query: '?show=dueSoon&dueWithin=400' })).status).toBe(400);
});
