import { returned, upcoming, draft, live, withBid, withRequest, paused } from '#testing/permissions/auction-scenes.ts';
import { pictureFor } from '#testing/permissions/auction-rows.ts';
import { again, by, idAt, listAt, part, type Run, type Way } from '#testing/permissions/ways-back.ts';
import { updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/auction/image.ts';

const AUCTION = '/admin/auctions/{id}';
const ITEMS = '/admin/auctions/{id}/available-items';
const OWN_ITEMS = '/seller/auctions/{id}/available-items';
const BIDDERS = '/admin/auctions/{id}/bidders';
const REQUEST = '/seller/get-my-auction-changes-request/{id}';

const first = (reply: unknown): unknown => (reply as readonly unknown[])[0];

/** Uploads a picture and shows it in lists. */
async function showPicture({ stage, scene: { id }, name }: Run): Promise<void> {
  const [upload, save, who] = name.includes('/admin/')
    ? ([uploadImage, updateDetails, stage.people.admin] as const)
    : ([uploadOwnImage, updateOwnDetails, stage.people.seller] as const);
  const params = { id };
  const { data } = await stage.w.call(who, upload, { params, form: pictureFor('AuctionThumbnail')(stage) });
  await stage.w.call(who, save, { params, body: { thumbnailId: data.id } });
}
const picture: Way = {
  prepare: showPicture,
  see: async ({ read }) => part(await read(AUCTION, 'admin'), 'thumbnail') !== null,
  back: showPicture,
};

/** A change of the owner's request. The way back takes the change back. */
const requested: Way = {
  see: async ({ read }) => listAt((await read(REQUEST)) ?? { changes: [] }, 'changes').length,
  back: async ({ call, reply }) =>
    call('DELETE /seller/delete-auction-item-request/{id}', { ids: { changeId: idAt(reply, 'changes.0.id') } }),
};

const decision = (one: string, other: string, reason: string) => ({
  accountIds: [one, other],
  removeBidderId: null,
  reason,
});

const isPaused = async ({ read }: Run) => part(await read(AUCTION), 'pausedAt') !== null;

const bidders: Way['see'] = async ({ read }) => listAt(await read(BIDDERS)).map((one) => part(one, 'username'));

export const AUCTION_WAYS: Readonly<Record<string, Way>> = {
  'POST /admin/auctions': by('DELETE /admin/auctions/{id}', '/admin/auctions?limit=100', ({ reply }) => ({
    id: idAt(reply),
  })),
  'PUT /admin/auctions/{id}': again(AUCTION),
  'POST /admin/auctions/{id}/confirmation': {
    setUp: draft,
    see: async ({ read }) => part(await read('/admin/auctions?limit=100&status=upcoming'), 'total'),
    back: ({ call }) => call('DELETE /admin/auctions/{id}'),
  },
  'PUT /admin/auctions/{id}/settlement-terms': again('/admin/auctions/{id}/settlement-terms', {
    patch: { paymentDays: 9 },
  }),
  'PUT /admin/auctions/{id}/details': picture,
  'PUT /seller/auctions/{id}/details': picture,
  'POST /admin/auctions/{id}/items': by('DELETE /admin/auctions/{id}/items/{itemId}', ITEMS, ({ reply }) => ({
    itemId: idAt(reply, 'auctionItemId'),
  })),
  'PUT /admin/auctions/{id}/items/{itemId}': again(ITEMS, { find: first }),
  'PUT /admin/update-auction-items': again(ITEMS, {
    toBody: (items, { scene }) => ({ auctionId: scene.id, items: Object.values(items) }),
  }),
  'POST /admin/delete-auction-items': {
    see: ({ read }) => read(ITEMS),
    back: ({ call, before, scene }) =>
      call('POST /admin/add-auction-items', { body: { auctionId: scene.id, items: [first(before)] } }),
  },
  'POST /seller/auctions/{id}/items': by('DELETE /seller/auctions/{id}/items/{itemId}', OWN_ITEMS, ({ reply }) => ({
    itemId: idAt(reply, 'auctionItemId'),
  })),
  'PUT /seller/auctions/{id}/items/{itemId}': again(OWN_ITEMS, { find: first }),
  'POST /seller/request-add-auction-items': requested,
  'POST /seller/request-delete-auction-items': requested,
  'PUT /seller/request-update-auction-items': requested,
  'DELETE /seller/delete-auction-item-request/{id}': {
    see: requested.see ?? (async () => undefined),
    back: ({ call }) => call('POST /seller/request-add-auction-items'),
  },
  'POST /seller/resend-changes-request/{id}': {
    setUp: returned,
    back: ({ call }) => call('DELETE /seller/delete-auction-item-request/{id}'),
  },
  'POST /admin/resubmit-changes-request/{id}': {
    setUp: withRequest,
    see: async ({ read }) => part(await read('/admin/get-auction-changes-request/{id}'), 'status'),
    back: ({ call }) => call('POST /seller/resend-changes-request/{id}', { who: 'seller' }),
  },
  'POST /admin/auctions/{id}/bidders': {
    setUp: upcoming,
    place: 'private',
    see: bidders,
    back: async ({ call, read, stage }) => {
      const all = listAt(await read(BIDDERS));
      const added = all.find((one) => part(one, 'accountId') === stage.people.stranger.accountId);
      await call('DELETE /admin/auctions/{id}/bidders/{bidderId}', { ids: { bidderId: idAt(added, 'bidderId') } });
    },
  },
  'PUT /admin/auctions/{id}/bidders/{bidderId}': again(BIDDERS, {
    find: (reply, { scene }) => listAt(reply).find((one) => part(one, 'bidderId') === scene.bidderId),
    toBody: (bidder) => ({ maxQuantity: part(bidder, 'maxQuantity') }),
  }),
  'POST /admin/auctions/{id}/bidders/{bidderId}/replacement': {
    place: 'private',
    see: bidders,
    back: async ({ call, reply, stage: { people } }) => {
      const { userId, accountId } = people.trader;
      const ids = { bidderId: idAt(reply, 'bidderId') };
      await call('POST /admin/auctions/{id}/bidders/{bidderId}/replacement', { ids, body: { userId, accountId } });
    },
  },
  'POST /admin/auctions/{id}/related-bidders': {
    // Two bidders with the same phone number are related.
    prepare: async ({ stage: { w, people } }) => {
      const ids = [people.trader.accountId, people.barred.accountId];
      await w.database.db
        .updateTable('account')
        .set({ contact_number: '+60312345678' })
        .where('id', 'in', ids)
        .execute();
    },
    body: ({ stage: { people } }) => decision(people.trader.accountId, people.barred.accountId, 'One secretary'),
    back: ({ call, name, stage: { people } }) =>
      call(name, { body: decision(people.trader.accountId, people.barred.accountId, 'One family') }),
  },
  'POST /admin/auctions/{id}/rehearsal': { back: ({ call }) => call('DELETE /admin/auctions/{id}/rehearsal') },
  'POST /admin/auctions/{id}/pause': {
    setUp: live,
    see: isPaused,
    back: ({ call }) => call('POST /admin/auctions/{id}/resume'),
  },
  'POST /admin/auctions/{id}/resume': {
    setUp: paused,
    see: isPaused,
    back: ({ call }) => call('POST /admin/auctions/{id}/pause'),
  },
  'POST /admin/deleted-auctions/{id}/restoration': by(
    'DELETE /admin/auctions/{id}',
    '/admin/auctions?limit=100',
    ({ reply }) => ({ id: idAt(reply) }),
  ),
  'PUT /auctions/{id}/watch': {
    see: async ({ read }) => part(await read('/user/auctions/{id}'), 'isWatched'),
    back: ({ call }) => call('DELETE /auctions/{id}/watch'),
  },
  'DELETE /auctions/{id}/watch': {
    prepare: async ({ call }) => void (await call('PUT /auctions/{id}/watch')),
    see: async ({ read }) => part(await read('/user/auctions/{id}'), 'isWatched'),
    back: ({ call }) => call('PUT /auctions/{id}/watch'),
  },
  'POST /user/auctions/{id}/initial-bids': {
    setUp: upcoming,
    see: async ({ read }) => ((await read('/user/auctions/{id}/bids')) as readonly unknown[]).length,
    back: ({ call, reply }) =>
      call('DELETE /user/auctions/{id}/bids/{bidId}', { ids: { bidId: idAt(reply, 'bids.0.bidId') } }),
  },
  'DELETE /user/auctions/{id}/bids/{bidId}': {
    setUp: withBid,
    see: async ({ read }) => ((await read('/user/auctions/{id}/bids')) as readonly unknown[]).length,
    back: ({ call }) => call('POST /user/auctions/{id}/initial-bids'),
  },
};
