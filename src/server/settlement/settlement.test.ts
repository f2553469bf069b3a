import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerForAuction } from '#contract/auction/auction.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { uploadEvidence } from '#contract/evidence.ts';
import { listHoldingsAsUser } from '#contract/holding/holding.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { addSellOrderItem, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import {
  getAuctionTermsAsUser,
  getSellOrderTermsAsAdmin,
  getSellOrderTermsAsUser,
  getSettlementAsAdmin,
  getSettlementAsUser,
  listSettlementsAsAdmin,
  listSettlementsAsUser,
  setAuctionTerms,
  setSellOrderTerms,
  takeSettlementStep,
  takeSettlementStepAsUser,
} from '#contract/settlement/settlement.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { SETTLEMENT_DEFAULTS, type SettlementTerms } from '#domain/settlement/terms.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { settleDueDates } from '#server/settlement/settlement-timer.ts';
import { aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});

const HELD_BACK: SettlementTerms = { ...SETTLEMENT_DEFAULTS.USD, penaltyPercent: 2.5, holdsBack: true };

/** Returns the settlement of an auction in which Anna won 100 RECs for 500.00. */
async function traded(terms: Partial<SettlementTerms> = {}) {
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }],
  });
  const params = { id: auctionId };
  await moveAuction(w.database.db, auctionId, 100, 200);
  const body = { ...SETTLEMENT_DEFAULTS.USD, ...terms };
  expect((await w.call(admin, setAuctionTerms, { params, body })).code).toBe('Success');
  const accepted = { acceptedTermsVersion: AUCTION_TERMS_VERSION, settlementTerms: body };
  const registration = { params, body: { accountId: anna.accountId, ...accepted } };
  expect((await w.call(anna, registerForAuction, registration)).code).toBe('Success');
  await moveAuction(w.database.db, auctionId, -100, 100);
  const bid = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 100, bidderPartialFulfillment: true };
  expect((await w.call(anna, placeBid, { params, body: bid })).code).toBe('Success');
  await moveAuction(w.database.db, auctionId, -200, -100);
  await w.call(admin, getResultAsAdmin, { params });
  const { data } = await w.call(anna, listSettlementsAsUser);
  const found = data.items.find((one) => one.auctionId === auctionId);
  if (!found) throw new Error('the award has no settlement');
  return found;
}

type Body = Partial<BodyOf<typeof takeSettlementStep>>;

/** Takes a step with the present version. */
async function step(who: SignedIn, id: string, wish: Pick<BodyOf<typeof takeSettlementStep>, 'step'> & Body) {
  const { data } = await w.call(admin, getSettlementAsAdmin, { params: { id } });
  const body = {
    version: data.version,
    amount: null,
    quantity: null,
    reference: '',
    remark: '',
    evidenceIds: [],
    ...wish,
  };
  return w.call(who, who === admin ? takeSettlementStep : takeSettlementStepAsUser, { params: { id }, body });
}

async function uploadEvidenceAs(who: SignedIn): Promise<string> {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(await aPng())], 'slip.png'));
  return (await w.call(who, uploadEvidence, { form })).data.id;
}

const pay = (id: string, amount: string) => step(owner, id, { step: 'confirmPayment', amount, reference: 'TT-7' });

async function deliver(id: string, quantity: number): Promise<void> {
  expect((await step(owner, id, { step: 'instructDelivery', quantity, reference: 'R-1' })).code).toBe('Success');
  expect((await step(owner, id, { step: 'submitDelivery' })).code).toBe('Success');
  expect((await step(anna, id, { step: 'acceptDelivery', quantity })).code).toBe('Success');
}

const dueDaysAgo = (id: string, days: number) =>
  sql`update settlement set payment_due_on = current_date - ${days}::int, cure_until = current_date - ${days}::int
      where id = ${id}`.execute(w.database.db);

const checkDueDates = () =>
  settleDueDates({
    db: w.database.db,
    publicUrl: 'https://greenlot.example',
    failed: (error) => {
      throw error;
    },
  });

