import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerForAuction, updateAuction } from '#contract/auction/auction.ts';
import { addBidders, listBidderCandidates, readPastedBidders } from '#contract/bidder/bidder.ts';
import { listOwnBids, placeBid, placeBidOnBehalf, placeInitialBids } from '#contract/bidding/bidding.ts';
import { acceptInvitation, inviteMember } from '#contract/company/company.ts';
import {
  listBuyerCandidates,
  readPastedBuyers,
  updateSellOrderBuyers,
} from '#contract/marketplace/sell-order-buyer.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { decideRelation, listRelatedBidders } from '#contract/bidder/related-bidder.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuctionAndTell, type AuctionOptions } from '#testing/builders/records.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a seller tries to bid in its own auction, or to buy from its own sell order, through a second company.
 */
let w: World;
let admin: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, { ownerAccountId: seller.accountId, createdBy: admin.userId, ...wish });

/**
 * Makes a member of one company (`who`) a member of another one (`company`), by an invitation that arrives by email.
 */
async function joins(who: SignedIn, company: SignedIn): Promise<void> {
  const email = `${who.username}@example.test`;
  const params = { id: company.accountId };
  expect((await w.call(company, inviteMember, { params, body: { email, role: 'trader' } })).status).toBe(200);
  const mails = await readMails(w.database.db, email);
  const token = mails.map(({ body }) => /invitation\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean) ?? '';
  expect((await w.call(who, acceptInvitation, { body: { token } })).status).toBe(200);
  // The auctions of both companies are settled shortly after this (decision 60).
  const queued = w.database.db.selectFrom('auction_settling').select('id');
  await expect.poll(() => queued.execute()).toEqual([]);
}

const bid = (auctionItemId: string, price: number) => ({
  auctionItemId,
  price,
  quantity: 900,
  bidderPartialFulfillment: true,
});

