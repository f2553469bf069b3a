import { SETTLEMENT_DEFAULTS } from '#domain/settlement/terms.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import {
  aBidOn,
  AN_ITEM,
  BECAUSE,
  draft,
  ended,
  live,
  logged,
  liveWithBid,
  owned,
  paused,
  returned,
  upcoming,
  withBid,
  withRequest,
} from '#testing/permissions/auction-scenes.ts';
import type { Row, Rows, SetUp } from '#testing/permissions/row.ts';
import type { Stage } from '#testing/permissions/stage.ts';

const BY_USERS = ['public', 'private', 'draft', 'foreign', 'missing'] as const;
const PARTS = ['public', 'private', 'draft', 'foreign', 'mixed', 'missing'] as const;
const BY_ADMINS = ['public', 'foreign', 'missing'] as const;

/** Returns a row for users. At `draft`, every row has the same draft, because only administrators can see drafts. */
const user = (setUp: SetUp, row: Row = {}): Row => ({
  places: row.parts ? PARTS : BY_USERS,
  ...row,
  setUp: (stage, place, who) => (place === 'draft' ? draft : setUp)(stage, place, who),
});
const admin = (setUp: SetUp, row: Row = {}): Row => ({ places: BY_ADMINS, setUp, ...row });

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const settings = (ownerAccountId: string) => ({
  title: 'Perak hydro',
  auctionType: 'Forward',
  isPrivate: true,
  startTime: inHours(1),
  endTime: inHours(2),
  minimumRecQuantity: 1,
  minimumBiddingRecQuantity: 1,
  sellerProcessingFee: 0,
  buyerProcessingFee: 0,
  spotRecs: false,
  tickSizeId: null,
  ownerAccountId,
});

export const pictureFor =
  (type: string) =>
  ({ png }: Pick<Stage, 'png'>): FormData => {
    const form = new FormData();
    form.set('File', new File([png], 'x.png'));
    form.set('Type', type);
    return form;
  };
const form = pictureFor('AuctionDetail');
const detail = () => ({ thumbnailId: null });
const item = () => AN_ITEM;
const because = () => BECAUSE;

const ITEM = { parts: ['itemId'] } as const;
const BID = { parts: ['bidId'] } as const;

const OF_USERS: Rows = {
  'GET /user/auctions/{id}': user(upcoming),
  'GET /user/auctions/{id}/settlement-terms': user(upcoming),
  'POST /user/auctions/{id}/registrations': user(upcoming, {
    body: (_, { accountId }) => ({ accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION }),
  }),
  'POST /user/auctions/{id}/initial-bids': user(upcoming, { body: (scene) => ({ bids: [aBidOn(scene)] }) }),
  'POST /user/auctions/{id}/bids': user(live, { body: aBidOn }),
  'DELETE /user/auctions/{id}/bids/{bidId}': user(withBid, BID),
  'GET /user/auctions/{id}/bids': user(withBid),
  'GET /user/auctions/{id}/cancelled-bids': user(withBid),
  'DELETE /user/auctions/{id}/cancelled-bids': user(withBid),
  'GET /user/auctions/{id}/bid-history': user(withBid),
  'GET /user/auctions/bid-history-logs/{id}/export': user(withBid),
  'GET /user/auctions/{id}/token': user(liveWithBid),
  'GET /user/auctions/{id}/result': user(ended),
  'GET /user/auctions/{id}/won-bids/export': user(ended),
  'GET /user/auctions/{id}/award-statement': user(ended),
  'GET /user/auctions/{id}/record': user(ended),
  'GET /user/auctions/{id}/log-proof': user(logged),
  'PUT /auctions/{id}/watch': user(upcoming),
  'DELETE /auctions/{id}/watch': user(upcoming),
};

const OF_OWNERS: Rows = {
  'POST /seller/auctions/{id}/details/images': user(owned, { form }),
  'PUT /seller/auctions/{id}/details': user(owned, { body: detail }),
  'GET /seller/auctions/{id}/available-items': user(owned),
  'POST /seller/auctions/{id}/items': user(owned, { body: item }),
  'PUT /seller/auctions/{id}/items/{itemId}': user(owned, { ...ITEM, body: item }),
  'DELETE /seller/auctions/{id}/items/{itemId}': user(owned, ITEM),
  'GET /seller/get-my-auction-changes-request/{id}': user(withRequest),
  'POST /seller/request-add-auction-items': user(owned, {
    body: ({ id }) => ({ auctionId: id, version: null, items: [AN_ITEM] }),
  }),
  'PUT /seller/request-update-auction-items': user(owned, {
    ...ITEM,
    body: ({ id, itemId }) => ({ auctionId: id, version: null, items: [{ ...AN_ITEM, auctionItemId: itemId }] }),
  }),
  'POST /seller/request-delete-auction-items': user(owned, {
    ...ITEM,
    body: ({ id, itemId }) => ({ auctionId: id, version: null, auctionItemIds: [itemId] }),
  }),
  'DELETE /seller/delete-auction-item-request/{id}': user(withRequest, { id: 'changeId' }),
  'POST /seller/resend-changes-request/{id}': user(returned, { body: () => ({ version: 2 }) }),
};

const ofItems = (write: (itemId: string) => object): Row =>
  admin(upcoming, { body: ({ id, itemId }) => ({ auctionId: id, ...write(itemId) }) });