/** Returns who got the emails about an event of a settlement. */
const mailsAbout = async (id: string, event: string): Promise<string[]> => {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where subject like ${`${event}%`} and body like ${`%/settlements/${id}%`}`.execute(
    w.database.db,
  );
  return rows.map(({ recipient }) => recipient);
};

describe('a closed auction', () => {
  test('opens a settlement that both sides pay and deliver in parts; a timeline shows every step', async () => {
    const { id, ...opened } = await traded();
    expect(opened).toMatchObject({ owed: '500.00', paid: '0.00', quantity: 100, payment: 'invoiced', whole: 'open' });
    expect(opened.paymentDueOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(opened.deliveryDueOn).toBeNull();
    expect(
      (await w.call(anna, listSettlementsAsUser, { query: '?show=toPay' })).data.items.map((one) => one.id),
    ).toContain(id);
    expect((await w.call(owner, listSettlementsAsUser, { query: '?show=toPay' })).data.total).toBe(0);
    expect((await step(owner, id, { step: 'instructDelivery', quantity: 1 })).code).toBe('delivery_not_due');
    const slip = await uploadEvidenceAs(anna);
    const announced = { step: 'announcePayment' as const, reference: 'TT-7', evidenceIds: [slip] };
    expect((await step(owner, id, { ...announced, step: 'dispute' })).code).toBe('evidence_unknown');
    expect((await step(anna, id, announced)).data.timeline[0]?.evidence).toMatchObject([{ id: slip }]);
    expect((await pay(id, '0.00')).code).toBe('payment_amount_invalid');
    expect((await pay(id, '200.00')).data).toMatchObject({ payment: 'partPaid', paid: '200.00' });
    expect((await pay(id, '300.01')).code).toBe('payment_more_than_owed');
    const paid = await pay(id, '300.00');
    expect(paid.data).toMatchObject({ payment: 'paid', delivery: 'due' });
    expect(paid.data.deliveryDueOn).toMatch(/^\d{4}/);
    expect((await pay(id, '300.00')).code).toBe('payment_already_confirmed');
    expect(
      (await w.call(owner, listSettlementsAsUser, { query: '?show=toDeliver' })).data.items.map((one) => one.id),
    ).toContain(id);
    await deliver(id, 40);
    expect((await step(owner, id, { step: 'instructDelivery', quantity: 61 })).code).toBe('delivery_more_than_awarded');
    expect((await step(owner, id, { step: 'instructDelivery', quantity: 1.5 })).code).toBe('delivery_quantity_invalid');
    await step(owner, id, { step: 'instructDelivery', quantity: 60 });
    expect((await step(anna, id, { step: 'acceptDelivery', quantity: 60 })).code).toBe('settlement_step_out_of_order');
    await step(owner, id, { step: 'submitDelivery' });
    expect((await step(anna, id, { step: 'acceptDelivery', quantity: 59 })).code).toBe('delivery_differs');
    expect((await step(admin, id, { step: 'cancel' })).code).toBe('delivery_already_accepted');
    const settled = await step(anna, id, { step: 'acceptDelivery', quantity: 60 });
    expect(settled.data).toMatchObject({ whole: 'settled', deliveredQuantity: 100, delivery: 'accepted' });
    expect((await step(admin, id, { step: 'dispute' })).code).toBe('settlement_is_final');
    const { data } = await w.call(anna, getSettlementAsUser, { params: { id } });
    expect(data.timeline).toHaveLength(9);
    expect(data.timeline[1]).toMatchObject({ step: 'confirmPayment', amount: '200.00', by: null, reference: 'TT-7' });
    expect(await mailsAbout(id, 'Delivery accepted')).toHaveLength(4);
    expect(data.timeline[0]).toMatchObject({ step: 'announcePayment', actor: 'buyer', by: anna.username });
  });

  test('hides its settlements from other companies, and refuses steps of the other side', async () => {
    const { id } = await traded();
    const stranger = await w.signedIn();
    expect((await w.call(stranger, getSettlementAsUser, { params: { id } })).code).toBe('not_found');
    expect((await step(stranger, id, { step: 'dispute' })).code).toBe('not_found');
    expect((await w.call(stranger, listSettlementsAsUser)).data.total).toBe(0);
    expect((await step(anna, id, { step: 'confirmPayment', amount: '500.00' })).code).toBe('settlement_step_not_yours');
    const { data } = await w.call(admin, listSettlementsAsAdmin, {
      query: `?search=${owner.username}&payment=invoiced`,
    });
    expect(data.items.map((one) => one.id)).toContain(id);
  });

  test('refuses a step that relies on an earlier version', async () => {
    const { id, version } = await traded();
    await step(anna, id, { step: 'dispute', remark: 'wrong devices' });
    expect((await step(owner, id, { step: 'waivePayment', version })).code).toBe('settlement_changed');
    expect((await step(owner, id, { step: 'waivePayment' })).code).toBe('settlement_disputed');
    expect((await step(admin, id, { step: 'resolveDispute' })).data.whole).toBe('open');
  });

  test('locks its terms of settlement at the start, and checks them', async () => {
    const { auctionId } = await traded(HELD_BACK);
    const params = { id: auctionId ?? '' };
    expect((await w.call(anna, getAuctionTermsAsUser, { params })).data).toEqual(HELD_BACK);
    expect((await w.call(admin, setAuctionTerms, { params, body: HELD_BACK })).code).toBe('settlement_terms_locked');
    await moveAuction(w.database.db, params.id as AuctionId, 100, 200);
    const body = { ...HELD_BACK, paymentDays: 251, penaltyPercent: 101 };
    const refused = await w.call(admin, setAuctionTerms, { params, body });
    expect(refused.code).toBe('settlement_days_invalid');
    const other = await w.call(admin, setAuctionTerms, { params, body: { ...HELD_BACK, penaltyPercent: 101 } });
    expect(other.code).toBe('settlement_penalty_invalid');
  });
});

test('RECs of a trade whose terms say so can be retired and resold only after the settlement', async () => {
  const { id } = await traded(HELD_BACK);
  const { data } = await w.call(anna, listHoldingsAsUser, { query: '?limit=100' });
  const holding = data.items[0];
  const params = { id: holding?.id ?? '' };
  const body = { quantity: 10, beneficiary: { choice: 'own' as const } };
  expect((await w.call(anna, retireHolding, { params, body })).code).toBe('holding_held_back');
  const { id: resale } = await makeSellOrder(w, admin, { seller: anna, publishTime: null });
  const item = aSellOrderItem({ holdingId: params.id, vintageYear: 2020, recQuantity: 5 });
  const added = await w.call(admin, addSellOrderItem, { params: { id: resale }, body: item });
  expect(added.code).toBe('holding_held_back');
  await pay(id, '500.00');
  await deliver(id, 100);
  expect((await w.call(anna, retireHolding, { params, body })).code).toBe('Success');
});

test('a late payment becomes overdue, gets a cure period, and defaults; a release returns the RECs', async () => {
  const { id } = await traded({ ...HELD_BACK, cureDays: 0 });
  expect((await step(admin, id, { step: 'release' })).code).toBe('settlement_not_in_default');
  await dueDaysAgo(id, 1);
  await checkDueDates();
  await checkDueDates();
  const read = async () => (await w.call(admin, getSettlementAsAdmin, { params: { id } })).data;
  expect((await read()).payment).toBe('overdue');
  await dueDaysAgo(id, 3);
  await checkDueDates();
  expect((await read()).payment).toBe('inCure');
  await dueDaysAgo(id, 3);
  await checkDueDates();
  await checkDueDates();
  const defaulted = await read();
  expect(defaulted).toMatchObject({ payment: 'defaulted', penalty: '12.50' });
  expect(defaulted.timeline.map(({ step: taken, actor }) => [taken, actor])).toEqual([
    ['markOverdue', 'clock'],
    ['startCure', 'clock'],
    ['declareDefault', 'clock'],
  ]);
  await step(admin, id, { step: 'confirmPayment', amount: '100.00' });
  const released = await step(admin, id, { step: 'release', remark: 'not paid' });
  expect(released.data).toMatchObject({ whole: 'released', penalty: '10.00' });
  const refunded = await step(admin, id, { step: 'refundPayment' });
  expect(refunded.data).toMatchObject({ payment: 'refunded', penalty: '10.00' });
  const { rows } = await sql<{ balance: string }>`
    select balance from ledger_account held join settlement on settlement.award_id = held.source_id
    where settlement.id = ${id} and held.kind = 'held'`.execute(w.database.db);
  expect(rows.map(({ balance }) => Number(balance))).toEqual([0]);
});

test('reminds both sides of a due date once', async () => {
  const { id } = await traded();
  await dueDaysAgo(id, -1);
  await checkDueDates();
  const sent = await mailsAbout(id, 'Payment due soon');
  await checkDueDates();
  expect(new Set(sent).size).toBe(2);
  expect(await mailsAbout(id, 'Payment due soon')).toEqual(sent);
});

test('an approved buy order opens a settlement with the terms of its sell order', async () => {
  const { id: sellOrderId } = await makeSellOrder(w, admin, { seller: owner, publishTime: null });
  const params = { id: sellOrderId };
  const terms = { ...HELD_BACK, mode: 'deliverFirst' as const, calendar: 'VN' as const };
  expect((await w.call(admin, setSellOrderTerms, { params, body: terms })).code).toBe('Success');
  await w.call(admin, publishSellOrder, { params, body: { publishTime: null } });
  expect((await w.call(admin, setSellOrderTerms, { params, body: terms })).code).toBe('settlement_terms_locked');
  expect((await w.call(anna, getSellOrderTermsAsUser, { params })).data).toEqual(terms);
  expect((await w.call(admin, getSellOrderTermsAsAdmin, { params })).data).toEqual(terms);
  const order = { accountId: anna.accountId, quantity: 8, beneficiary: null, reviewed: null };
  const retired = { ...order, beneficiary: { choice: 'own' as const } };
  expect((await w.call(anna, placeBuyOrder, { params, body: retired })).code).toBe('holding_held_back');
  const { data: placed } = await w.call(anna, placeBuyOrder, { params, body: order });
  const approval = { params: { id: placed.id }, body: { remarkContent: 'agreed' } };
  expect((await w.call(admin, approveBuyOrder, approval)).code).toBe('Success');
  const { data } = await w.call(anna, listSettlementsAsUser);
  const opened = data.items.find(({ buyOrderId }) => buyOrderId === placed.id);
  expect(opened).toMatchObject({ owed: '100.00', payment: 'notDue', delivery: 'due', paymentDueOn: null, terms });
  const id = opened?.id ?? '';
  expect((await step(admin, id, { step: 'cancel', remark: 'both agree' })).data.whole).toBe('cancelled');
});
