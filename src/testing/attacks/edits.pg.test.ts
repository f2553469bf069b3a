import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  deleteAuction,
  deleteItem,
  getAuctionAsUser,
  registerForAuction,
  updateAuction,
  updateItem,
} from '#contract/auction/auction.ts';
import {
  addOwnItem,
  approveRequest,
  deleteOwnItem,
  getOwnChangeRequest,
  requestUpdateItems,
  updateOwnItem,
} from '#contract/auction/change-request.ts';
import { updateOwnDetails } from '#contract/auction/image.ts';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import type { Route } from '#contract/basics/route.ts';
import { addBidders, removeBidder, updateBidder } from '#contract/bidder/bidder.ts';
import { dismissCancelledBids, listCancelledBids, listOwnBids, placeInitialBids } from '#contract/bidding/bidding.ts';
import { updateMaxBidQuantity } from '#contract/company/company.ts';
import { makeWebhook } from '#contract/company/webhook.ts';
import { listNotices } from '#contract/notice.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { confirmCancellation } from '#testing/world/confirm-cancellation.ts';
import { savedSettings } from '#testing/world/saved-settings.ts';
import { world, type Answer, type CallInput, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a seller tries to have a rival's sealed bid cancelled just before the start, so that a friend is alone
 * in the room.
 */
let w: World;
let admin: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  w = await world();
  [admin, seller] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}) =>
  insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    startsIn: 1_800,
    ...wish,
  });

/** Returns the item of `anAuction` as a request contains it. */
const item = (change: object = {}) => ({
  ...LEFT_EMPTY,
  recCountry: 'MY' as const,
  recFuelType: 'Hydro' as const,
  vintageYear: 2020,
  vintagePeriod: 'FullYear' as const,
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15_000,
  description: '',
  ...change,
});

const bid = (who: SignedIn, auctionId: string, auctionItemId: string, quantity = 400) =>
  w.call(who, placeInitialBids, {
    params: { id: auctionId },
    body: { bids: [{ auctionItemId, price: 5, quantity, bidderPartialFulfillment: true }] },
  });

const bidsOf = async (who: SignedIn, id: string) => (await w.call(who, listOwnBids, { params: { id } })).data.length;

/**
 * Sends a call that would cancel bids. The server refuses the call and lists these bids. Then repeats the call with the
 * administrator's consent to cancel them.
 */
const confirmed = <R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> =>
  confirmCancellation(w, admin, route, input);

