import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices, updateNoticeSettings } from '#contract/notice.ts';
import { SETTLEMENT_NOTICE_KINDS } from '#domain/notice/notice.ts';
import { aSettlement, checkDueDates, stepTaker } from '#testing/builders/settlement-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let buyer: SignedIn;
let take: ReturnType<typeof stepTaker>;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [seller, buyer] = await Promise.all([w.signedIn(), w.signedIn()]);
  take = stepTaker(w, admin);
});
afterAll(() => w.end());

const open = (): Promise<string> => aSettlement(w, { buyer, seller, quantity: 10 });

/** Returns the notices of a settlement, the newest first. */
async function noticesOf(who: SignedIn, id: string) {
  const { items } = (await w.call(who, listNotices)).data;
  return items.filter(({ settlement, waiting }) => (settlement ?? waiting)?.id === id);
}
const toldOf = async (who: SignedIn, id: string) =>
  (await noticesOf(who, id)).map(({ kind, settlement }) => [kind, settlement?.event]);

/** Returns the recipients of emails about an event, with the area of the page in them. */
async function mailsAbout(id: string, event: string): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from outbox where subject like ${`${event}%`} and body like ${`%/settlements/${id}%`}
    order by recipient`.execute(w.database.db);
  return rows.map(({ recipient, body }) => [recipient.split('@')[0] ?? '', /(\w+)\/settlements/.exec(body)?.[1] ?? '']);
}

const dueDaysAgo = (id: string, days: number) =>
  sql`update settlement set payment_due_on = current_date - ${days}::int, cure_until = current_date - ${days}::int
      where id = ${id}`.execute(w.database.db);

test('a side is told about steps of the other side and of administrators, not about its own', async () => {
  const id = await open();
  await take(buyer, id, { step: 'announcePayment' });
  expect(await toldOf(seller, id)).toEqual([['settlementStep', 'announcePayment']]);
  expect(await toldOf(buyer, id)).toEqual([]);
  expect((await noticesOf(seller, id))[0]).toMatchObject({
    settlement: { id, title: expect.any(String) },
    auction: null,
    waiting: null,
    isRead: false,
  });
  await take(seller, id, { step: 'confirmPayment', amount: '40.00' });
  expect(await toldOf(buyer, id)).toEqual([['settlementStep', 'confirmPayment']]);
  // A notice that is not read tells of the newest step.
  await take(admin, id, { step: 'confirmPayment', amount: '60.00' });
  await take(admin, id, { step: 'failDelivery' });
  expect(await toldOf(seller, id)).toEqual([['settlementStep', 'failDelivery']]);
  expect(await toldOf(buyer, id)).toEqual([['settlementStep', 'failDelivery']]);
  expect(await toldOf(admin, id)).toEqual([]);
});

test('both sides are told before a due date and when something is late; administrators of a default', async () => {
  const id = await open();
  await dueDaysAgo(id, -1);
  await checkDueDates(w);
  for (const who of [buyer, seller]) expect(await toldOf(who, id)).toEqual([['settlementDue', 'paymentSoon']]);
  for (const daysAgo of [1, 2, 2]) {
    await dueDaysAgo(id, daysAgo);
    await checkDueDates(w);
  }
  for (const who of [buyer, seller])
    expect(await toldOf(who, id)).toEqual([
      ['settlementLate', 'declareDefault'],
      ['settlementDue', 'paymentSoon'],
    ]);
  const [waiting] = await noticesOf(admin, id);
  expect(waiting).toMatchObject({ kind: 'defaultWaits', waiting: { id }, settlement: null, isRead: false });
  expect(await mailsAbout(id, 'Payment defaulted')).toEqual(
    [
      [admin.username, 'admin'],
      [buyer.username, 'user'],
      [seller.username, 'user'],
    ].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  await take(admin, id, { step: 'release' });
  expect((await noticesOf(admin, id))[0]?.isRead).toBe(true);
});

test('administrators are told of a dispute until it is resolved', async () => {
  const id = await open();
  await take(buyer, id, { step: 'dispute', remark: 'wrong devices' });
  expect((await noticesOf(admin, id))[0]).toMatchObject({ kind: 'disputeWaits', isRead: false });
  expect(await toldOf(seller, id)).toEqual([['settlementStep', 'dispute']]);
  expect(await mailsAbout(id, 'Dispute opened')).toContainEqual([admin.username, 'admin']);
  await take(admin, id, { step: 'resolveDispute' });
  expect((await noticesOf(admin, id))[0]?.isRead).toBe(true);
});

test('a person who switched the kinds off gets neither notices nor emails', async () => {
  const quiet = await w.signedIn();
  const choices = SETTLEMENT_NOTICE_KINDS.map((kind) => ({ kind, channels: [] }));
  await w.call(quiet, updateNoticeSettings, { body: { choices, endingMinutes: [] } });
  const id = await aSettlement(w, { buyer: quiet, seller, quantity: 10 });
  await take(seller, id, { step: 'waivePayment' });
  expect(await toldOf(quiet, id)).toEqual([]);
  expect(await mailsAbout(id, 'Payment waived')).toEqual([[seller.username, 'user']]);
});

test('a former member sees no notices about the settlements of the company', async () => {
  const gone = await w.signedIn();
  const id = await aSettlement(w, { buyer: gone, seller, quantity: 10 });
  await take(seller, id, { step: 'waivePayment' });
  expect(await toldOf(gone, id)).toHaveLength(1);
  await w.database.db.deleteFrom('account_member').where('user_id', '=', gone.userId).execute();
  expect(await toldOf(gone, id)).toEqual([]);
});