const OF_ADMINS: Rows = {
  'POST /admin/auctions': { body: (_, __, { people }) => settings(people.seller.accountId) },
  'GET /admin/auctions/{id}': admin(upcoming),
  'GET /admin/auctions/{id}/settlement-terms': admin(upcoming),
  'PUT /admin/auctions/{id}/settlement-terms': admin(upcoming, { body: () => SETTLEMENT_DEFAULTS.USD }),
  'PUT /admin/auctions/{id}': admin(upcoming, { body: ({ accountId }) => settings(accountId) }),
  'DELETE /admin/auctions/{id}': admin(upcoming),
  'DELETE /admin/auctions/{id} – of a draft': admin(draft),
  'DELETE /admin/auctions/{id} – after its start': admin(live),
  'POST /admin/auctions/{id}/confirmation': admin(draft),
  'POST /admin/auctions/{id}/confirmation – of no draft': admin(upcoming),
  'GET /admin/auctions/{id}/available-items': admin(upcoming),
  'POST /admin/auctions/{id}/items': admin(upcoming, { body: item }),
  'PUT /admin/auctions/{id}/items/{itemId}': admin(upcoming, { body: item }),
  'DELETE /admin/auctions/{id}/items/{itemId}': admin(upcoming),
  'POST /admin/add-auction-items': ofItems(() => ({ items: [AN_ITEM] })),
  'PUT /admin/update-auction-items': ofItems((itemId) => ({ items: [{ ...AN_ITEM, auctionItemId: itemId }] })),
  'POST /admin/delete-auction-items': ofItems((itemId) => ({ auctionItemIds: [itemId] })),
  'POST /admin/auctions/{id}/details/images': admin(upcoming, { form }),
  'PUT /admin/auctions/{id}/details': admin(upcoming, { body: detail }),
  'GET /admin/get-auction-changes-request/{id}': admin(withRequest),
  'POST /admin/approve-auction-input-from-seller/{id}': admin(withRequest, { body: () => ({ version: 1 }) }),
  'POST /admin/resubmit-changes-request/{id}': admin(withRequest, {
    id: 'requestId',
    body: ({ id }) => ({ auctionId: id, message: 'again' }),
  }),
};

const OF_BIDDERS: Rows = {
  'GET /admin/auctions/{id}/bidders': admin(upcoming),
  'POST /admin/auctions/{id}/bidders': admin(live, {
    body: (_, __, { people: { stranger } }) => ({
      buyers: [{ userId: stranger.userId, accountId: stranger.accountId, maxQuantity: null }],
    }),
  }),
  'GET /admin/auctions/{id}/bidders/export': admin(upcoming),
  'GET /admin/auctions/{id}/bidder-candidates': admin(upcoming),
  'POST /admin/auctions/{id}/bidder-candidates': admin(upcoming, { body: () => ({ text: 'anna' }) }),
  'PUT /admin/auctions/{id}/bidders/{bidderId}': admin(upcoming, { body: () => ({ maxQuantity: 5 }) }),
  'GET /admin/auctions/{id}/related-bidders': admin(upcoming),
  'POST /admin/auctions/{id}/related-bidders': admin(upcoming, {
    // The two companies of this request are not related.
    body: ({ id }) => ({ accountIds: [id, id], removeBidderId: null, reason: 'One family' }),
  }),
  'DELETE /admin/auctions/{id}/bidders/{bidderId}': admin(upcoming),
  'POST /admin/auctions/{id}/bidders/{bidderId}/replacement': admin(upcoming, {
    body: (_, __, { people: { stranger } }) => ({ userId: stranger.userId, accountId: stranger.accountId }),
  }),
  'GET /admin/auctions/{id}/notifications': admin(upcoming),
  'POST /admin/auctions/{id}/notification': admin(upcoming),
  'GET /admin/auctions/{id}/token': admin(live),
  'POST /admin/auctions/{id}/bids/{bidId}/cancel': admin(withBid, { body: because }),
  'POST /admin/auctions/{id}/bids': admin(upcoming, {
    body: (scene) => ({ ...aBidOn(scene), bidderId: scene.bidderId, reason: 'by phone' }),
  }),
  'POST /admin/auctions/{id}/pause': admin(live, { body: because }),
  'POST /admin/auctions/{id}/resume': admin(paused, { body: because }),
  'POST /admin/auctions/{id}/extend': admin(live, { body: () => ({ ...BECAUSE, until: inHours(2) }) }),
  'POST /admin/auctions/{id}/annul': admin(live, { body: because }),
  'GET /admin/auctions/{id}/bid-history': admin(withBid),
  'GET /admin/auctions/bid-history-logs/{id}/export': admin(withBid),
  'GET /admin/auctions/{id}/result': admin(ended),
  'POST /admin/auctions/{id}/rehearsal': admin(upcoming, { body: () => ({ minutes: 5, bidders: 2 }) }),
  'DELETE /admin/auctions/{id}/rehearsal': admin(upcoming),
  'GET /admin/auctions/{id}/won-bids/export': admin(ended),
  // In an auction that is not closed, a bid has not won anything yet.
  'PUT /admin/auction-items/{id}/release': admin(liveWithBid, {
    id: 'itemId',
    body: ({ bidId }) => ({ bids: [{ bidId, quantity: 1 }], remark: 'agreed' }),
  }),
  'GET /admin/auctions/{id}/record': admin(ended),
  'GET /admin/auctions/{id}/log-proof': admin(logged),
  'GET /admin/auctions/{id}/award-statement': admin(ended),
};

export const auctionRows: Rows = { ...OF_USERS, ...OF_OWNERS, ...OF_ADMINS, ...OF_BIDDERS };
