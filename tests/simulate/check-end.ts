import type { PlacedBids, RoomBid } from '#contract/bidding/bidding.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { ownNumber } from '#domain/bidding/own-number.ts';
import { verifyRecord } from '#domain/record/verify-record.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { requestIdOf } from '#server/room/judging/judge-batches.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { allocate, type BookBid } from './allocation.ts';
import { recordOf } from './record-of.ts';
import type { Acknowledged, Client } from './client.ts';
import type { Scene } from './world.ts';

/**
 * Checks the final state: the auction is closed, every page shows what is stored, and every acknowledged request is
 * stored once, in order.
 */
export function checkEnd(scene: Scene, clients: readonly Client[], acknowledged: readonly Acknowledged[]): void {
  const rows = scene.rows();
  const ending = rows.times.annulledAtMs === null ? 'closed' : 'annulled';
  if (rows.times.closedAtMs === null || rows.lines.at(-1)?.line.kind !== ending) {
    return scene.violated('the auction was not closed');
  }
  checkAwards(scene);
  checkRecord(scene);
  for (const client of clients) checkFolded(scene, client);
  checkAcknowledged(scene, acknowledged);
  return undefined;
}

/** Checks that the record of the auction can be verified. */
function checkRecord({ rows, violated }: Scene): void {
  const fault = verifyRecord(recordOf(rows()), sha256);
  if (fault) violated(`line ${fault.line} of the record: ${fault.what}`);
}

/** Checks that stored awards equal the book's result, including amounts and fees. */
export function checkAwards({ rows, book, violated }: Scene): void {
  const { settings, awards, times } = rows();
  if (times.annulledAtMs !== null) {
    if (awards) violated('the annulled auction has awards');
    return;
  }
  const expected = [...settings.items.values()].flatMap((item) => {
    const bids = [...book.bids.values()].filter((bid) => bid.itemId === item.itemId);
    return allocate(item, settings, bids).filter(({ won }) => won > 0);
  });
  const told = expected.map(({ bid, rank, won }) => {
    const amount = BigInt(bid.priceCents) * BigInt(won);
    const fees = [settings.fees.sellerFeeHundredths, settings.fees.buyerFeeHundredths].map(
      (hundredths) => (amount * BigInt(hundredths) + 5_000n) / 10_000n,
    );
    return [bid.bidId, rank, won, amount, ...fees].join(' ');
  });
  const stored = (awards ?? []).map((award) =>
    [award.bid.bidId, award.rank, award.won, award.amountCents, award.sellerFeeCents, award.buyerFeeCents].join(' '),
  );
  if (told.toSorted().join('\n') !== stored.toSorted().join('\n')) {
    violated(`awards are ${stored.join('; ')}, not ${told.join('; ')}`);
  }
}

/** Checks that the room on a user's page equals the stored history. Skips users who may not be in the room. */
function checkFolded(scene: Scene, { person, live }: Client): void {
  const { settings, version, times } = scene.rows();
  const bidder = settings.bidderOfUser.get(person.userId);
  const own = [...scene.book.bids.values()].filter((bid) => bid.bidderId === bidder?.bidderId && !bid.isDeleted);
  if (person.role === 'bidder' && own.length === 0) return;
  const { room, isResultReady } = live();
  if (!room || room.version !== version) {
    return scene.violated(`${person.userId} is at version ${room?.version}, but the room is at version ${version}`);
  }
  if (!isResultReady || !room.times.isClosed) scene.violated(`${person.userId} did not receive the result`);
  const told = [room.times.auctionEndTime, room.times.pausedAt, room.times.annulledAt].join(' ');
  const end = [times.auctionEndsAtMs, times.pausedAtMs, times.annulledAtMs].map(
    (ms) => ms && new Date(ms).toISOString(),
  );
  if (told !== end.join(' ')) scene.violated(`${person.userId} sees the end ${told} instead of ${end.join(' ')}`);
  const nameOf = ({ bidderId }: BookBid): string | undefined => {
    const who = [...settings.bidders.values()].find((known) => known.bidderId === bidderId);
    return person.role === 'admin' && who ? `${who.username} · ${who.companyName}` : who?.alias;
  };
  const isShown = shownTo(scene, person.role);
  const seen = [...room.bids.values()]
    .filter(({ bidId }) => isShown(bidId))
    .map((bid) => [bookBidOf(bid), bid.bidderUserName] as const)
    .map(([bid, name]) => {
      // A removed bidder has only cancelled bids left, but some pages still know its name.
      return shown(nameOf(bid) && name, bid);
    })
    .toSorted();
  const stands = [...scene.book.bids.values()]
    .filter(({ bidId }) => isShown(bidId))
    .map((bid) => shown(nameOf(bid), bid))
    .toSorted();
  if (seen.join('\n') !== stands.join('\n')) {
    scene.violated(`${person.userId} sees\n${seen.join('\n')}\ninstead of\n${stands.join('\n')}`);
  }
  return undefined;
}

