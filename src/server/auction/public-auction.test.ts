import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuctionAsUser, listAuctionsAsUser, registerForAuction } from '#contract/auction/auction.ts';
import { addBidders, listBidders } from '#contract/bidder/bidder.ts';
import { listHistoryAsAdmin, placeBidOnBehalf, placeInitialBids } from '#contract/bidding/bidding.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { insertAuction, insertPerson, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate: false,
    startsIn: 3_600,
    endsIn: 7_200,
    ...wish,
  });

/** Adds a person to another company with this role, and returns the company's id. */
async function joins(person: SignedIn, role: MemberRole): Promise<string> {
  const { accountId } = await insertPerson(w.database.db);
  await w.database.db
    .insertInto('account_member')
    .values({ account_id: accountId, user_id: person.userId, role })
    .execute();
  return accountId;
}

const blacklist = (accountId: string) =>
  w.database.db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', accountId).execute();

const register = (who: SignedIn, { auctionId }: TestAuction, accountId: string) =>
  w.call(who, registerForAuction, {
    params: { id: auctionId },
    body: { accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
  });

const bidOn = (who: SignedIn, { auctionId, itemIds }: TestAuction) => {
  const bid = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: false };
  return w.call(who, placeInitialBids, { params: { id: auctionId }, body: { bids: [bid] } });
};

test('users with an Active account see it, and nobody else does', async () => {
  const [active, blacklisted] = [await w.signedIn(), await w.signedIn()];
  await blacklist(blacklisted.accountId);
  const auction = await anAuction();
  const sees = async (who: SignedIn) => {
    const listed = await w.call(who, listAuctionsAsUser, { query: '?limit=100' });
    const read = await w.call(who, getAuctionAsUser, { params: { id: auction.auctionId } });
    return [listed.data.items.some(({ id }) => id === auction.auctionId), read.status];
  };
  expect(await sees(active)).toEqual([true, 200]);
  expect(await sees(blacklisted)).toEqual([false, 404]);
});

test('a user registers with a selected account that the user may act for', async () => {
  const anna = await w.signedIn();
  const [trading, viewed, listed] = [
    await joins(anna, 'trader'),
    await joins(anna, 'viewer'),
    await joins(anna, 'owner'),
  ];
  await blacklist(listed);
  const auction = await anAuction();
  expect((await register(anna, auction, viewed)).code).toBe('viewer_cannot_act');
  expect((await register(anna, auction, listed)).code).toBe('account_blacklisted');
  expect((await register(anna, auction, owner.accountId)).code).toBe('no_permission_to_join_auction');
  expect((await bidOn(anna, auction)).code).toBe('no_permission_to_join_auction');
  const registered = await register(anna, auction, trading);
  expect(registered.data.own).toMatchObject({ accountId: trading, mustAcceptTerms: false });
  const history = await w.call(admin, listHistoryAsAdmin, { params: { id: auction.auctionId } });
  expect(history.data.items[0]).toMatchObject({ kind: 'changed', by: 'bidder' });
  expect((await bidOn(anna, auction)).status).toBe(200);
});

test('records which version of the terms was accepted, and when', async () => {
  const anna = await w.signedIn();
  const auction = await anAuction();
  const before = Date.now();
  await register(anna, auction, anna.accountId);
  const { data } = await w.call(admin, listBidders, { params: { id: auction.auctionId } });
  expect(data.items[0]).toMatchObject({ username: anna.username, termsVersion: AUCTION_TERMS_VERSION });
  expect(Date.parse(data.items[0]?.termsAcceptedAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
});

test('a bidder added by an administrator accepts the terms before its first bid, and keeps its place', async () => {
  const anna = await w.signedIn();
  const auction = await anAuction();
  const params = { id: auction.auctionId };
  const buyer = { userId: anna.userId, accountId: anna.accountId, maxQuantity: 500 };
  await w.call(admin, addBidders, { params, body: { buyers: [buyer] } });
  const seen = await w.call(anna, getAuctionAsUser, { params });
  expect(seen.data.own?.mustAcceptTerms).toBe(true);
  expect((await bidOn(anna, auction)).code).toBe('terms_not_accepted');
  const offer = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: true };
  const body = { bidderId: seen.data.own?.bidderId ?? '', reason: 'by telephone', ...offer };
  // An administrator cannot accept the terms for a bidder.
  expect((await w.call(admin, placeBidOnBehalf, { params, body })).code).toBe('terms_not_accepted');
  const accepted = await register(anna, auction, anna.accountId);
  const { bidderId, alias } = seen.data.own ?? {};
  expect(accepted.data.own).toMatchObject({ bidderId, alias, maxQuantity: 500, mustAcceptTerms: false });
  expect((await bidOn(anna, auction)).status).toBe(200);
});

test('a bidder added to a private auction bids without further steps, and nobody registers for it', async () => {
  const [anna, bo] = [await w.signedIn(), await w.signedIn()];
  const auction = await anAuction({ isPrivate: true, bidders: [{ person: anna }] });
  expect((await bidOn(anna, auction)).status).toBe(200);
  expect((await register(bo, auction, bo.accountId)).code).toBe('not_found');
  expect((await bidOn(bo, auction)).code).toBe('not_found');
});

test('an auction that has ended accepts no registration', async () => {
  const anna = await w.signedIn();
  const auction = await anAuction({ startsIn: -7_200, endsIn: -3_600 });
  expect((await register(anna, auction, anna.accountId)).code).toBe('auction_has_ended');
});
