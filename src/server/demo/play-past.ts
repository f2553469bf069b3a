import { randomInt } from 'node:crypto';
import type { AuctionId } from '#domain/basics/ids.ts';
import { judgeRequest } from '#server/room/judging/judge-request.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { NewLine } from '#server/room/store/write-lines.ts';
import type { Db } from '#server/platform/database/database.ts';
import { betterBid, openingBids } from '#server/bidding/simulated-bids.ts';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { closingRows, type OnClosed } from '#server/award/sql-closing-store.ts';
import { makeAuction, type DemoStage, type Tranche } from '#server/demo/make-auction.ts';

/**
 * Plays an auction's past, from its initial bids to `untilMs`. The bids get times in the past and are judged by the
 * rules of live bids, so that history, ranking and result are realistic.
 */
export async function playPast(db: Db, auctionId: AuctionId, untilMs: number, moves: number): Promise<void> {
  const rows = roomRows(db);
  const state = await loadRoom(rows, auctionId);
  if (!state) return;
  const lines: NewLine[] = [];
  const bidders = [...state.settings.bidders.values()];
  const { startsAtMs } = state.times;
  for (const bidder of bidders) {
    const atMs = startsAtMs - 3_600_000 + randomInt(3_000_000);
    const request = openingBids(state, bidder, 'initial');
    if (request) lines.push(...judgeRequest(state, request, atMs).lines);
  }
  for (let i = 1; i <= moves && startsAtMs < untilMs; i += 1) {
    const atMs = startsAtMs + ((untilMs - startsAtMs) * i) / (moves + 1);
    const request = betterBid(state, pick(bidders));
    if (request) lines.push(...judgeRequest(state, request, atMs).lines);
  }
  await rows.write(lines, []);
}

const pick = <T>(from: readonly T[]): T => {
  const found = from[randomInt(from.length)];
  if (found === undefined) throw new Error('the list to pick from is empty');
  return found;
};

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MOVES = 12;

/**
 * The auctions of each of the last twelve months. Each ended `month * 30 - daysBefore` days ago. `dealOf` returns the
 * index of the auction's deal.
 */
const MONTHLY: readonly { auctionType: AuctionType; daysBefore: number; dealOf: (month: number) => number }[] = [
  { auctionType: 'Forward', daysBefore: 0, dealOf: (month) => 2 * month },
  { auctionType: 'Forward', daysBefore: 9, dealOf: (month) => 2 * month + 1 },
  { auctionType: 'Reverse', daysBefore: 18, dealOf: (month) => month },
];

/** How a product's price changes per month, in percent. Most prices rise, some fall. */
const DRIFTS = [2.2, -1.4, 1.1, 1.8, -0.8, 0.6];

/**
 * Seeds a year of closed auctions for the dashboard and the price history, newest first, while the demo already serves.
 * Each auction is one transaction, so an interrupted run continues at the next start. The same code as for live
 * auctions judges the bids and closes the auctions, each at its own time. Nobody gets an email about these auctions.
 */
export async function seedPastYear(db: Db, { variant }: DemoStage, nowMs: number): Promise<void> {
  const there = await db
    .selectFrom('auction')
    .select(({ fn }) => fn.min('auction_end_time').as('oldest'))
    .executeTakeFirst();
  const oldestMs = there?.oldest?.getTime() ?? nowMs;
  for (const { month, daysAgo, auctionType, deal } of plan()) {
    const endsAtMs = nowMs - daysAgo * DAY_MS;
    if (endsAtMs >= oldestMs) continue;
    const wish = {
      softClose: null,
      auctionType,
      deal,
      startsAt: new Date(endsAtMs - HOUR_MS),
      endsAt: new Date(endsAtMs),
      // So few bidders that some items stay unsold.
      bidders: 3 + (month % 3),
      tranche: trancheOf({ month, deal, endsAtMs }),
    };
    await db.transaction().execute(async (transaction) => {
      const auctionId = await makeAuction(transaction, wish, { variant });
      await playPast(transaction, auctionId, endsAtMs - 1_000, MOVES);
      await closeInThePast(transaction, auctionId, endsAtMs + CLOSING_PERIOD_MS);
    });
  }
}

/** Returns all auctions of the past year, the newest first. */
const plan = () =>
  Array.from({ length: 12 }, (_, at) => at + 1).flatMap((month) =>
    MONTHLY.map(({ auctionType, daysBefore, dealOf }) => ({
      month,
      daysAgo: month * 30 - daysBefore,
      auctionType,
      deal: dealOf(month),
    })).toSorted((one, other) => one.daysAgo - other.daysAgo),
  );

const trancheOf = ({ month, deal, endsAtMs }: { month: number; deal: number; endsAtMs: number }): Tranche => ({
  label: new Date(endsAtMs).toISOString().slice(0, 7),
  priceShare: 1 - ((DRIFTS[deal % DRIFTS.length] ?? 0) * month) / 100 + Math.sin(month + deal) / 50,
  quantityShare: 0.2 + ((month * 7 + deal) % 5) / 10,
  firstBidder: (month + deal) % 7,
});

/** Closes an auction at a time in the past. `onClosed` runs in the same transaction; nobody gets an email. */
export async function closeInThePast(
  transaction: Db,
  auctionId: AuctionId,
  atMs: number,
  onClosed: OnClosed = async () => undefined,
): Promise<void> {
  const rows = { ...closingRows(transaction, onClosed), nowMs: async () => atMs };
  await closeAuction({ inTransaction: (work) => work(rows) }, auctionId);
  await transaction
    .updateTable('auction')
    .set({ closed_at: new Date(atMs) })
    .where('id', '=', auctionId)
    .execute();
}
