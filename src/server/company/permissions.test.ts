import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getAuctionAsUser } from '#contract/auction/auction.ts';
import { listOwnBids, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { blacklistAccount } from '#contract/company/company.ts';
import { insertAuction, moveToAccount, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * Checks that the table of permissions (docs/permissions.md) does not cover: what happens to a bid when a person's role
 * or company changes.
 */
let w: World;
let seller: SignedIn;
let admin: SignedIn;
let owner: SignedIn;
let colleague: SignedIn;
let auction: TestAuction;

beforeAll(async () => {
  w = await world();
  [seller, admin] = [await w.signedIn(), await w.signedIn({ role: 'Admin' })];
});
afterAll(() => w.end());
beforeEach(async () => {
  [owner, colleague] = [await w.signedIn(), await w.signedIn()];
  await moveToAccount(w.database.db, colleague, { accountId: owner.accountId, role: 'trader' });
});

const bidOn = ({ itemIds }: TestAuction) => ({
  auctionItemId: itemIds[0] ?? '',
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

/** Creates an auction in which this person has bid for the company. */
async function bidBy({ userId, token, username }: SignedIn): Promise<string> {
  const { accountId } = owner;
  auction = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    bidders: [{ person: { userId, accountId, username } }],
  });
  const asked = { params: { id: auction.auctionId }, body: { bids: [bidOn(auction)] } };
  const placed = await w.call({ userId, accountId, username, token }, placeInitialBids, asked);
  return placed.data.bids[0]?.bidId ?? '';
}

test('a colleague of the bidder sees its bids and cannot bid (ASVS 8.4.1)', async () => {
  await bidBy(owner);
  const params = { id: auction.auctionId };
  const seen = await w.call(colleague, getAuctionAsUser, { params });
  expect(seen.data).toMatchObject({ relation: 'bidder', own: { userId: owner.userId, hasBid: true } });
  expect((await w.call(colleague, listOwnBids, { params })).data).toHaveLength(1);
  const refused = await w.call(colleague, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  expect(refused.code).toBe('bids_through_colleague');
});

test('bids of a new viewer, and of a blacklisted company, stay and cannot be withdrawn', async () => {
  const bidId = await bidBy(colleague);
  const params = { id: auction.auctionId };
  const own = async () => (await w.call(colleague, listOwnBids, { params })).data.length;
  const withdraw = async () => (await w.call(colleague, withdrawBid, { params: { ...params, bidId } })).code;
  await moveToAccount(w.database.db, colleague, { accountId: owner.accountId, role: 'viewer' });
  expect([await withdraw(), await own()]).toEqual(['viewer_cannot_act', 1]);
  await w.call(admin, blacklistAccount, { params: { id: owner.accountId }, body: { remarkContent: 'x' } });
  expect([await withdraw(), await own()]).toEqual(['account_blacklisted', 1]);
});
