import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { listNotices } from '#contract/notice.ts';
import { answerOffer, listOffersOfSettlement, listOwnOffers } from '#contract/settlement/offer.ts';
import { getSettlementAsAdmin, getSettlementAsUser, listSettlementsAsUser } from '#contract/settlement/settlement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { checkDueDates, takeStepOf } from '#testing/builders/settlement-builders.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let cleo: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo, cleo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});

/** Returns the settlement of Anna, who won all 1,000 RECs before Bo (600 RECs) and Cleo (500 RECs), and is in default. */
async function defaulted(options: Partial<AuctionOptions> = {}) {
  const isReverse = options.auctionType === 'Reverse';
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }, { person: cleo }],
    ...options,
  });
  const params = { id: auctionId };
  const bidAs = async (who: SignedIn, price: number, quantity: number) => {
    const body = { auctionItemId: itemIds[0] ?? '', price, quantity, bidderPartialFulfillment: true };
    expect((await w.call(who, placeBid, { params, body })).code).toBe('Success');
  };
  const prices = isReverse ? [5, 6, 7] : [7, 6, 5];
  await bidAs(bo, prices[1] ?? 0, 600);
  await bidAs(cleo, prices[2] ?? 0, 500);
  await bidAs(anna, prices[0] ?? 0, 1_000);
  await moveAuction(w.database.db, auctionId, -3_600, -10);
  await w.call(admin, getResultAsAdmin, { params });
  const { data } = await w.call(anna, listSettlementsAsUser);
  const id = data.items.find((one) => one.auctionId === auctionId)?.id ?? '';
  await sql`update settlement set payment = ${isReverse ? 'paid' : 'defaulted'}, paid = case when ${isReverse} then owed else 0 end,
    delivery = ${isReverse ? 'failed' : 'notDue'} where id = ${id}`.execute(w.database.db);
  return { id, auctionId };
}

const offersOf = async (id: string) => (await w.call(admin, listOffersOfSettlement, { params: { id } })).data;

/** Offers the RECs to the present next bid, or to the given one. */
async function offer(id: string, wish: { bidId?: string; answerDays?: number } = {}) {
  const { nextBid } = await offersOf(id);
  const body = { bidId: wish.bidId ?? nextBid?.bidId ?? id, answerDays: wish.answerDays ?? 3 };
  return takeStepOf(w, { admin }, admin, id, { step: 'offerNext', offer: body });
}

const ownOffers = async (who: SignedIn) => (await w.call(who, listOwnOffers)).data;
const newestOf = async (who: SignedIn) => (await ownOffers(who)).find(({ state }) => state === 'open')?.id ?? '';
const answerAs = async (who: SignedIn, accept: boolean, id?: string) =>
  w.call(who, answerOffer, { params: { id: id ?? (await newestOf(who)) }, body: { accept } });

const balances = async (settlementId: string) => {
  const { rows } = await sql<{ kind: string; balance: string }>`
    select kind, balance from ledger_account where source_id = ${settlementId}
      or source_id = (select award_id from settlement where id = ${settlementId}) order by kind`.execute(w.database.db);
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
};