test('a company that shares a member with the owner cannot register, be added or be found as a bidder, and an auction with such a bidder cannot get that owner', async () => {
  const [straits, colleague] = await Promise.all([w.signedIn(), w.signedIn()]);
  await joins(seller, straits);
  await joins(colleague, straits);
  const { auctionId } = await anAuction({ isPrivate: false, startsIn: 1_800 });
  const params = { id: auctionId };
  const registration = {
    params,
    body: { accountId: straits.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
  };
  // The call is refused for every member: the shared member, the company's owner, and a colleague who does not know the
  // seller.
  for (const who of [seller, straits, colleague])
    expect((await w.call(who, registerForAuction, registration)).code).toBe('bidder_related_to_owner');
  const buyers = [{ userId: straits.userId, accountId: straits.accountId, maxQuantity: null }];
  expect((await w.call(admin, addBidders, { params, body: { buyers } })).code).toBe('bidder_related_to_owner');
  const sought = `?search=${straits.username}`;
  const candidates = (await w.call(admin, listBidderCandidates, { params, query: sought })).data.items;
  expect(candidates.filter(({ accountId }) => accountId === straits.accountId)).toEqual([]);
  const text = `Company of ${straits.username}`;
  const pasted = (await w.call(admin, readPastedBidders, { params, body: { text } })).data;
  expect(pasted.map(({ finding }) => finding)).toEqual(['bidder_related_to_owner']);

  const other = await w.signedIn();
  const foreign = await anAuction({
    ownerAccountId: other.accountId,
    startsIn: 1_800,
    bidders: [{ person: straits }],
    items: [],
  });
  const body = { ...(await savedSettings(w, admin, foreign.auctionId)), ownerAccountId: seller.accountId };
  const given = await w.call(admin, updateAuction, { params: { id: foreign.auctionId }, body });
  expect(given.fields).toMatchObject({ ownerAccountId: { code: 'bidder_related_to_owner' } });
});

test('a bidder that later shares a member with the owner cannot bid anymore, and its standing bids stay', async () => {
  const straits = await w.signedIn();
  const { auctionId, itemIds, bidderIds } = await anAuction({ startsIn: 1_800, bidders: [{ person: straits }] });
  const params = { id: auctionId };
  const itemId = itemIds[0] ?? '';
  const initial = (price: number) =>
    w.call(straits, placeInitialBids, { params, body: { bids: [bid(itemId, price)] } });
  expect((await initial(9)).status).toBe(200);
  await joins(seller, straits);
  expect((await initial(10)).code).toBe('bidder_related_to_owner');
  await moveAuctionAndTell(w.database.db, auctionId, { startsIn: -60, endsIn: 3_600 });
  expect((await w.call(straits, placeBid, { params, body: bid(itemId, 11) })).code).toBe('bidder_related_to_owner');
  // A bid that an administrator places for the company, after a telephone call, is refused as well.
  const body = { ...bid(itemId, 11), bidderId: bidderIds[0] ?? '', reason: 'By telephone' };
  expect((await w.call(admin, placeBidOnBehalf, { params, body })).code).toBe('bidder_related_to_owner');
  expect((await w.call(straits, listOwnBids, { params })).data).toMatchObject([{ bidValue: 9 }]);
});

test('a seller’s second company cannot buy its sell order or be listed as a buyer', async () => {
  const straits = await w.signedIn();
  await joins(seller, straits);
  const { id } = await makeSellOrder(w, admin, { seller });
  const params = { id };
  const order = { accountId: straits.accountId, quantity: 10, beneficiary: null, reviewed: null };
  expect((await w.call(straits, placeBuyOrder, { params, body: order })).code).toBe('buyer_related_to_seller');
  const listed = await w.call(admin, updateSellOrderBuyers, { params, body: { accountIds: [straits.accountId] } });
  expect(listed.code).toBe('buyer_related_to_seller');
  const query = `?search=${straits.username}`;
  expect((await w.call(admin, listBuyerCandidates, { params, query })).data.items).toEqual([]);
  const text = `Company of ${straits.username}`;
  const pasted = (await w.call(admin, readPastedBuyers, { params, body: { text } })).data;
  expect(pasted.map(({ finding }) => finding)).toEqual(['buyer_related_to_seller']);
});

test('only administrators see related bidders; they decide with a reason, and again when another fact appears', async () => {
  const { db } = w.database;
  const [one, other, lone] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  const { auctionId, bidderIds } = await anAuction({
    startsIn: 1_800,
    bidders: [one, other, lone].map((person) => ({ person })),
  });
  const params = { id: auctionId };
  const listed = async () => (await w.call(admin, listRelatedBidders, { params })).data;
  // All test users have addresses of the domain `example.test`, which would relate their companies. So each of these
  // users first gets an address of another domain.
  for (const who of [seller, one, other, lone])
    await db
      .updateTable('app_user')
      .set({ email: `${who.username}@gmail.com` })
      .where('id', '=', who.userId)
      .execute();
  expect(await listed()).toEqual([]);
  for (const who of [one, other]) {
    const email = `${who.username}@mail.straits.com.my`;
    await db.updateTable('app_user').set({ email }).where('id', '=', who.userId).execute();
    await db
      .updateTable('account')
      .set({ registration_number: '2019 0100-1' })
      .where('id', '=', who.accountId)
      .execute();
  }
  const company = (who: SignedIn) => ({ accountId: who.accountId, companyName: `Company of ${who.username}` });
  const [found, ...more] = await listed();
  expect(more).toEqual([]);
  expect(found?.companies).toEqual(
    expect.arrayContaining([
      { ...company(one), bidderId: bidderIds[0] },
      { ...company(other), bidderId: bidderIds[1] },
    ]),
  );
  expect(found?.facts).toEqual([
    { kind: 'emailDomain', label: 'straits.com.my' },
    { kind: 'registrationNumber', label: '2019 0100-1' },
  ]);
  expect(found?.decision).toBeNull();
  for (const who of [one, seller])
    expect((await w.call(who, listRelatedBidders, { params })).code).toBe('forbidden_access');

  const accountIds: [string, string] = [one.accountId, other.accountId];
  const decide = (body: object) =>
    w.call(admin, decideRelation, { params, body: { accountIds, removeBidderId: null, reason: '', ...body } });
  expect((await decide({})).fields).toMatchObject({ reason: { code: 'field_required' } });
  expect((await decide({ reason: 'Two plants of one group' })).status).toBe(200);
  const { username: decidedBy } = admin;
  const decision = { reason: 'Two plants of one group', decidedBy, isOutdated: false };
  expect(await listed()).toMatchObject([{ decision }]);
  const act = await db
    .selectFrom('audit_line')
    .select('detail')
    .where('action', 'like', '%related-bidders')
    .where('user_id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  expect(act.detail).toMatchObject({ reason: 'Two plants of one group' });

  const device = { device_hash: 'd'.repeat(64), created_at: new Date(), last_used_at: new Date() };
  const expires_at = new Date(Date.now() + 3_600_000);
  for (const [at, who] of [one, other].entries())
    await db
      .insertInto('trusted_device')
      .values({ ...device, expires_at, token_hash: `${at}`.repeat(64), user_id: who.userId })
      .execute();
  const phone = { phone_code: '+60', phone_number: '123456789' };
  await db.updateTable('app_user').set(phone).where('id', '=', one.userId).execute();
  await db.updateTable('account').set({ contact_number: '012-345 6789' }).where('id', '=', other.accountId).execute();
  const [again] = await listed();
  expect(again?.facts.map(({ kind }) => kind)).toEqual(['emailDomain', 'registrationNumber', 'phone', 'device']);
  expect(again?.decision?.isOutdated).toBe(true);

  const removal = { reason: 'One and the same', removeBidderId: bidderIds[1] ?? '' };
  expect((await decide({ ...removal, removeBidderId: bidderIds[2] ?? '' })).status).toBe(404);
  expect((await decide(removal)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await decide(removal)).status).toBe(404);
});

test('a bidder that shares something with the owner is listed with it', async () => {
  const rival = await w.signedIn();
  const { db } = w.database;
  const { auctionId, bidderIds } = await anAuction({ startsIn: 1_800, bidders: [{ person: rival }] });
  for (const who of [seller, rival])
    await db.updateTable('account').set({ registration_number: '77-X' }).where('id', '=', who.accountId).execute();
  const { data } = await w.call(admin, listRelatedBidders, { params: { id: auctionId } });
  expect(data[0]?.companies).toMatchObject([
    { accountId: seller.accountId, bidderId: null },
    { accountId: rival.accountId, bidderId: bidderIds[0] },
  ]);
});
