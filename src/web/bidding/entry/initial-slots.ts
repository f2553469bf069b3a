import { bidOfWire } from '#contract/bidding/bid-of-wire.ts';
import type { BidInput, RoomBid } from '#contract/bidding/bidding.ts';
import { DIRECTIONS } from '#domain/auction/direction.ts';
import type { BidId } from '#domain/basics/ids.ts';
import { asPlaced, type Bid } from '#domain/bidding/bid.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { BIDS_PER_ITEM_MAX, judgeBid, type BidContext, type BidFieldRefusals } from '#domain/bidding/judge-bid.ts';
import { openingPriceCents, type PriceToWin } from '#domain/bidding/price-to-win.ts';
import {
  draftOfBid,
  inputOfDraft,
  isBlank,
  isSameAsBid,
  newDraft,
  proposedOf,
  quantityOf,
  type Draft,
} from '#web/bidding/bid-form/draft.ts';
import type { RoomItem, RoomSetting } from '#web/bidding/room/room-setting.ts';

/** One bid on the entry page. An item has up to three. `slotId` stays the same while the page is open. */
export type Slot = { readonly slotId: string; readonly itemId: string; readonly draft: Draft };

/**
 * Returns the first slots of the page: one for each standing bid of the caller, and one for each item without a bid.
 */
export function slotsOf(setting: RoomSetting, own: readonly RoomBid[]): readonly Slot[] {
  return setting.items.flatMap((room) => {
    const standing = own.filter((bid) => bid.auctionItemId === room.item.auctionItemId && !bid.isDeleted);
    const slots = standing.map(slotOfBid);
    return slots.length > 0 ? slots : [emptySlot(room, 'first')];
  });
}

/** Returns a slot that shows a standing bid. */
export const slotOfBid = (bid: RoomBid): Slot => ({
  slotId: bid.bidId,
  itemId: bid.auctionItemId,
  draft: draftOfBid(bidOfWire(bid)),
});

/** Returns a new slot. `name` must be unique among the slots of its item. */
export const emptySlot = (room: RoomItem, name: string): Slot => ({
  slotId: `${room.item.auctionItemId}.${name}`,
  itemId: room.item.auctionItemId,
  draft: newDraft(room),
});

/** Returns true if an item may get another slot. */
export const mayAddSlot = (slots: readonly Slot[], itemId: string): boolean =>
  slots.filter((slot) => slot.itemId === itemId).length < BIDS_PER_ITEM_MAX;

/**
 * Merges the server's bids (`now`) into the slots. A bid placed or changed elsewhere gets a new slot; a withdrawn bid
 * loses its slot. Input that differs from the earlier bid (in `before`) is kept.
 */
export function mergeSlots(
  setting: RoomSetting,
  slots: readonly Slot[],
  before: readonly RoomBid[],
  now: readonly RoomBid[],
): readonly Slot[] {
  const standing = now.filter((bid) => !bid.isDeleted);
  const old = new Map(before.map((bid) => [bid.bidId, bid]));
  return setting.items.flatMap((room) => {
    const { auctionItemId } = room.item;
    const bids = standing.filter((bid) => bid.auctionItemId === auctionItemId);
    const kept = bids.map((bid) => {
      const slot = slots.find(({ draft }) => draft.bidId === bid.bidId);
      const was = old.get(bid.bidId);
      const isEdited = slot && was && !isSameAsBid(slot.draft, bidOfWire(was));
      return isEdited ? slot : slotOfBid(bid);
    });
    const typed = slots
      .filter((slot) => slot.itemId === auctionItemId && slot.draft.bidId === undefined)
      .slice(0, Math.max(0, BIDS_PER_ITEM_MAX - kept.length));
    const isFresh = kept.length + typed.length === 0;
    return [...kept, ...typed, ...(isFresh ? [emptySlot(room, 'first')] : [])];
  });
}

/** A slot with the refusals of its fields. `refusals` is undefined if the rules accept the slot. */
export type JudgedSlot = { readonly slot: Slot; readonly refusals: BidFieldRefusals | undefined };
/** The result of checking the whole entry page. */
export type JudgedSlots = {
  /** The bids in the order in which they are sent. Reductions come first, because they free quantity for increases. */
  readonly toSend: readonly JudgedSlot[];
  readonly isFit: boolean;
  /** The quantity of all the caller's bids after these bids are placed, in RECs. */
  readonly totalQuantity: number;
};

/** The state that the slots are checked against. */
type SlotsContext = {
  readonly setting: RoomSetting;
  readonly phase: 'initial' | 'live';
  /** The caller's standing bids as the server last sent them. */
  readonly own: readonly RoomBid[];
};

/**
 * Checks the page in the same way as the server will check the call: one bid after another. Earlier bids in the list
 * count as placed if they were accepted.
 */