async function mailsTo(who: SignedIn): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select subject || e'\n' || body as text from outbox
    where recipient = ${`${who.username}@example.test`} and subject like 'Bids cancelled%'`.execute(w.database.db);
  return rows.map(({ text }) => text);
}

const noticesOf = async (who: SignedIn) =>
  (await w.call(who, listNotices)).data.items.filter(({ kind }) => kind === 'bidsCancelled');

test('the owner cannot drop a rival’s sealed bid: it needs a change request, which nobody can approve in the last ten minutes', async () => {
  const [friend, rival] = await Promise.all([w.signedIn(), w.signedIn()]);
  const { auctionId, itemIds } = await anAuction({ bidders: [{ person: friend }, { person: rival }] });
  const itemId = itemIds[0] ?? '';
  const params = { id: auctionId };
  const seen = async () => (await w.call(seller, getAuctionAsUser, { params })).data.changesByRequest;
  expect(await seen()).toBe(false);
  expect((await w.call(seller, updateOwnItem, { params: { ...params, itemId }, body: item() })).status).toBe(200);
  expect((await bid(friend, auctionId, itemId, 1_000)).status).toBe(200);
  expect((await bid(rival, auctionId, itemId)).status).toBe(200);
  expect(await seen()).toBe(true);
  expect((await w.call(rival, getAuctionAsUser, { params })).data.changesByRequest).toBe(false);

  const body = item({ minQuantity: 1_000 });
  const direct = [
    await w.call(seller, updateOwnItem, { params: { ...params, itemId }, body }),
    await w.call(seller, deleteOwnItem, { params: { ...params, itemId } }),
    await w.call(seller, addOwnItem, { params, body: item({ recFuelType: 'Solar' }) }),
  ];
  expect(direct.map(({ status, code }) => [status, code])).toEqual(direct.map(() => [409, 'change_request_required']));

  const wish = { auctionId, version: null, items: [{ ...body, auctionItemId: itemId }] };
  const request = (await w.call(seller, requestUpdateItems, { body: wish })).data;
  await moveAuction(w.database.db, auctionId, 599, 3_600);
  const approval = { params, body: { version: request?.version ?? 0 } };
  expect(await w.call(admin, approveRequest, approval)).toMatchObject({
    status: 409,
    code: 'change_request_too_late',
    params: { minutes: 10 },
  });
  expect((await w.call(seller, getOwnChangeRequest, { params })).data?.status).toBe('Pending');
  expect(await bidsOf(rival, auctionId)).toBe(1);
  await moveAuction(w.database.db, auctionId, 900, 3_600);
  expect((await confirmed(approveRequest, approval)).status).toBe(200);
  expect(await bidsOf(rival, auctionId)).toBe(0);
});

test('without sealed bids the owner edits items, and requests are approved, until the start', async () => {
  const { auctionId, itemIds } = await anAuction({ startsIn: 60 });
  const itemId = itemIds[0] ?? '';
  const items = [{ ...item({ minQuantity: 10 }), auctionItemId: itemId }];
  const request = (await w.call(seller, requestUpdateItems, { body: { auctionId, version: null, items } })).data;
  const body = { version: request?.version ?? 0 };
  expect((await w.call(admin, approveRequest, { params: { id: auctionId }, body })).status).toBe(200);
  const params = { id: auctionId, itemId };
  expect((await w.call(seller, updateOwnItem, { params, body: item() })).status).toBe(200);
});

test('an administrator confirms the cancellation of bids by an edit, and again if another bid was placed in the meantime', async () => {
  const [rival, late] = await Promise.all([w.signedIn(), w.signedIn()]);
  const { auctionId, itemIds } = await anAuction({ bidders: [{ person: rival }, { person: late }] });
  const params = { id: auctionId, itemId: itemIds[0] ?? '' };
  await bid(rival, auctionId, params.itemId);
  const edit = (confirmation?: string) =>
    w.call(admin, updateItem, {
      params,
      body: item({ minQuantity: 500 }),
      ...(confirmation !== undefined && { headers: { [CONFIRMATION_HEADER]: confirmation } }),
    });
  const confirmationOf = ({ params: told }: { readonly params?: Record<string, unknown> | undefined }): string =>
    told?.['confirmation'] as string;
  const asked = await edit();
  expect(asked).toMatchObject({ status: 409, code: 'bids_would_be_cancelled', params: { count: 1 } });
  expect(asked.details).toEqual([
    {
      bidId: expect.any(String) as string,
      auction: 'Hydro and solar, Peninsular Malaysia',
      company: `Company of ${rival.username}`,
      item: 'MY.Hydro.2020',
      price: 5,
      quantity: 400,
      cause: 'Minimum quantity is 500',
    },
  ]);
  // Nothing was saved, and a made-up confirmation is refused.
  expect(await bidsOf(rival, auctionId)).toBe(1);
  expect((await edit('0')).code).toBe('bids_would_be_cancelled');
  await bid(late, auctionId, params.itemId);
  const again = await edit(confirmationOf(asked));
  expect(again).toMatchObject({ code: 'bids_would_be_cancelled', params: { count: 2 } });
  expect((await edit(confirmationOf(again))).status).toBe(200);
  expect([await bidsOf(rival, auctionId), await bidsOf(late, auctionId)]).toEqual([0, 0]);
  // An edit that cancels nothing needs no confirmation.
  expect((await edit()).status).toBe(200);
});

test('a bidder whose bid an edit cancels gets a notification, an email, a webhook event and a message on the entry page', async () => {
  const rival = await w.signedIn();
  const { auctionId, itemIds } = await anAuction({ bidders: [{ person: rival }] });
  const params = { id: auctionId };
  const itemId = itemIds[0] ?? '';
  const hook = { url: 'https://example.com', kinds: ['bid.cancelled' as const] };
  expect((await w.call(rival, makeWebhook, { params: { id: rival.accountId }, body: hook })).status).toBe(200);
  await bid(rival, auctionId, itemId);
  await confirmed(updateItem, { params: { ...params, itemId }, body: item({ minQuantity: 500 }) });

  expect(await noticesOf(rival)).toMatchObject([{ quantity: 1, auction: { id: auctionId } }]);
  const mails = await mailsTo(rival);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('MY.Hydro.2020, 5.00 × 400 RECs: Minimum quantity is 500');
  const { rows } = await sql<{ body: string }>`
    select body from webhook_delivery where kind = 'bid.cancelled'`.execute(w.database.db);
  expect(rows.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    {
      type: 'bid.cancelled',
      data: { auctionId, bids: [{ auctionItemId: itemId, price: 5, quantity: 400, cause: 'minimum_quantity_is' }] },
    },
  ]);
  const listed = async () => (await w.call(rival, listCancelledBids, { params })).data;
  expect(await listed()).toMatchObject([
    { itemName: 'MY.Hydro.2020', bidValue: 5, bidRECQuantity: 400, cause: 'Minimum quantity is 500' },
  ]);
  // A new bid removes the message from the list. Dismissing the message also removes it.
  await bid(rival, auctionId, itemId, 600);
  expect(await listed()).toEqual([]);
  await confirmed(deleteItem, { params: { ...params, itemId } });
  expect(await listed()).toMatchObject([{ itemName: 'MY.Hydro.2020' }, { cause: 'Item deleted' }]);
  expect((await w.call(rival, dismissCancelledBids, { params })).status).toBe(200);
  expect(await listed()).toEqual([]);
});

test('every edit that cancels bids asks the administrator and informs the bidder', async () => {
  const TITLE = 'Hydro and solar, Peninsular Malaysia';
  const { db } = w.database;
  const tick = await db
    .insertInto('tick_size')
    .values({ id: seller.accountId, name: 'Two', price_step_cents: 200 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ways: readonly ((at: { id: string; bidderId: string; rival: SignedIn }) => Promise<Answer<Route>>)[] = [
    async ({ id }) =>
      confirmed(updateAuction, {
        params: { id },
        body: { ...(await savedSettings(w, admin, id)), tickSizeId: tick.id },
      }),
    ({ id, bidderId }) => confirmed(updateBidder, { params: { id, bidderId }, body: { maxQuantity: 100 } }),
    ({ id, bidderId }) => confirmed(removeBidder, { params: { id, bidderId } }),
    ({ rival }) => confirmed(updateMaxBidQuantity, { params: { id: rival.accountId }, body: { maxBidQuantity: 100 } }),
    ({ id }) => confirmed(deleteAuction, { params: { id } }),
  ];
  for (const [at, way] of ways.entries()) {
    const rival = await w.signedIn();
    const { auctionId, itemIds, bidderIds } = await anAuction({ bidders: [{ person: rival }] });
    await bid(rival, auctionId, itemIds[0] ?? '');
    const done = await way({ id: auctionId, bidderId: bidderIds[0] ?? '', rival });
    expect([at, done.status]).toEqual([at, 200]);
    // If an account is changed, the server settles the account's auctions just after the change (decision 60).
    await expect.poll(() => noticesOf(rival)).toMatchObject([{ auction: { id: auctionId, title: TITLE } }]);
    expect([at, await mailsTo(rival)]).toMatchObject([at, [expect.stringContaining(TITLE) as string]]);
  }
});

test('a bid that no longer fits is not cancelled silently by the next change of the auction', async () => {
  const [first, second, third] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  const changes: readonly ((auctionId: string) => Promise<{ code: string }>)[] = [
    (id) => w.call(seller, updateOwnDetails, { params: { id }, body: { thumbnailId: null } }),
    (id) =>
      w.call(second, registerForAuction, {
        params: { id },
        body: { accountId: second.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
      }),
    (id) =>
      w.call(admin, addBidders, {
        params: { id },
        body: { buyers: [{ userId: third.userId, accountId: third.accountId, maxQuantity: null }] },
      }),
  ];
  for (const [index, change] of changes.entries()) {
    await w.database.db
      .updateTable('account')
      .set({ max_bid_quantity: 500 })
      .where('id', '=', first.accountId)
      .execute();
    const { auctionId, itemIds } = await anAuction({ bidders: [{ person: first }], isPrivate: false });
    expect((await bid(first, auctionId, itemIds[0] ?? '')).status).toBe(200);
    // The company's maximum is already lower, but this auction is not settled yet.
    await w.database.db
      .updateTable('account')
      .set({ max_bid_quantity: 50 })
      .where('id', '=', first.accountId)
      .execute();
    expect((await change(auctionId)).code).toBe('Success');
    expect(await bidsOf(first, auctionId)).toBe(0);
    expect([(await noticesOf(first)).length, (await mailsTo(first)).length]).toEqual([index + 1, index + 1]);
  }
});
