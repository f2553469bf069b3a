import { createHash } from 'node:crypto';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { RoomSettings } from '#server/room/room-state.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { createConductBook } from './book-conduct.ts';
import { allocate, couldWin, fewestOf, isBetter, worthOf, type BookBid } from './allocation.ts';

/**
 * The bidding rules, written a second time directly from docs/rules.md#bid-checks and as simply as possible. Every
 * commit is compared with the book. The book shares no code with the server.
 */
export type Book = {
  readonly bids: ReadonlyMap<string, BookBid>;
  /** Adds the lines of a commit to the book. Returns what is wrong with the commit. */
  take(before: MemoryAuction, after: MemoryAuction): string[];
};

type Line = HistoryLine;
type Found = (what: string) => void;
type Offer = {
  bidId: string;
  itemId: string;
  bidderId: string;
  priceCents: number;
  quantity: number;
  allowsPartial: boolean;
  minimumAcceptable: number | null;
};

export function createBook(): Book {
  const bids = new Map<string, BookBid>();
  let hash = '0'.repeat(64);
  let lastBidAtMs = 0;
  let conductIn: ReturnType<typeof createConductBook> | undefined;

  const takeBid = (line: Line, commit: Commit, found: Found): void => {
    const offer = offerOf(line);
    if (!offer) return found(`a ${line.kind} line without a bid`);
    const present = bids.get(offer.bidId);
    const atMs = Date.parse(line.at);
    if (line.kind === 'placed' || line.kind === 'revised') {
      if (atMs < lastBidAtMs) found('is earlier than the bid before it');
      lastBidAtMs = atMs;
      const isMoved = !present || present.priceCents !== offer.priceCents || present.quantity !== offer.quantity;
      const place = isMoved ? { atMs, placeSeq: line.seq } : { atMs: present.atMs, placeSeq: present.placeSeq };
      const bid = { ...offer, ...place, seq: line.seq, isDeleted: false };
      judge(line, bid, { ...commit, present, bids }, found);
      bids.set(offer.bidId, bid);
      return undefined;
    }
    if (!present || present.isDeleted) return found('ends a bid that does not stand');
    if (line.kind === 'withdrawn' && atMs >= commit.times.startsAtMs) found('is withdrawn after the start');
    bids.set(offer.bidId, { ...present, seq: line.seq, isDeleted: true });
    return undefined;
  };

  return {
    bids,
    take(before, after) {
      const wrong: string[] = [];
      if (before.awards && before.awards !== after.awards) wrong.push('a result was stored twice');
      if (before.times.closedAtMs !== null && after.version !== before.version) wrong.push('a line after the closing');
      conductIn ??= createConductBook(before.times.endsAtMs);
      const conduct = conductIn(after);
      for (const { line, hash: stored } of after.lines.slice(before.version)) {
        const found: Found = (what) => void wrong.push(`line ${line.seq} (${line.kind}): ${what}`);
        hash = hashAfter(hash, line, after.settings.salt);
        if (stored !== hash) found('has another hash');
        const endMs = conduct.endMs();
        if (line.kind === 'refusedLate' && Date.parse(line.at) < endMs) found('was in time');
        conduct.before(line, bids);
        if (line.kind !== 'refusedLate' && line.bidId !== null)
          takeBid(line, { ...after, endMs, isAnswerable: conduct.isAnswerable(line) }, found);
        for (const what of conduct.after(line, bids)) found(what);
      }
      wrong.push(...conduct.rows(after.times));
      if (after.lines.length !== after.version || (after.lines.at(-1)?.line.seq ?? 0) !== after.version)
        wrong.push('a gap');
      wrong.push(...sumsOf(bids, after.settings));
      return wrong;
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes a line's hash from the record alone, as anyone with the record can (docs/rules.md#record). */
const hashAfter = (before: string, l: Line, salt: string | null): string => {
  const fields = [l.seq, l.kind, l.at, l.bidId, l.itemId, l.bidderId, l.alias, l.priceCents, l.quantity];
  const later = [l.minimumAcceptable, l.until];
  while (later.at(-1) === null) later.pop();
  const text = JSON.stringify([...fields, l.allowsPartial, l.by, l.reason, ...later]);
  return sha256(`${before}\n${salt === null ? text : sha256(`${text}\n${salt}`)}`);
};

function offerOf({
  bidId,
  itemId,
  bidderId,
  priceCents,
  quantity,
  allowsPartial,
  minimumAcceptable,
}: Line): Offer | undefined {
  if (bidId === null || itemId === null || bidderId === null) return undefined;
  if (priceCents === null || quantity === null || allowsPartial === null) return undefined;
  return { bidId, itemId, bidderId, priceCents, quantity, allowsPartial, minimumAcceptable };
}

/**
 * The settings and times after a commit, the end that applies to the examined line, and whether rivals have the time to
 * answer that line.
 */
type Commit = Pick<MemoryAuction, 'settings' | 'times'> & { readonly endMs: number; readonly isAnswerable: boolean };

type Scene = Commit & {
  readonly present: BookBid | undefined;
  readonly bids: ReadonlyMap<string, BookBid>;
};

/** Checks an accepted bid that a bidder placed or revised (docs/rules.md#bid-checks). */
function judge(line: Line, offer: BookBid, scene: Scene, found: Found): void {
  const { present, bids, settings, times, endMs, isAnswerable } = scene;
  const item = [...settings.items.values()].find(({ itemId }) => itemId === offer.itemId);
  const bidder = [...settings.bidders.values()].find(({ bidderId }) => bidderId === offer.bidderId);
  if (!item || !bidder) return found('is of nobody or on nothing');
  if (line.kind === 'placed' ? present : !present || present.isDeleted) found(`cannot be ${line.kind}`);
  if (present && (present.bidderId !== offer.bidderId || present.itemId !== offer.itemId)) found('changes hands');
  if (line.alias !== bidder.alias) found('has another alias');
  const atMs = Date.parse(line.at);
  if (atMs >= endMs) found('was accepted after the end');
  const others = [...bids.values()].filter((bid) => !bid.isDeleted && bid.bidId !== offer.bidId);
  const own = others.filter((bid) => bid.bidderId === offer.bidderId);
  const total = own.reduce((sum, bid) => sum + bid.quantity, offer.quantity);
  if (total > bidder.maximumQuantity) found(`makes ${total}, the bidder's maximum is ${bidder.maximumQuantity}`);
  if (own.filter((bid) => bid.itemId === offer.itemId).length > 2) found('is a fourth bid');
  judgeNumbers(offer, item, settings, found);
  if (atMs < times.startsAtMs) return undefined;
  if (present && isBetter(settings, present.priceCents, offer.priceCents)) found('has a worse price than before');
  if (present && offer.quantity < present.quantity) found('has a smaller quantity than before');
  const rivals = others.filter((bid) => bid.itemId === offer.itemId);
  if (!couldWin(item, settings, rivals, offer)) found('could not have won anything');
  if (present && item.partialFulfillment) judgeFewest(offer, present, found);
  const before = present ? [...rivals, present] : rivals;
  const after = [...rivals, offer];
  if (losesOwn(item, settings, offer, before, after)) found('takes what its bidder won');
  if (!isAnswerable && worthOf(item, settings, after) < worthOf(item, settings, before))
    found('lowers the worth of its item where nobody has the time to answer');
  return undefined;
}

/**
 * Checks that a bid's minimum acceptable quantity did not rise. It may rise only if an all-or-nothing bid stays
 * all-or-nothing and gets a larger quantity.
 */
function judgeFewest(offer: BookBid, present: BookBid, found: Found): void {
  const isAllOrNothing = (bid: BookBid): boolean => bid.quantity > 1 && fewestOf(bid) === bid.quantity;
  const mayRise = isAllOrNothing(present) && isAllOrNothing(offer) && offer.quantity > present.quantity;
  if (fewestOf(offer) > fewestOf(present) && !mayRise) found('takes only more RECs than before');
}

/**
 * Counts the RECs that a bidder wins with all bids at a price or better. Returns whether this number is lower than
 * before, for any of the bidder's prices (docs/rules.md#no-hidden-withdrawal, own bids).
 */
function losesOwn(
  item: BiddingItem,
  settings: RoomSettings,
  { bidderId, priceCents }: BookBid,
  before: readonly BookBid[],
  after: readonly BookBid[],
): boolean {
  const wonFrom = (bids: readonly BookBid[], cents: number): number =>
    allocate(item, settings, bids)
      .filter(({ bid }) => bid.bidderId === bidderId && !isBetter(settings, cents, bid.priceCents))
      .reduce((sum, { won }) => sum + won, 0);
  const prices = [priceCents, ...before.filter((bid) => bid.bidderId === bidderId).map((bid) => bid.priceCents)];
  return prices.some((cents) => wonFrom(after, cents) < wonFrom(before, cents));
}

function judgeNumbers(offer: Offer, item: BiddingItem, { terms }: RoomSettings, found: Found): void {
  const { priceCents, quantity } = offer;
  if (priceCents % terms.tickCents !== 0) found('is beside the tick size');
  if (priceCents < item.minimumBidPriceCents || priceCents > item.maximumBidPriceCents) found('is out of bounds');
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > item.quantity) found('has an impossible quantity');
  if (!item.partialFulfillment && quantity !== item.quantity) found('is not for the whole item');
  if (!item.partialFulfillment && offer.allowsPartial) found('allows what its item does not');
  const { minimumAcceptable: minimum, allowsPartial } = offer;
  if (minimum !== null && !(allowsPartial && minimum >= 1 && minimum <= quantity)) found('has an impossible minimum');
  if (!item.partialFulfillment) return;
  // If the whole item is less than a minimum, the whole item is enough.
  const least = Math.min(item.quantity, Math.max(terms.minimumBiddingQuantity, item.minQuantity ?? 1));
  if (quantity < least || quantity > (item.maxQuantity ?? item.quantity)) found('has a quantity out of bounds');
}

/** Checks all standing bids together: the limits of bidders, and no REC won twice. */
function sumsOf(bids: ReadonlyMap<string, BookBid>, settings: RoomSettings): string[] {
  const standing = [...bids.values()].filter((bid) => !bid.isDeleted);
  const wrong: string[] = [];
  for (const { bidderId, maximumQuantity } of settings.bidders.values()) {
    const own = standing.filter((bid) => bid.bidderId === bidderId);
    const total = own.reduce((sum, bid) => sum + bid.quantity, 0);
    if (total > maximumQuantity) wrong.push(`${bidderId} stands with ${total} of ${maximumQuantity}`);
    for (const itemId of settings.items.keys()) {
      if (own.filter((bid) => bid.itemId === itemId).length > 3) wrong.push(`${bidderId} has four bids on ${itemId}`);
    }
  }
  for (const item of settings.items.values()) {
    const won = allocate(
      item,
      settings,
      standing.filter((bid) => bid.itemId === item.itemId),
    );
    const sum = won.reduce((all, row) => all + row.won, 0);
    if (sum > item.quantity) wrong.push(`${item.itemId} was sold ${sum} times`);
  }
  return wrong;
}
