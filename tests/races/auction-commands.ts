import * as auctions from '#contract/auction/auction.ts';
import { uploadImage } from '#contract/auction/image.ts';
import { addBidders, removeBidder, updateBidder } from '#contract/bidder/bidder.ts';
import { notifyBidders } from '#contract/bidder/notification.ts';
import { placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { annulAuction, extendAuction, pauseAuction } from '#contract/bidding/conduct.ts';
import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import type { Stage } from './stage.ts';
import { by, type Command } from './command.ts';

const reason = 'because';
const upcoming = (s: Stage) => ({ id: s.upcoming.auctionId });
const live = (s: Stage) => ({ id: s.live.auctionId });
const firstBidder = (s: Stage) => ({ ...live(s), bidderId: s.live.bidderIds[0] ?? '' });
const aBid = (auctionItemId = '', quantity = 10) => ({
  auctionItemId,
  price: 5,
  quantity,
  bidderPartialFulfillment: true,
});
const aBuyer = (userId: string, accountId: string) => ({
  body: { buyers: [{ userId, accountId, maxQuantity: null }] },
});
const form = new FormData();
form.set('File', new File([new Uint8Array(await aPng())], 'plant.png'));
form.set('Type', 'AuctionDetail');
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

/** Commands on an auction before its start, and while it is live. */
export const AUCTION_COMMANDS: readonly Command[] = [
  {
    name: 'register',
    rows: ['company', 'member', 'upcoming', 'seats'],
    isAlsoLive: true,
    call: by('trader', auctions.registerForAuction, upcoming, ({ owner: { accountId } }) => ({
      body: { accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    })),
  },
  {
    name: 'admit trader',
    rows: ['member', 'upcoming', 'seats'],
    isAlsoLive: true,
    call: by('admin', addBidders, upcoming, ({ trader, owner }) => aBuyer(trader.userId, owner.accountId)),
  },
  {
    name: 'admit owner',
    rows: ['seats', 'upcoming', 'live'],
    isAlsoLive: true,
    call: by('admin', addBidders, live, ({ owner, otherAccountId }) => aBuyer(owner.userId, otherAccountId)),
  },
  {
    name: 'initial bid',
    rows: ['upcoming'],
    isAlsoLive: true,
    call: by('trader', placeInitialBids, upcoming, (s) => ({ body: { bids: [aBid(s.upcoming.itemIds[0])] } })),
  },
  { name: 'add item', rows: ['upcoming'], call: by('admin', auctions.addItem, upcoming, { body: anItem }) },
  {
    name: 'delete item',
    rows: ['upcoming'],
    call: by('admin', auctions.deleteItem, (s) => ({ ...upcoming(s), itemId: s.upcoming.itemIds[0] ?? '' })),
  },
  { name: 'delete auction', rows: ['upcoming'], call: by('admin', auctions.deleteAuction, upcoming) },
  { name: 'upload image', rows: ['upcoming'], call: by('admin', uploadImage, upcoming, { form }) },
  { name: 'notify', rows: ['upcoming'], call: by('admin', notifyBidders, upcoming) },
  { name: 'watch', rows: ['upcoming'], call: by('trader', watchAuction, upcoming) },
  { name: 'unwatch', rows: ['upcoming'], call: by('trader', unwatchAuction, upcoming) },
  {
    name: 'rehearse',
    rows: ['upcoming'],
    call: by('admin', startRehearsal, upcoming, { body: { minutes: 5, bidders: 2 } }),
  },
  { name: 'end rehearsal', rows: ['upcoming'], call: by('admin', deleteRehearsal, upcoming) },
  { name: 'limit bidder', rows: ['live'], call: by('admin', updateBidder, firstBidder, { body: { maxQuantity: 5 } }) },
  { name: 'remove bidder', rows: ['live'], call: by('admin', removeBidder, firstBidder) },
  {
    name: 'bid',
    rows: ['live', 'member'],
    call: by('trader', placeBid, live, (s) => ({ body: aBid(s.live.itemIds[0], 60) })),
  },
  { name: 'pause', rows: ['live'], call: by('admin', pauseAuction, live, { body: { reason } }) },
  {
    name: 'extend',
    rows: ['live'],
    call: by('admin', extendAuction, live, ({ later: until }) => ({ body: { reason, until } })),
  },
  { name: 'annul', rows: ['live'], call: by('admin', annulAuction, live, { body: { reason } }) },
];