describe('the RECs of a buyer in default', () => {
  test('go to the next bid at its own price, as soon as its company accepts', async () => {
    const { id, auctionId } = await defaulted();
    const before = await offersOf(id);
    expect(before).toMatchObject({ toOffer: 1_000, offers: [] });
    expect(before.nextBid).toMatchObject({ quantity: 600, price: 6, amount: '3600.00', ranking: 2 });
    const offered = await offer(id);
    expect(offered.data).toMatchObject({ whole: 'released', toOffer: 1_000, payment: 'defaulted' });
    expect(await balances(id)).toEqual({ held: 0, listed: 1_000 });
    const [seen] = await ownOffers(bo);
    expect(seen).toMatchObject({ auctionId, state: 'open', quantity: 600, takes: 'buys', settlementId: null });
    expect(JSON.stringify(seen)).not.toContain(anna.accountId);
    expect(await ownOffers(cleo)).toEqual([]);
    const { data: notices } = await w.call(bo, listNotices);
    expect(notices.items).toContainEqual(expect.objectContaining({ kind: 'offered', quantity: 600 }));
    const accepted = await answerAs(bo, true);
    expect(accepted.data).toMatchObject({ state: 'accepted', quantity: 600 });
    const params = { id: accepted.data.settlementId ?? '' };
    const { data: opened } = await w.call(bo, getSettlementAsUser, { params });
    expect(opened).toMatchObject({ owed: '3600.00', quantity: 600, payment: 'invoiced', whole: 'open' });
    expect(opened.terms).toEqual(offered.data.terms);
    expect((await w.call(owner, getSettlementAsUser, { params })).code).toBe('Success');
    expect((await w.call(anna, getSettlementAsUser, { params })).code).toBe('not_found');
    expect((await answerAs(bo, false, seen?.id)).code).toBe('offer_already_answered');
    expect(await balances(id)).toEqual({ held: 0, listed: 400 });
    const after = await offersOf(id);
    expect(after.nextBid).toMatchObject({ quantity: 400, price: 5, ranking: 3 });
    expect((await takeStepOf(w, { admin }, admin, id, { step: 'endOffers' })).data.toOffer).toBe(0);
    expect(await balances(id)).toEqual({ held: 0, listed: 0 });
    expect((await offer(id)).code).toBe('settlement_is_final');
  });

  test('are offered to one bid after the other; the offers are declined or expire', async () => {
    const { id } = await defaulted();
    const first = (await offersOf(id)).nextBid?.bidId ?? '';
    await offer(id);
    expect((await offer(id, { bidId: first })).code).toBe('offer_still_open');
    expect((await takeStepOf(w, { admin }, admin, id, { step: 'endOffers' })).code).toBe('offer_still_open');
    expect((await answerAs(bo, false)).data.state).toBe('declined');
    const waiting = await w.call(admin, listNotices);
    const waits = expect.objectContaining({ kind: 'defaultWaits', waiting: expect.objectContaining({ id }) as object });
    expect(waiting.data.items).toContainEqual(waits);
    expect((await offer(id, { bidId: first })).code).toBe('next_bid_changed');
    expect((await offer(id)).code).toBe('Success');
    const late = await newestOf(cleo);
    await sql`update settlement_offer set answer_by = current_date - 2 where id = ${late}`.execute(w.database.db);
    expect((await answerAs(cleo, true, late)).code).toBe('offer_expired');
    await checkDueDates(w);
    expect((await ownOffers(cleo)).find((one) => one.id === late)?.state).toBe('expired');
    expect((await offer(id)).code).toBe('no_next_bid');
    expect((await takeStepOf(w, { admin }, admin, id, { step: 'endOffers' })).code).toBe('Success');
    const { data } = await w.call(admin, getSettlementAsAdmin, { params: { id } });
    expect(data.timeline.map(({ step }) => step)).toEqual(['offerNext', 'offerNext', 'endOffers']);
  });

  test('are not offered to inactive companies, nor without a default', async () => {
    const { id } = await defaulted();
    await sql`update account set status = 'Blacklisted' where id = ${bo.accountId}`.execute(w.database.db);
    expect((await offersOf(id)).nextBid).toMatchObject({ quantity: 500, price: 5 });
    await sql`update account set status = 'Active' where id = ${bo.accountId}`.execute(w.database.db);
    await sql`update settlement set payment = 'overdue' where id = ${id}`.execute(w.database.db);
    expect((await offersOf(id)).nextBid).toBeNull();
    expect((await offer(id)).code).toBe('settlement_not_in_default');
  });

  test('are not offered to a company that shares a member with the company in default', async () => {
    const { id } = await defaulted();
    const shared = { account_id: bo.accountId, user_id: anna.userId };
    await w.database.db.insertInto('account_member').values(shared).execute();
    expect((await offersOf(id)).nextBid).toMatchObject({ quantity: 500, price: 5 });
    await sql`delete from account_member where account_id = ${bo.accountId} and user_id = ${anna.userId}`.execute(
      w.database.db,
    );
    expect((await offersOf(id)).nextBid).toMatchObject({ quantity: 600, price: 6 });
  });

  test('are not offered to a company that is in default in this auction, too', async () => {
    const { id, auctionId } = await defaulted();
    await offer(id);
    const { data } = await answerAs(bo, true);
    const own = data.settlementId ?? '';
    await sql`update settlement set payment = 'defaulted' where id = ${own}`.execute(w.database.db);
    // Bo, now in default, is left out of its own RECs; Anna's bid won its whole quantity and is in default, too.
    expect((await offersOf(own)).nextBid).toMatchObject({ quantity: 500, price: 5, ranking: 3 });
    // Another auction does not count.
    const other = await defaulted();
    expect(other.auctionId).not.toBe(auctionId);
    expect((await offersOf(other.id)).nextBid).toMatchObject({ quantity: 600, price: 6, ranking: 2 });
  });

  test('stay where they are after a wrong request', async () => {
    const { id } = await defaulted();
    expect((await takeStepOf(w, { admin }, admin, id, { step: 'offerNext' })).code).toBe('field_required');
    const wrong = await offer(id, { answerDays: 31 });
    expect(wrong.fields?.['answerDays']?.code).toBe('settlement_days_invalid');
    expect(
      (await takeStepOf(w, { admin }, owner, id, { step: 'offerNext', offer: { bidId: id, answerDays: 3 } })).code,
    ).toBe('settlement_step_not_yours');
    expect(await balances(id)).toEqual({ held: 1_000 });
    const stranger = await w.signedIn();
    await offer(id);
    expect((await answerAs(stranger, true, await newestOf(bo))).code).toBe('not_found');
    expect((await answerAs(anna, true, await newestOf(bo))).code).toBe('not_found');
  });
});

test('the seller of a reverse auction that does not deliver is replaced by the next bid', async () => {
  const { id } = await defaulted({ auctionType: 'Reverse' });
  expect((await offersOf(id)).nextBid).toMatchObject({ quantity: 600, price: 6 });
  expect((await offer(id)).data).toMatchObject({ whole: 'released', toOffer: 1_000 });
  const { data } = await answerAs(bo, true);
  expect(data).toMatchObject({ state: 'accepted', takes: 'sells' });
  const { data: opened } = await w.call(bo, getSettlementAsUser, { params: { id: data.settlementId ?? '' } });
  expect(opened).toMatchObject({ seller: { accountId: bo.accountId }, buyer: { accountId: owner.accountId } });
});
