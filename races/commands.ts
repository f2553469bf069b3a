import * as auctions from '#contract/auction.ts';
import * as beneficiaries from '#contract/beneficiary.ts';
import { addBidders, removeBidder, updateBidder } from '#contract/bidder.ts';
import { placeBid, placeInitialBids } from '#contract/bidding.ts';
import { approveBuyOrder, cancelBuyOrder, rejectBuyOrder } from '#contract/buy-order.ts';
import * as companies from '#contract/company.ts';
import { annulAuction, extendAuction, pauseAuction } from '#contract/conduct.ts';
import { uploadImage } from '#contract/image.ts';
import { placeBuyOrder } from '#contract/marketplace.ts';
import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { notifyBidders } from '#contract/notification.ts';
import { erasePersonalData } from '#contract/personal-data.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import { retireHolding } from '#contract/retirement.ts';
import type { Route } from '#contract/route.ts';
import * as sellOrders from '#contract/sell-order.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { aPng } from '#testing/image-builders.ts';
import { LEFT_EMPTY } from '#testing/item-builders.ts';
import { aSellOrderItem } from '#testing/marketplace-builders.ts';
import { PASSWORD, type Asker, type CallInput, type Stage } from './stage.ts';

/** What calls touch: two that touch the same are fired at each other. */
type Rows = 'company' | 'member' | 'upcoming' | 'seats' | 'live' | 'sellOrder' | 'draft' | 'seller' | 'holding';

export type Command = {
  readonly name: string;
  readonly rows: readonly Rows[];
  /** It may leave a `changed` line after the start as well. */
  readonly isAlsoLive?: boolean;
  readonly call: (stage: Stage) => { readonly who: Asker; readonly route: Route } & CallInput;
};

const because = { remarkContent: 'because' };
const reason = 'because';
const ofUpcoming = ({ upcoming }: Stage, more: Record<string, string> = {}) => ({ id: upcoming.auctionId, ...more });
const ofLive = ({ live }: Stage) => ({ id: live.auctionId });
const ofCompany = ({ owner }: Stage, more: Record<string, string> = {}) => ({ id: owner.accountId, ...more });
const ofTrader = (stage: Stage) => ofCompany(stage, { userId: stage.trader.userId });
const aBid = (auctionItemId = '', quantity = 10) => ({
  auctionItemId,
  price: 5,
  quantity,
  bidderPartialFulfillment: true,
});
const image = new FormData();
image.set('File', new File([new Uint8Array(await aPng())], 'plant.png'));
image.set('Type', 'AuctionDetail');
const beneficiary = {
  accountType: 'Corporate',
  name: 'Tower',
  address: '1 Jalan Sentral',
  nameOnCertificates: 'Tower',
  buildingOwnerName: '',
};
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
const buying = ({ owner }: Stage) => ({
  accountId: owner.accountId,
  quantity: 7,
  beneficiary: { choice: 'new', isSaved: true, ...beneficiary },
  reviewed: null,
});

/** Commands as data: who calls what, and which rows that touches. */
export const COMMANDS: readonly Command[] = [
  // A company and its members.
  {
    name: 'maximum',
    rows: ['company', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({
      who: s.admin,
      route: companies.updateMaxBidQuantity,
      params: ofCompany(s),
      body: { maxBidQuantity: 50 },
    }),
  },
  {
    name: 'blacklist',
    rows: ['company'],
    call: (s) => ({ who: s.admin, route: companies.blacklistAccount, params: ofCompany(s), body: because }),
  },
  {
    name: 'invite',
    rows: ['company', 'member'],
    call: (s) => ({
      who: s.owner,
      route: companies.inviteMember,
      params: ofCompany(s),
      body: { email: 'guest@example.test', role: 'viewer' },
    }),
  },
  {
    name: 'remove member',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({ who: s.owner, route: companies.removeMember, params: ofTrader(s) }),
  },
  {
    name: 'make viewer',
    rows: ['company', 'member', 'seats', 'live'],
    isAlsoLive: true,
    call: (s) => ({ who: s.owner, route: companies.updateMember, params: ofTrader(s), body: { role: 'viewer' } }),
  },
  {
    name: 'erase trader',
    rows: ['company', 'member', 'seats', 'sellOrder'],
    call: (s) => ({ who: s.trader, route: erasePersonalData, body: { Password: PASSWORD } }),
  },
  {
    name: 'save beneficiary',
    rows: ['company', 'member'],
    call: (s) => ({ who: s.trader, route: beneficiaries.saveBeneficiary, params: ofCompany(s), body: beneficiary }),
  },
  // An auction before its start.
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
  // A live auction.
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
      body: { reason, until: new Date(Date.now() + 9_000_000).toISOString() },
    }),
  },
  {
    name: 'annul',
    rows: ['live'],
    call: (s) => ({ who: s.admin, route: annulAuction, params: ofLive(s), body: { reason } }),
  },
  // The marketplace.
  {
    name: 'buy',
    rows: ['sellOrder', 'company', 'member'],
    call: (s) => ({ who: s.trader, route: placeBuyOrder, params: { id: s.sellOrder.id }, body: buying(s) }),
  },
  {
    name: 'approve',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: approveBuyOrder, params: { id: s.buyOrderId }, body: because }),
  },
  {
    name: 'reject',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: rejectBuyOrder, params: { id: s.buyOrderId }, body: because }),
  },
  {
    name: 'cancel order',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.owner, route: cancelBuyOrder, params: { id: s.buyOrderId } }),
  },
  {
    name: 'cancel sale',
    rows: ['sellOrder'],
    call: (s) => ({ who: s.admin, route: sellOrders.cancelSellOrder, params: { id: s.sellOrder.id }, body: because }),
  },
  {
    name: 'resize item',
    rows: ['sellOrder'],
    call: (s) => ({
      who: s.admin,
      route: sellOrders.updateSellOrderItem,
      params: { ...s.sellOrder },
      body: aSellOrderItem({ recQuantity: 8 }),
    }),
  },
  {
    name: 'schedule',
    rows: ['draft', 'seller'],
    call: (s) => ({
      who: s.admin,
      route: sellOrders.publishSellOrder,
      params: { id: s.draft.id },
      body: { publishTime: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  },
  {
    name: 'delete draft',
    rows: ['draft'],
    call: (s) => ({ who: s.admin, route: sellOrders.deleteSellOrder, params: { id: s.draft.id } }),
  },
  {
    name: 'blacklist seller',
    rows: ['seller', 'sellOrder'],
    call: (s) => ({
      who: s.admin,
      route: companies.blacklistAccount,
      params: { id: s.seller.accountId },
      body: because,
    }),
  },
  {
    name: 'retire',
    rows: ['holding', 'company'],
    call: (s) => ({
      who: s.owner,
      route: retireHolding,
      params: { id: s.holdingId },
      body: { quantity: 60, beneficiary: { choice: 'new', isSaved: true, ...beneficiary } },
    }),
  },
];

export type Pair = readonly [Command, Command];

/** Every two commands that touch the same rows, and each beside itself. */
export const PAIRS: readonly Pair[] = COMMANDS.flatMap((one, index) =>
  COMMANDS.slice(index)
    .filter((other) => one === other || one.rows.some((rows) => other.rows.includes(rows)))
    .map((other): Pair => [one, other]),
);
