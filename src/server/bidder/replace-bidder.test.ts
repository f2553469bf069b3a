import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditLines } from '#contract/audit.ts';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import { listBidders, replaceBidder } from '#contract/bidder/bidder.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let wrong: SignedIn;
let right: SignedIn;
let third: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, wrong, right, third] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** Returns an auction with two bidders, and a call that puts a person in the place of the first. */
async function auction({ isPrivate = true, startsIn = 600 } = {}) {
  const bidders = [{ person: wrong }, { person: third }];
  const { auctionId: id, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate,
    startsIn,
    endsIn: 1_200,
    bidders,
  });
  const list = async () => (await w.call(admin, listBidders, { params: { id } })).data.items;
  const bidderId = (await list()).find(({ accountId }) => accountId === wrong.accountId)?.bidderId ?? '';
  const replace = ({ userId, accountId }: Pick<SignedIn, 'userId' | 'accountId'>, headers = {}) =>
    w.call(admin, replaceBidder, { params: { id, bidderId }, body: { userId, accountId }, headers });
  const bid = {
    auctionItemId: itemIds[0] ?? '',
    price: 10,
    quantity: 100,
    bidderPartialFulfillment: false,
  };
  const place = (who: SignedIn) => w.call(who, placeInitialBids, { params: { id }, body: { bids: [bid] } });
  return { id, bidderId, list, replace, place };
}

test('another company takes the place of a bidder; other bidders stay as they were; both users get an email', async () => {
  const { id, bidderId, list, replace } = await auction();
  const others = async () => (await list()).filter(({ accountId }) => accountId === third.accountId);
  const before = await others();
  const { status, data } = await replace(right);
  expect([status, data.accountId, data.termsAcceptedAt]).toEqual([200, right.accountId, null]);
  expect(data.bidderId).not.toBe(bidderId);
  expect(await others()).toEqual(before);
  expect((await list()).map(({ accountId }) => accountId)).not.toContain(wrong.accountId);
  const lines = (await w.call(admin, listAuditLines, { query: `?search=${id}&act=replaceBidder` })).data.items;
  expect(lines).toHaveLength(1);
  const { rows } = await sql<{ email: string; subject: string }>`
    select u.username as email, o.subject from outbox o join app_user u on u.email = o.recipient
    where u.id in (${wrong.userId}, ${right.userId}) order by o.subject`.execute(w.database.db);
  expect(rows).toEqual([
    { email: wrong.username, subject: expect.stringContaining('No longer a bidder') },
    { email: right.username, subject: expect.stringContaining('You’re a bidder') },
  ]);
});

test('the sealed bids of the former bidder are cancelled after a confirmation that lists them', async () => {
  const { list, replace, place } = await auction();
  expect([(await place(wrong)).status, (await place(third)).status]).toEqual([200, 200]);
  const asked = await replace(right);
  expect(asked).toMatchObject({ code: 'bids_would_be_cancelled', params: { count: 1 } });
  expect(await list()).toHaveLength(2);
  const confirmation = String(asked.params?.['confirmation']);
  expect((await replace(right, { [CONFIRMATION_HEADER]: confirmation })).status).toBe(200);
  const counts = new Map((await list()).map(({ accountId, bidCount }) => [accountId, bidCount]));
  expect([counts.get(right.accountId), counts.get(third.accountId)]).toEqual([0, 1]);
});

test('a company that may not bid is refused at its field, and the former bidder stays', async () => {
  const { list, replace } = await auction();
  const before = await list();
  expect((await replace(owner)).fields).toMatchObject({ accountId: { code: 'bidder_is_owner' } });
  expect((await replace(third)).fields).toMatchObject({ accountId: { code: 'bidder_exists' } });
  expect((await replace(wrong)).fields).toMatchObject({ accountId: { code: 'bidder_exists' } });
  const unknown = { userId: right.userId, accountId: third.accountId };
  expect((await replace(unknown)).fields).toMatchObject({ accountId: { code: 'bidder_account_unknown' } });
  expect(await list()).toEqual(before);
});

test('refuses it after the start, and for a bidder of a public auction who accepted the terms', async () => {
  const started = await auction({ startsIn: -60 });
  expect((await started.replace(right)).code).toBe('auction_has_started');
  const open = await auction({ isPrivate: false });
  expect((await open.replace(right)).code).toBe('bidder_not_removable_from_public');
});

test('a bidder whom an administrator added to a public auction can be replaced until it accepts the terms', async () => {
  const { id, replace } = await auction({ isPrivate: false });
  await sql`update bidder set terms_accepted_at = null, terms_version = null where auction_id = ${id}`.execute(
    w.database.db,
  );
  expect((await replace(right)).status).toBe(200);
});
