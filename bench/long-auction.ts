import { randomUUID } from 'node:crypto';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { chainHash, type HistoryLine } from '#domain/bidding/history.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { ABOUT_NO_BID } from '#server/room/store/write-event.ts';
import { insertAuction, insertPerson, moveAuction, type TestPerson } from '#testing/builders/records.ts';

const ITEMS = 10;
const BIDDERS = 100;
const BIDS = ITEMS * BIDDERS;
const TICK_CENTS = 10;
const HOUR = 3_600;
/**
 * Seconds between the auction's start and its first bid, and between its last bid and its end. Even if it takes long to
 * write the lines, the times of the lines stay between start and end.
 */
const MARGIN = 300;
const AT_A_TIME = 2_000;

export type LongAuction = { readonly auctionId: AuctionId; readonly owner: TestPerson };

/**
 * Creates an auction that ran for an hour and has ended. After its closing, its history has `length` lines. A hundred
 * bidders have one bid each on ten items. They revise their bids in turn, each time to the highest price.
 */
export async function aLongAuction(db: Db, length: number): Promise<LongAuction> {
  const owner = await insertPerson(db);
  const people: TestPerson[] = [];
  for (let i = 0; i < BIDDERS; i += 1) people.push(await insertPerson(db));
  const item = { quantity: 1_000, minimumCents: TICK_CENTS, maximumCents: 999_999_990 };
  const { auctionId, itemIds } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: owner.userId,
    startsIn: -2 * HOUR,
    tickCents: TICK_CENTS,
    items: Array.from({ length: ITEMS }, () => item),
    bidders: people.map((person) => ({ person })),
  });
  const rows = roomRows(db);
  const [now, settings] = [await rows.lock(auctionId), await rows.settings(auctionId)];
  if (!now || !settings) throw new Error('the auction does not exist');
  const lineOf = turns(itemIds as ItemId[], [...settings.bidders.values()], { first: now.version + 1, length });
  let hash = now.lastHash;
  for (let from = now.version + 1; from < length; from += AT_A_TIME) {
    const lines = Array.from({ length: Math.min(AT_A_TIME, length - from) }, (_, at) => {
      const line = lineOf(from + at);
      const before = hash;
      hash = chainHash(before, line, sha256, now.salt);
      return { auctionId, line, before, hash, actingUserId: null };
    });
    await rows.write(lines, []);
  }
  await moveAuction(db, auctionId, -2 * HOUR, -HOUR);
  return { auctionId, owner };
}

type Bidder = { readonly bidderId: BidderId; readonly alias: string };
type Span = { readonly first: number; readonly length: number };

/**
 * Returns a function that makes the history line for a line number. Each bid is placed once; then all bids are revised
 * in turn.
 */
function turns(itemIds: readonly ItemId[], bidders: readonly Bidder[], { first, length }: Span) {
  const bidIds = Array.from({ length: BIDS }, () => randomUUID() as BidId);
  const beganAtMs = Date.now() - (2 * HOUR - MARGIN) * 1_000;
  const spanMs = (HOUR - 2 * MARGIN) * 1_000;
  return (seq: number): HistoryLine => {
    const turn = (seq - first) % BIDS;
    const bidder = bidders[Math.floor(turn / ITEMS)];
    return {
      ...ABOUT_NO_BID,
      seq,
      kind: seq - first < BIDS ? 'placed' : 'revised',
      at: new Date(beganAtMs + Math.floor((seq / length) * spanMs)).toISOString(),
      bidId: bidIds[turn] ?? null,
      itemId: itemIds[turn % ITEMS] ?? null,
      bidderId: bidder?.bidderId ?? null,
      alias: bidder?.alias ?? null,
      priceCents: TICK_CENTS * (1 + Math.floor((seq - first) / ITEMS)),
      quantity: 100,
      allowsPartial: true,
      by: 'bidder',
    };
  };
}
