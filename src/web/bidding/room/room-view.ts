import { bidOfWire } from '#contract/bidding/bid-of-wire.ts';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { Room } from '#contract/bidding/fold-room.ts';
import { couldDropOut, type Allocated } from '#domain/bidding/allocate.ts';
import { asPlaced, type Bid } from '#domain/bidding/bid.ts';
import { lowestAcceptedPrice, priceToWinNow, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import { withoutBid, type Ranking } from '#domain/bidding/ranking.ts';
import { createStanding, type Standing, type StandingRow } from '#domain/bidding/standing.ts';
import { addCosts, costToBidder, NO_COST, type Cost } from '#web/bidding/bid-form/cost.ts';
import { backupOf, isSameBackup, type Backup } from '#web/bidding/room/backup.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';

/**
 * A row of the ranking. An unchanged row keeps its object identity between views, so React does not render it again.
 */
export type RoomRow = StandingRow & {
  readonly name: string;
  readonly isOwn: boolean;
  /**
   * True if the bid needs two or more RECs to win anything. A slightly better bid may then leave too few RECs for this
   * bid (docs/rules.md#lowest-accepted-price).
   */
  readonly couldDropOut: boolean;
  /** Set on an own bid that would win more if other bids dropped out. */
  readonly backup: Backup | undefined;
};

/** `partly`: the bidder's bids on the item win some of their RECs, but not all. */
export type Outcome = 'none' | 'winning' | 'partly' | 'losing';

/** An item with everything that a room's screen shows about it. */
export type ItemView = RoomItem & {
  /** The ranked standing bids as an immutable value. It is used to compute hypothetical results. */
  readonly ranking: Ranking;
  readonly rows: readonly RoomRow[];
  /** The caller's own standing bids, in rank order. */
  readonly own: readonly RoomRow[];
  /** The caller's own bids that were withdrawn or cancelled. */
  readonly gone: readonly Bid[];
  readonly outcome: Outcome;
  readonly wonQuantity: number;
  /**
   * Own bids that lose because better bids leave fewer RECs than the bid's minimum. Maps the bid's id to the number of
   * RECs left. A lower-ranked bid with a smaller minimum can win them.
   */
  readonly unfit: ReadonlyMap<string, number>;
  /**
   * Two prices for a new bid that accepts partial fill: `toWin` is the price to win now, `lowestPrice` is the lowest
   * accepted price (docs/rules.md#lowest-accepted-price).
   */
  readonly toWin: PriceToWin;
  readonly lowestPrice: PriceToWin;
  /**
   * The bids that could drop out ahead of a bid at the lowest accepted price. Undefined if this price wins now, or if
   * no price is accepted.
   */
  readonly behind: Backup | undefined;
};

/** The caller's position over all items. */
export type Position = {
  readonly bidQuantity: number;
  readonly wonQuantity: number;
  /** RECs that the caller may still bid for within its maximum quantity. */
  readonly leftQuantity: number;
  readonly itemsBid: number;
  readonly itemsWon: number;
  /** The cost of the RECs that would be won if the auction ended now. */
  readonly cost: Cost;
};

/** A room at one version: its items and the caller's position. */
export type RoomView = {
  readonly version: number;
  readonly items: ReadonlyMap<string, ItemView>;
  readonly position: Position;
};

/** The mutable state of one item. The item's view is built from this state. */
type ItemPage = {
  readonly room: RoomItem;
  readonly standing: Standing;
  readonly gone: Map<string, Bid>;
  readonly names: Map<string, string>;
  view: ItemView;
};

/**
 * Creates a book. The book keeps the standing of every item, applies changed bids, and returns views. Views of
 * unchanged items keep their identity.
 */
export function createRoomBook(setting: RoomSetting) {
  const pages = new Map<string, ItemPage>(setting.items.map((room) => [room.bidding.itemId, newPage(room, setting)]));
  let known: ReadonlyMap<string, RoomBid> = new Map();

  const put = (wire: RoomBid): void => {
    const page = pages.get(wire.auctionItemId);
    if (!page) return;
    const bid = bidOfWire(wire);
    page.standing.put(bid);
    page.names.set(wire.bidId, wire.bidderUserName);
    if (wire.bidderId !== setting.own?.bidderId) return;
    if (bid.isDeleted) page.gone.set(wire.bidId, bid);
    else page.gone.delete(wire.bidId);
  };

  const forget = (wire: RoomBid): void => {
    const page = pages.get(wire.auctionItemId);
    page?.standing.removeBid(bidOfWire(wire).bidId);
    page?.gone.delete(wire.bidId);
  };

  return {
    take({ version, bids }: Pick<Room, 'version' | 'bids'>): RoomView {
      const changed = changedBids(known, bids);
      for (const wire of changed.gone) forget(wire);
      for (const wire of changed.present) put(wire);
      known = bids;
      const touched = new Set([...changed.gone, ...changed.present].map((wire) => wire.auctionItemId));
      for (const itemId of touched) {
        const page = pages.get(itemId);
        if (page) page.view = viewOf(page, page.view.rows, setting);
      }
      const items = new Map([...pages].map(([itemId, page]) => [itemId, page.view]));
      return { version, items, position: positionOf(items, setting) };
    },
  };
}

/**
 * Builds the view of a room from scratch. A book returns an equal view for the same bids, after any order of changes.
 */
export const roomView = (setting: RoomSetting, room: Pick<Room, 'version' | 'bids'>): RoomView =>
  createRoomBook(setting).take(room);

/** Returns the ranking without the own bid `bidId` that is being revised. */
export const rankingWithout = (view: ItemView, bidId: string | undefined): Ranking =>
  withoutBid(view.ranking, view.own.find((row) => row.bid.bidId === bidId)?.bid);

const ANY_PART = { quantity: 1, allowsPartial: true, minimumAcceptable: null };

/** Returns the bids that could drop out ahead of a new bid at a price. By default, the new bid accepts any quantity. */
export const behindOf = (
  others: Ranking,
  { priceCents, isFull }: PriceToWin,
  takes: Allocated = ANY_PART,
): Backup | undefined => (isFull ? undefined : backupOf(others, asPlaced({ ...takes, priceCents }, undefined)));

/** Returns the state of an item without bids. */
function newPage(room: RoomItem, setting: RoomSetting): ItemPage {
  const page = { room, standing: createStanding(room.bidding, setting.terms), gone: new Map(), names: new Map() };
  return { ...page, view: viewOf(page, [], setting) };
}

/**
 * Compares the bids before and now. `present` has the new and changed bids. `gone` has the bids that are missing now or
 * that returned to an older state.
 */
function changedBids(before: ReadonlyMap<string, RoomBid>, now: ReadonlyMap<string, RoomBid>) {
  const present = [...now.values()].filter((bid) => {
    const known = before.get(bid.bidId);
    return known !== bid && known?.seq !== bid.seq;
  });
  const gone = [...before.values()].filter((bid) => (now.get(bid.bidId)?.seq ?? -1) < bid.seq);
  // A bid returns to an older state if a snapshot is older than a response. Then the bid is removed and applied again.
  return { present, gone };
}

/** Builds the view of an item. Rows that did not change keep their identity. */
function viewOf(page: Omit<ItemPage, 'view'>, before: readonly RoomRow[], setting: RoomSetting): ItemView {
  const { room, standing } = page;
  const ranking = standing.ranking();
  const known = new Map(before.map((row) => [row.bid.bidId, row]));
  const rows = standing.rows().map((row): RoomRow => {
    const old = known.get(row.bid.bidId);
    const isOwn = row.bid.bidderId === setting.own?.bidderId;
    const backup = isOwn ? backupOf(withoutBid(ranking, row.bid), row.bid) : undefined;
    const isAsBefore = old && old.bid === row.bid && old.rank === row.rank && old.won === row.won;
    if (isAsBefore && isSameBackup(old.backup, backup)) return old;
    const name = page.names.get(row.bid.bidId) ?? '';
    return { ...row, name, isOwn, couldDropOut: couldDropOut(room.bidding, row.bid), backup };
  });
  const own = rows.filter((row) => row.isOwn);
  const wonQuantity = own.reduce((sum, row) => sum + row.won, 0);
  const lowestPrice = lowestAcceptedPrice(ranking);
  return {
    ...room,
    ranking,
    toWin: priceToWinNow(ranking),
    lowestPrice,
    behind: behindOf(ranking, lowestPrice),
    rows,
    own,
    gone: [...page.gone.values()].toSorted((one, other) => one.seq - other.seq),
    outcome: outcomeOf(own, wonQuantity),
    wonQuantity,
    unfit: unfitOf(room.bidding, rows, own),
  };
}

/**
 * Returns, for each own bid that wins nothing, the number of RECs that better bids leave. Omits a bid if better bids
 * leave no RECs.
 */
function unfitOf(item: RoomItem['bidding'], rows: readonly RoomRow[], own: readonly RoomRow[]): ItemView['unfit'] {
  if (!item.partialFulfillment) return new Map();
  const leftAt = (rank: number) => rows.slice(0, rank - 1).reduce((left, { won }) => left - won, item.quantity);
  const losing = own.filter(({ won }) => won === 0).map(({ bid, rank }) => [bid.bidId, leftAt(rank)] as const);
  return new Map(losing.filter(([, left]) => left > 0));
}

/** Returns the worst price that still wins something; undefined if no bid wins. */
export const lastWinningPrice = (rows: readonly RoomRow[]): number | undefined =>
  rows.findLast((row) => row.won > 0)?.bid.priceCents;

/** Returns the outcome of the own bids on an item, taken together. */
function outcomeOf(own: readonly RoomRow[], wonQuantity: number): Outcome {
  if (own.length === 0) return 'none';
  if (wonQuantity === 0) return 'losing';
  return own.every((row) => row.won === row.bid.quantity) ? 'winning' : 'partly';
}

/** Adds up the own bids over all items. */
function positionOf(items: ReadonlyMap<string, ItemView>, setting: RoomSetting): Position {
  const views = [...items.values()];
  const own = views.flatMap((view) => view.own);
  const bidQuantity = own.reduce((sum, { bid }) => sum + bid.quantity, 0);
  const costs = own.map((row) => costToBidder(setting, row.bid.priceCents, row.won));
  return {
    bidQuantity,
    wonQuantity: own.reduce((sum, row) => sum + row.won, 0),
    leftQuantity: Math.max(0, (setting.own?.maximumQuantity ?? 0) - bidQuantity),
    itemsBid: views.filter((view) => view.own.length > 0).length,
    itemsWon: views.filter((view) => view.wonQuantity > 0).length,
    cost: costs.reduce(addCosts, NO_COST),
  };
}
