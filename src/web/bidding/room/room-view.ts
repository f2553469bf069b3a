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

/** A line of the ranking. Unchanged lines stay the same object from one view to the next, so that they needn't redraw. */
export type RoomRow = StandingRow & {
  readonly name: string;
  readonly isOwn: boolean;
  /** A better bid, however small, may leave less than it takes (docs/rules.md#lowest-accepted-price). */
  readonly couldDropOut: boolean;
  /** Of an own bid that would win more if others dropped out. */
  readonly backup: Backup | undefined;
};

/** `partly`: some of what the bidder bids for is won, some isn't. */
export type Outcome = 'none' | 'winning' | 'partly' | 'losing';

export type ItemView = RoomItem & {
  /** The standing bids as a value, for what would be if. */
  readonly ranking: Ranking;
  readonly rows: readonly RoomRow[];
  /** The caller's own standing bids, in rank order. */
  readonly own: readonly RoomRow[];
  /** The caller's own bids that were withdrawn or cancelled. */
  readonly gone: readonly Bid[];
  readonly outcome: Outcome;
  readonly wonQuantity: number;
  /**
   * The RECs that better bids leave to own bids that lose because they take more, by bid. A bid at a worse rank that takes
   * fewer can win them.
   */
  readonly unfit: ReadonlyMap<string, number>;
  /**
   * Price to win now, and lowest accepted price, of a new bid that allows partial
   * (docs/rules.md#lowest-accepted-price).
   */
  readonly toWin: PriceToWin;
  readonly lowestPrice: PriceToWin;
  /** What a bid of the lowest accepted price would stand behind; undefined where that price wins now, or none is accepted. */
  readonly behind: Backup | undefined;
};

/** The caller's position over all items. */
export type Position = {
  readonly bidQuantity: number;
  readonly wonQuantity: number;
  /** What may still be bid for below the own maximum. */
  readonly leftQuantity: number;
  readonly itemsBid: number;
  readonly itemsWon: number;
  /** Of what would be won if the auction ended now. */
  readonly cost: Cost;
};

export type RoomView = {
  readonly version: number;
  readonly items: ReadonlyMap<string, ItemView>;
  readonly position: Position;
};

type ItemPage = {
  readonly room: RoomItem;
  readonly standing: Standing;
  readonly gone: Map<string, Bid>;
  readonly names: Map<string, string>;
  view: ItemView;
};

/** Keeps the standing of every item and takes changed bids in; items that nothing happened to keep their view. */
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
    page?.standing.forget(bidOfWire(wire).bidId);
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

/** The view of a room from scratch; what a book shows after any way of arriving there. */
export const roomView = (setting: RoomSetting, room: Pick<Room, 'version' | 'bids'>): RoomView =>
  createRoomBook(setting).take(room);

/** The ranking without one of the caller's own bids, which is being revised. */
export const rankingWithout = (view: ItemView, bidId: string | undefined): Ranking =>
  withoutBid(view.ranking, view.own.find((row) => row.bid.bidId === bidId)?.bid);

const ANY_PART = { quantity: 1, allowsPartial: true, minimumAcceptable: null };

/** What a new bid of a price would stand behind. */
export const behindOf = (
  others: Ranking,
  { priceCents, isFull }: PriceToWin,
  takes: Allocated = ANY_PART,
): Backup | undefined => (isFull ? undefined : backupOf(others, asPlaced({ ...takes, priceCents }, undefined)));

function newPage(room: RoomItem, setting: RoomSetting): ItemPage {
  const page = { room, standing: createStanding(room.bidding, setting.terms), gone: new Map(), names: new Map() };
  return { ...page, view: viewOf(page, [], setting) };
}

function changedBids(before: ReadonlyMap<string, RoomBid>, now: ReadonlyMap<string, RoomBid>) {
  const present = [...now.values()].filter((bid) => {
    const known = before.get(bid.bidId);
    return known !== bid && known?.seq !== bid.seq;
  });
  const gone = [...before.values()].filter((bid) => (now.get(bid.bidId)?.seq ?? -1) < bid.seq);
  // A bid that went back to an older state (a snapshot behind an answer) is taken in anew.
  return { present, gone };
}

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

/** What better bids leave to own bids that lose all the same, where that is something. */
function unfitOf(item: RoomItem['bidding'], rows: readonly RoomRow[], own: readonly RoomRow[]): ItemView['unfit'] {
  if (!item.partialFulfillment) return new Map();
  const leftAt = (rank: number) => rows.slice(0, rank - 1).reduce((left, { won }) => left - won, item.quantity);
  const losing = own.filter(({ won }) => won === 0).map(({ bid, rank }) => [bid.bidId, leftAt(rank)] as const);
  return new Map(losing.filter(([, left]) => left > 0));
}

/** The worst price that still wins: where the item's quantity runs out. */
export const lastWinningPrice = (rows: readonly RoomRow[]): number | undefined =>
  rows.findLast((row) => row.won > 0)?.bid.priceCents;

function outcomeOf(own: readonly RoomRow[], wonQuantity: number): Outcome {
  if (own.length === 0) return 'none';
  if (wonQuantity === 0) return 'losing';
  return own.every((row) => row.won === row.bid.quantity) ? 'winning' : 'partly';
}

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
