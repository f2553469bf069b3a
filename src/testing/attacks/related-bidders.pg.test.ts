import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerForAuction, updateAuction } from '#contract/auction.ts';
import { addBidders, listBidderCandidates, readPastedBidders } from '#contract/bidder.ts';
import { listOwnBids, placeBid, placeBidOnBehalf, placeInitialBids } from '#contract/bidding.ts';
import { acceptInvitation, inviteMember } from '#contract/company.ts';
import { listBuyerCandidates, readPastedBuyers, updateSellOrderBuyers } from '#contract/sell-order-buyer.ts';
import { placeBuyOrder } from '#contract/marketplace.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/marketplace-builders.ts';
import { insertAuction, moveAuctionAndTell, type AuctionWish } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/** A seller tries to bid in its own auction, or to buy its own offer, through a second company. */
let w: World;
let admin: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, seller] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionWish> = {}) =>
  insertAuction(w.database.db, { ownerAccountId: seller.accountId, createdBy: admin.userId, ...wish });

/** A member of one company joins another one, by an invitation of its owner as mails bring it. */
async function joins(who: SignedIn, company: SignedIn): Promise<void> {
  const email = `${who.username}@example.test`;
  const params = { id: company.accountId };
  expect((await w.call(company, inviteMember, { params, body: { email, role: 'trader' } })).status).toBe(200);
  const mail = await w.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', email)
    .where('body', 'like', '%/invitation?token=%')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const token = /invitation\?token=([\w-]+)/.exec(mail.body)?.[1] ?? '';
  expect((await w.call(who, acceptInvitation, { body: { token } })).status).toBe(200);
}

const bid = (auctionItemId: string, price: number) => ({
  auctionItemId,
  price,
  quantity: 900,
  bidderPartialFulfillment: true,
});

test('the owner’s member cannot register, be added or be found for its second company, nor give it the auction', async () => {
  const [straits, colleague] = await Promise.all([w.signedIn(), w.signedIn()]);
  await joins(seller, straits);
  await joins(colleague, straits);
  const { auctionId } = await anAuction({ isPrivate: false, startsIn: 1_800 });
  const params = { id: auctionId };
  const registration = {
    params,
    body: { accountId: straits.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
  };
  // Whoever of the company asks: the member in common, its owner, a colleague who knows nothing of the seller.
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
  const settings = {
    title: 'Hydro and solar, Peninsular Malaysia',
    auctionType: 'Forward' as const,
    isPrivate: true,
    startTime: new Date(Date.now() + 7_200_000).toISOString(),
    endTime: new Date(Date.now() + 10_800_000).toISOString(),
    minimumRecQuantity: 1,
    minimumBiddingRecQuantity: 1,
    sellerProcessingFee: 1,
    buyerProcessingFee: 1.5,
    spotRecs: false,
    ownerAccountId: seller.accountId,
    tickSizeId: null,
    softCloseMinutes: null,
    softCloseMaximum: null,
    ...NO_RECURRENCE,
  };
  const given = await w.call(admin, updateAuction, { params: { id: foreign.auctionId }, body: settings });
  expect(given.fields).toMatchObject({ ownerAccountId: { code: 'bidder_related_to_owner' } });
});

test('a company that gets the owner’s member after it registered bids no more; what stands, stands', async () => {
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
  // Nor by telephone.
  const body = { ...bid(itemId, 11), bidderId: bidderIds[0] ?? '', reason: 'By telephone' };
  expect((await w.call(admin, placeBidOnBehalf, { params, body })).code).toBe('bidder_related_to_owner');
  expect((await w.call(straits, listOwnBids, { params })).data).toMatchObject([{ bidValue: 9 }]);
});

test('a seller’s second company neither buys its sell order nor is put on its list', async () => {
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
