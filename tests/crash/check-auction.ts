import { sql } from 'kysely';
import type { Room } from '#contract/bidding/fold-room.ts';
import { awardItem } from '#domain/award/close.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, type HistoryLine } from '#domain/bidding/history.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import { standingRows } from '#domain/bidding/standing.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { presentSnapshot } from '#server/room/present-room.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import type { RoomSettings, RoomState } from '#server/room/room-state.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { Db } from '#server/platform/database/database.ts';
import { checkHistory, type HistoryFindings } from './check-history.ts';
import type { Intent } from './journal.ts';
import type { Watched } from './watch-room.ts';

export type AuctionFindings = HistoryFindings & {
  readonly isClosed: boolean;
  readonly awards: number;
  readonly awardsDiffer: number;
  readonly rooms: number;
  readonly roomsDiffer: number;
};

const NUMBER_MAX = 2_147_483_647;

/** Reads one auction from the database and compares it with all answers and room updates that users got. */
export async function checkAuction(
  db: Db,
  auctionId: AuctionId,
  told: { readonly intents: readonly Intent[]; readonly watched: readonly Watched[] },
): Promise<AuctionFindings> {
  const auction = await db
    .selectFrom('auction')
    .select(['version', 'last_hash', 'salt', 'closed_at', 'start_time', 'end_time', 'auction_end_time'])
    .where('id', '=', auctionId)
    .executeTakeFirstOrThrow();
  const rows = roomRows(db);
  const state = await loadRoom(rows, auctionId);
  if (!state) throw new Error(`auction ${auctionId} is missing`);
  const lines = await rows.lines(auctionId, 0, NUMBER_MAX);
  const users = [...state.settings.bidders.values()].map(({ bidderId, userId }) => [bidderId, userId] as const);
  const history = checkHistory(
    {
      version: auction.version,
      lastHash: auction.last_hash,
      salt: auction.salt,
      startsAtMs: auction.start_time.getTime(),
      endsAtMs: auction.end_time.getTime(),
      auctionEndsAtMs: auction.auction_end_time.getTime(),
      lines,
      userOfBidder: new Map<string, string>(users),
    },
    told.intents,
  );
  const isClosed = auction.closed_at !== null && lines.at(-1)?.line.kind === 'closed';
  const stored = await storedAwards(db, auctionId);
  const due = recomputedAwards(lines, state.settings);
  const seen = told.watched.filter(({ room }) => room !== undefined);
  return {
    ...history,
    isClosed,
    awards: stored.length,
    awardsDiffer: isClosed ? differences(due, stored) : stored.length,
    rooms: seen.length,
    roomsDiffer: seen.filter(({ room, audience }) => room && !isSameRoom(room, state, audience)).length,
  };
}

/** Computes awards from the history alone with a full sort, instead of from an incrementally updated standing. */
function recomputedAwards(lines: readonly { line: HistoryLine }[], settings: RoomSettings): string[] {
  const bids = new Map<string, Bid>();
  for (const { line } of lines) {
    const bid = bidAfter(line, bids.get(line.bidId ?? ''));
    if (bid) bids.set(bid.bidId, bid);
  }
  return [...settings.items.values()].flatMap((item) => {
    const own = [...bids.values()].filter(({ itemId }) => itemId === item.itemId);
    const rows = standingRows(item, rankBids(own, settings.terms.auctionType));
    return awardItem(rows, settings.fees).map(({ bid, won, rank, amountCents, sellerFeeCents, buyerFeeCents }) => {
      const amounts = [amountCents, sellerFeeCents, buyerFeeCents].map((cents) => textOfCents(cents));
      return [item.itemId, bid.bidderId, bid.bidId, rank, won, bid.priceCents, ...amounts].join(' ');
    });
  });
}

async function storedAwards(db: Db, auctionId: AuctionId): Promise<string[]> {
  const { rows: awards } = await sql<{ award: string }>`
    select concat_ws(' ', item_id, bidder_id, bid_id, ranking, quantity, price_cents, amount, seller_fee, buyer_fee)
      as award
    from award where auction_id = ${auctionId}`.execute(db);
  return awards.map(({ award }) => award);
}

function differences(due: readonly string[], stored: readonly string[]): number {
  const [wanted, found] = [new Set(due), new Set(stored)];
  return due.filter((award) => !found.has(award)).length + stored.filter((award) => !wanted.has(award)).length;
}

function isSameRoom(room: Room, state: RoomState, audience: Watched['audience']): boolean {
  const truth = presentSnapshot(state, { audience, bidderId: null }, state.times.auctionEndsAtMs);
  const text = (bids: Iterable<{ bidId: string }>): string =>
    JSON.stringify([...bids].toSorted((a, b) => a.bidId.localeCompare(b.bidId)));
  return (
    room.version === truth.version &&
    room.times.isClosed === truth.times.isClosed &&
    room.times.auctionEndTime === truth.times.auctionEndTime &&
    text(room.bids.values()) === text(truth.bids)
  );
}