/**
 * Returns a function that tells whether a bid is compared for this role. A bid that ended before the start is compared
 * only for administrators. Other users see such a bid only if it is their own.
 */
function shownTo(scene: Scene, role: Client['person']['role']): (bidId: string) => boolean {
  if (role === 'admin') return () => true;
  const { lines, times } = scene.rows();
  const ended = lines.filter(
    ({ line: { kind, at } }) => (kind === 'withdrawn' || kind === 'cancelled') && Date.parse(at) < times.startsAtMs,
  );
  const hidden = new Set<string | null>(ended.map(({ line }) => line.bidId));
  return (bidId) => !hidden.has(bidId);
}

const shown = (name: string | undefined, bid: BookBid): string =>
  [
    bid.bidId,
    bid.itemId,
    name,
    decimalOfCents(bid.priceCents),
    bid.quantity,
    bid.allowsPartial,
    bid.minimumAcceptable,
    bid.atMs,
    bid.placeSeq,
    bid.seq,
    bid.isDeleted,
  ].join(' ');

const bookBidOf = (bid: RoomBid): BookBid => ({
  bidId: bid.bidId,
  itemId: bid.auctionItemId,
  bidderId: bid.bidderId,
  priceCents: Math.round(bid.bidValue * 100),
  quantity: bid.bidRECQuantity,
  allowsPartial: bid.bidderPartialFulfillment,
  minimumAcceptable: bid.minimumAcceptable,
  atMs: Date.parse(bid.updatedTime),
  placeSeq: bid.tieSeq,
  seq: bid.seq,
  isDeleted: bid.isDeleted,
});

/** Checks that every line about a bid belongs to exactly one answer, and that callers got that answer. */
function checkAcknowledged(scene: Scene, acknowledged: readonly Acknowledged[]): void {
  const { lines, answers } = scene.rows();
  const claimed = new Map<number, string>();
  for (const { requestId, answer } of answers.values()) {
    if (!answer.ok) continue;
    for (const [index, bidId] of answer.bidIds.entries()) {
      const seq = answer.version - answer.bidIds.length + index + 1;
      if (claimed.has(seq)) scene.violated(`entry ${seq} answers both ${claimed.get(seq)} and ${requestId}`);
      claimed.set(seq, requestId);
      if (lines[seq - 1]?.line.bidId !== bidId) scene.violated(`${requestId} is not entry ${seq}`);
    }
  }
  for (const { line } of lines) {
    const isAsked = line.by !== 'system' && line.kind !== 'refusedLate' && line.bidId !== null;
    if (isAsked && !claimed.has(line.seq)) scene.violated(`entry ${line.seq} answers no request`);
  }
  for (const one of acknowledged) checkOne(scene, one, lines);
}

/**
 * Returns the version that a caller gets. Before the start, a bidder gets the position of the line among its own lines.
 */
function toldVersion(scene: Scene, { type }: RoomRequest, { bids, receivedAt }: PlacedBids, version: number): number {
  const { lines, times } = scene.rows();
  const isOwn = type === 'place' || type === 'withdraw';
  if (!isOwn || Date.parse(receivedAt) >= times.startsAtMs) return version;
  const own = lines.filter(({ line }) => line.bidderId === bids[0]?.bidderId).map(({ line }) => line.seq);
  return ownNumber(own, version);
}

function checkOne(
  scene: Scene,
  { request, key, after, answer }: Acknowledged,
  lines: readonly { line: HistoryLine }[],
): void {
  const who = `${request.userId} ${key}`;
  const stored = scene.rows().answers.get(requestIdOf(request.userId, key))?.answer;
  if ('refused' in answer) {
    if (!stored || stored.ok || stored.refused.code !== answer.refused.code) {
      scene.violated(`${who} was refused (${answer.refused.code}), but the stored answer differs`);
    }
    return;
  }
  if (!stored?.ok || toldVersion(scene, request, answer.placed, stored.version) !== answer.placed.version)
    return scene.violated(`${who} was acknowledged, but is not stored`);
  const { version } = stored;
  if (version <= after)
    scene.violated(`${who} got version ${version}, although version ${after} was answered before it was sent`);
  if (request.type !== 'place') return undefined;
  for (const [index, bid] of request.bids.entries()) {
    const line = lines[version - request.bids.length + index]?.line;
    const isSame = line && line.itemId === bid.auctionItemId && line.quantity === bid.quantity;
    if (!isSame || decimalOfCents(line.priceCents ?? 0) !== bid.price)
      scene.violated(`${who} is stored with other values`);
  }
  return undefined;
}