export function judgeSlots(slots: readonly Slot[], context: SlotsContext): JudgedSlots {
  const { setting, phase, own } = context;
  const standing = new Map<string, Bid>(own.filter((bid) => !bid.isDeleted).map((bid) => [bid.bidId, bidOfWire(bid)]));
  const changed = slots.filter((slot) => isToSend(slot, setting, standing)).toSorted(byGrowth(standing));
  const toSend = changed.map((slot): JudgedSlot => {
    const room = setting.items.find(({ item }) => item.auctionItemId === slot.itemId);
    if (!room) return { slot, refusals: { bid: { code: 'bid_unchanged' } } };
    const verdict = judgeBid(proposedOf(slot.draft), slotContext(slot, room, { setting, phase, standing }));
    if (!verdict.ok) return { slot, refusals: verdict.fields };
    standing.set(slot.draft.bidId ?? slot.slotId, standingBidOf(slot, room, verdict));
    return { slot, refusals: undefined };
  });
  return {
    toSend,
    isFit: toSend.length > 0 && toSend.every(({ refusals }) => refusals === undefined),
    totalQuantity: [...standing.values()].reduce((sum, bid) => sum + bid.quantity, 0),
  };
}

/**
 * Returns the bids that count toward the totals. If the rules refuse a change of a standing bid, the unchanged standing
 * bid counts. A refused new bid does not count.
 */
export function draftsInForce({ slots = [], setting, judged, own }: EntrySlots): readonly Draft[] {
  const refused = new Set(judged.toSend.flatMap(({ slot, refusals }) => (refusals ? [slot.slotId] : [])));
  return slots.flatMap((slot) => {
    const room = setting.items.find(({ item }) => item.auctionItemId === slot.itemId);
    if (!room || isBlank(slot.draft, room)) return [];
    if (!refused.has(slot.slotId)) return [slot.draft];
    const standing = own.find(({ bidId }) => bidId === slot.draft.bidId);
    return standing ? [draftOfBid(bidOfWire(standing))] : [];
  });
}

type EntrySlots = Pick<SlotsContext, 'setting' | 'own'> & {
  readonly slots: readonly Slot[] | undefined;
  readonly judged: JudgedSlots;
};

/** Returns true if a slot must be sent: a changed standing bid, or a new bid that is not blank. */
function isToSend(slot: Slot, setting: RoomSetting, standing: ReadonlyMap<string, Bid>): boolean {
  const room = setting.items.find(({ item }) => item.auctionItemId === slot.itemId);
  const present = slot.draft.bidId === undefined ? undefined : standing.get(slot.draft.bidId);
  if (present) return !isSameAsBid(slot.draft, present);
  return room !== undefined && !isBlank(slot.draft, room);
}

/** Returns a function that compares two slots by how much their quantities change. Reductions come first. */
const byGrowth = (standing: ReadonlyMap<string, Bid>) => {
  const growthOf = ({ draft }: Slot) =>
    (quantityOf(draft) ?? 0) - ((draft.bidId && standing.get(draft.bidId)?.quantity) || 0);
  return (one: Slot, other: Slot) => Math.sign(growthOf(one)) - Math.sign(growthOf(other));
};

type SlotContext = Pick<SlotsContext, 'setting' | 'phase'> & { readonly standing: ReadonlyMap<string, Bid> };

/** Returns the data that a bid is checked against. The caller's other bids count toward the maximum bid quantity. */
function slotContext(slot: Slot, room: RoomItem, at: SlotContext): BidContext {
  const present = slot.draft.bidId === undefined ? undefined : at.standing.get(slot.draft.bidId);
  const others = [...at.standing.values()].filter((bid) => bid !== present);
  return {
    phase: at.phase,
    isAdmin: false,
    item: room.bidding,
    terms: at.setting.terms,
    maximumQuantity: at.setting.own?.maximumQuantity ?? 0,
    present,
    otherQuantity: others.reduce((sum, bid) => sum + bid.quantity, 0),
    otherBidsOnItem: others.filter((bid) => bid.itemId === room.bidding.itemId),
    market: { ranking: undefined, toldPrice: publishedLowestPrice(room, at.setting), isAnswerable: true },
  };
}

/**
 * Returns an item's lowest accepted price from the auction's response. Outside the room, the browser does not know
 * rivals' bids and cannot compute this price.
 */
export const publishedLowestPrice = (room: RoomItem, { terms }: RoomSetting): PriceToWin =>
  toldPrice(DIRECTIONS[terms.auctionType].sign === 1 ? room.item.minPrice : room.item.maxPrice, room, terms);

/**
 * Returns the price to win from the auction's response. At this price, a new bid that accepts partial fill would win
 * something now.
 */
export const publishedPriceToWin = (room: RoomItem, { terms }: RoomSetting): PriceToWin =>
  toldPrice(room.item.priceToWin, room, terms);

/** Returns a price from the auction's response. If the response has none, returns the opening price. */
function toldPrice(told: number | null, { bidding }: RoomItem, terms: RoomSetting['terms']): PriceToWin {
  const cents = told === null ? undefined : centsOfDecimal(told);
  return { priceCents: cents ?? openingPriceCents(bidding, terms), isFull: false };
}

type Accepted = Pick<Bid, 'priceCents' | 'quantity'>;

/** Returns the bid as it will be after it is placed. The check of the next bid counts it as a standing bid. */
const standingBidOf = ({ slotId, draft }: Slot, { bidding }: RoomItem, accepted: Accepted): Bid => ({
  ...asPlaced({ ...proposedOf(draft), ...accepted }, undefined),
  bidId: (draft.bidId ?? slotId) as BidId,
  itemId: bidding.itemId,
});

/** Returns a slot's bid as the call's body needs it. */
export const inputOf = ({ itemId, draft }: Slot): BidInput => inputOfDraft(itemId, draft);
