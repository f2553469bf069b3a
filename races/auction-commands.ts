import * as auctions from '#contract/auction.ts';
import { addBidders, removeBidder, updateBidder } from '#contract/bidder.ts';
import { placeBid, placeInitialBids } from '#contract/bidding.ts';
import { annulAuction, extendAuction, pauseAuction } from '#contract/conduct.ts';
import { uploadImage } from '#contract/image.ts';
import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { notifyBidders } from '#contract/notification.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { aPng } from '#testing/image-builders.ts';
import { LEFT_EMPTY } from '#testing/item-builders.ts';
import type { Stage } from './stage.ts';
import type { Command } from './command.ts';

const reason = 'because';
const ofUpcoming = ({ upcoming }: Stage, more: Record<string, string> = {}) => ({ id: upcoming.auctionId, ...more });
const ofLive = ({ live }: Stage) => ({ id: live.auctionId });
const aBid = (auctionItemId = '', quantity = 10) => ({
  auctionItemId,
  price: 5,
  quantity,
  bidderPartialFulfillment: true,
});
const image = new FormData();
image.set('File', new File([new Uint8Array(await aPng())], 'plant.png'));
image.set('Type', 'AuctionDetail');
const anItem = {
  recCountry: 'MY',
  recFuelType: 'Wind',
  vintageYear: 2019,
  vintagePeriod: 'FullYear',
  recQuantity: 50,
  partialFulfillment: true,
  minimumBidPrice: 1,
  maximumBidPrice: 100,
  ...LEFT_EMPTY,
};

/** What is done to an auction before its start, and while it is live. */
export const AUCTION_COMMANDS: readonly Command[] = [
  {
    name: 'register',
    rows: ['company', 'member', 'upcoming', 'seats'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.trader,
      route: auctions.registerForAuction,
      params: ofUpcoming(s),
      body: { accountId: s.owner.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    }),
  },
  {
    name: 'admit trader',
    rows: ['member', 'upcoming', 'seats'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.admin,
      route: addBidders,
      params: ofUpcoming(s),
      body: { buyers: [{ userId: s.trader.userId, accountId: s.owner.accountId, maxQuantity: null }] },
    }),
  },
  {
    name: 'admit owner',
    rows: ['seats', 'upcoming', 'live'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.admin,
      route: addBidders,
      params: ofLive(s),
      body: { buyers: [{ userId: s.owner.userId, accountId: s.otherAccountId, maxQuantity: null }] },
    }),
  },
  {
    name: 'initial bid',
    rows: ['upcoming'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.trader,
      route: placeInitialBids,
      params: ofUpcoming(s),
      body: { bids: [aBid(s.upcoming.itemIds[0])] },
    }),
  },
  {
    name: 'add item',
    rows: ['upcoming'],
    call: (s) => ({ who: s.admin, route: auctions.addItem, params: ofUpcoming(s), body: anItem }),
  },
  {
    name: 'delete item',
    rows: ['upcoming'],
    call: (s) => ({
      who: s.admin,
      route: auctions.deleteItem,
      params: ofUpcoming(s, { itemId: s.upcoming.itemIds[0] ?? '' }),
    }),
  },
  {
    name: 'delete auction',
    rows: ['upcoming'],
    call: (s) => ({ who: s.admin, route: auctions.deleteAuction, params: ofUpcoming(s) }),
  },
  {
    name: 'upload image',
    rows: ['upcoming'],
    call: (s) => ({ who: s.admin, route: uploadImage, params: ofUpcoming(s), form: image }),
  },
  { name: 'notify', rows: ['upcoming'], call: (s) => ({ who: s.admin, route: notifyBidders, params: ofUpcoming(s) }) },
  { name: 'watch', rows: ['upcoming'], call: (s) => ({ who: s.trader, route: watchAuction, params: ofUpcoming(s) }) },
  {
    name: 'unwatch',
    rows: ['upcoming'],
    call: (s) => ({ who: s.trader, route: unwatchAuction, params: ofUpcoming(s) }),
  },
  {
    name: 'rehearse',
    rows: ['upcoming'],
    call: (s) => ({ who: s.admin, route: startRehearsal, params: ofUpcoming(s), body: { minutes: 5, bidders: 2 } }),
  },
  {
    name: 'end rehearsal',
    rows: ['upcoming'],
    call: (s) => ({ who: s.admin, route: deleteRehearsal, params: ofUpcoming(s) }),
  },
  {
    name: 'limit bidder',
    rows: ['live'],
    call: (s) => ({
      who: s.admin,
      route: updateBidder,
      params: { ...ofLive(s), bidderId: s.live.bidderIds[0] ?? '' },
      body: { maxQuantity: 5 },
    }),
  },
  {
    name: 'remove bidder',
    rows: ['live'],
    call: (s) => ({ who: s.admin, route: removeBidder, params: { ...ofLive(s), bidderId: s.live.bidderIds[0] ?? '' } }),
  },
  {
    name: 'bid',
    rows: ['live', 'member'],
    call: (s) => ({ who: s.trader, route: placeBid, params: ofLive(s), body: aBid(s.live.itemIds[0], 60) }),
  },
  {
    name: 'pause',
    rows: ['live'],
    call: (s) => ({ who: s.admin, route: pauseAuction, params: ofLive(s), body: { reason } }),
  },
  {
    name: 'extend',
    rows: ['live'],
    call: (s) => ({
      who: s.admin,
      route: extendAuction,
      params: ofLive(s),
      body: { reason, until: s.later },
    }),
  },
  {
    name: 'annul',
    rows: ['live'],
    call: (s) => ({ who: s.admin, route: annulAuction, params: ofLive(s), body: { reason } }),
  },
];
