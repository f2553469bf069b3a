import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bidOfWire } from '#contract/bidding/bid-of-wire.ts';
import { placeBid, type RoomBid } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsAdmin, getRoomTokenAsUser } from '#contract/bidding/room.ts';
import type { Room } from '#contract/bidding/fold-room.ts';
import { awardItem } from '#domain/award/close.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { bidAfter, chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { rankBids } from '#domain/bidding/rank.ts';
import { standingRows } from '#domain/bidding/standing.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import type { AuctionNow } from '#server/room/store/room-store.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { anItem } from '#testing/builders/builders.ts';
import { callProcess, readRoomAt } from '#testing/world/process-calls.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import type { RoomReader } from '#testing/readers/room-reader.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * The number of bidders. They all bid on one item at the same time, through two server processes on one PostgreSQL
 * (docs/rules.md#realtime, ARCHITECTURE.md).
 */
const BIDDERS = 50;
const MAXIMUM = 250;
const ITEM = 1_000;

let w: World;
let servers: [ServerProcess, ServerProcess];
let auction: TestAuction;
let admin: SignedIn;
let bidders: SignedIn[];

beforeAll(async () => {
  w = await world();
  const settings = { DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' };
  servers = await Promise.all([startServer(settings), startServer(settings)]);
  admin = await w.signedIn({ role: 'Admin' });
  const owner = await w.signedIn();
  bidders = await Promise.all(Array.from({ length: BIDDERS }, () => w.signedIn()));
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: ITEM }],
    bidders: bidders.map((person) => ({ person, maxQuantity: MAXIMUM })),
  });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await w.end();
});

/** Returns an answer without its receipt, which a repeated call gets with a new signature. */
const withoutReceipt = <Answer extends { data?: { receipt?: unknown } | undefined }>(answer: Answer | undefined) =>
  answer && { ...answer, data: answer.data && { ...answer.data, receipt: null } };

/**
 * Places five bids and then raises the accepted ones. Each request is sent to both servers at the same time, with the
 * same key. Some requests must be refused. From its first bid on, the bidder follows the room through one of the
 * servers.
 */
async function bidAway(who: SignedIn, server: ServerProcess, codes: Map<string, number>): Promise<RoomReader[]> {
  const standing: RoomBid[] = [];
  const readers: RoomReader[] = [];
  for (let i = 0; i < 8; i += 1) {
    const revised = i >= 5 ? standing[i - 5] : undefined;
    const body = {
      auctionItemId: auction.itemIds[0],
      ...(revised && { bidId: revised.bidId }),
      price: (300 + randomInt(50) * 10 + i * 200) / 100,
      quantity: 60 + randomInt(60),
      bidderPartialFulfillment: randomInt(2) === 0,
    };
    const key = randomUUID();
    const params = { id: auction.auctionId };
    const answers = await Promise.all(servers.map((one) => callProcess(one, who, placeBid, { params, body, key })));
    expect(withoutReceipt(answers[0])).toEqual(withoutReceipt(answers[1]));
    const code = answers[0]?.code ?? '';
    codes.set(code, (codes.get(code) ?? 0) + 1);
    if (code !== 'Success') continue;
    standing.push(...(answers[0]?.data.bids ?? []));
    if (readers.length === 0) readers.push(await openReader(server, who));
  }
  return readers;
}

async function openReader(server: ServerProcess, who: SignedIn): Promise<RoomReader> {
  const route = who === admin ? getRoomTokenAsAdmin : getRoomTokenAsUser;
  const { data } = await callProcess(server, who, route, { params: { id: auction.auctionId } });
  return readRoomAt(server, data);
}

type Line = Awaited<ReturnType<typeof linesBetween>>[number];

/** Expects the lines to have numbers without gaps, times that never decrease, and a correct chain of hashes. */
function expectIntact(lines: readonly Line[], { lastHash, salt }: Pick<AuctionNow, 'lastHash' | 'salt'>): void {
  expect(lines.map(({ line }) => line.seq)).toEqual(lines.map((_, index) => index + 1));
  const times = lines.map(({ line }) => Date.parse(line.at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  let hash = FIRST_HASH;
  for (const { line, hash: stored } of lines) {
    hash = chainHash(hash, line, sha256, salt);
    expect(stored).toBe(hash);
  }
  expect(lastHash).toBe(hash);
}

const inOrder = (bids: Iterable<Bid>): Bid[] => [...bids].toSorted((a, b) => a.bidId.localeCompare(b.bidId));

/** Computes the bids from the stored history with the rules of the domain. */
function bidsOf(lines: readonly Line[]): Bid[] {
  const bids = new Map<string, Bid>();
  for (const { line } of lines) {
    const bid = bidAfter(line, line.bidId === null ? undefined : bids.get(line.bidId));
    if (bid) bids.set(bid.bidId, bid);
  }
  return inOrder(bids.values());
}

const seenIn = ({ bids }: Room): Bid[] => inOrder([...bids.values()].map(bidOfWire));

function expectWithinLimits(bids: readonly Bid[]): void {
  for (const own of Map.groupBy(bids, (bid) => bid.bidderId).values()) {
    expect(own.length).toBeLessThanOrEqual(3);
    expect(own.reduce((sum, bid) => sum + bid.quantity, 0)).toBeLessThanOrEqual(MAXIMUM);
  }
}

/** Expects the stored awards to equal the awards that the rules compute from the bids, within the item's quantity. */
async function expectAwarded(bids: readonly Bid[]): Promise<void> {
  const fees = { sellerFeeHundredths: 100, buyerFeeHundredths: 150 };
  const awards = awardItem(standingRows(anItem({ quantity: ITEM }), rankBids(bids, 'Forward')), fees);
  const stored = await w.database.db
    .selectFrom('award')
    .select(['bid_id', 'ranking', 'quantity', 'amount', 'seller_fee', 'buyer_fee'])
    .where('auction_id', '=', auction.auctionId)
    .orderBy('ranking')
    .execute();
  expect(stored).toEqual(
    awards.map((award) => ({
      bid_id: award.bid.bidId,
      ranking: award.rank,
      quantity: award.won,
      amount: textOfCents(award.amountCents),
      seller_fee: textOfCents(award.sellerFeeCents),
      buyer_fee: textOfCents(award.buyerFeeCents),
    })),
  );
  expect(awards.reduce((sum, { won }) => sum + won, 0)).toBeLessThanOrEqual(ITEM);
}

test('two processes give the same result as one: nothing lost, doubled, beyond a limit or out of order', async () => {
  const watching = await Promise.all(servers.map((server) => openReader(server, admin)));
  const codes = new Map<string, number>();
  const bidding = await Promise.all(
    bidders.map((who, index) => bidAway(who, index % 2 === 0 ? servers[0] : servers[1], codes)),
  );
  expect(codes.get('Success')).toBeGreaterThan(BIDDERS);
  expect(codes.get('maximum_bids_reached') ?? codes.get('total_bid_quantity_exceeds_max')).toBeGreaterThan(0);

  const { version, last_hash, salt } = await w.database.db
    .selectFrom('auction')
    .select(['version', 'last_hash', 'salt'])
    .where('id', '=', auction.auctionId)
    .executeTakeFirstOrThrow();
  const lines = await linesBetween(w.database.db, auction.auctionId, 0, version);
  expectIntact(lines, { lastHash: last_hash, salt });
  const placed = lines.filter(({ line }) => line.kind === 'placed' || line.kind === 'revised');
  expect(placed).toHaveLength(codes.get('Success') ?? 0);
  const bids = bidsOf(lines);
  expectWithinLimits(bids);

  const late = await Promise.all(servers.map((server) => openReader(server, admin)));
  const ofBidders = bidding.flat();
  const readers = [...watching, ...ofBidders, ...late];
  expect(ofBidders.length).toBeGreaterThan(BIDDERS / 2);
  for (const reader of readers) expect(seenIn(await reader.reached(version))).toEqual(bids);
  const names = /Company of|u[0-9a-f]{8}/;
  for (const reader of ofBidders) {
    expect([...(reader.room()?.bids.values() ?? [])].filter((bid) => names.test(bid.bidderUserName))).toEqual([]);
  }

  await moveAuction(w.database.db, auction.auctionId, -120, -2.5);
  await Promise.all(readers.map((reader) => reader.ended()));
  await expectAwarded(bids);
  const closed = await linesBetween(w.database.db, auction.auctionId, version, version + 10);
  expect(closed.map(({ line }) => line.kind)).toEqual(['closed']);
  for (const reader of readers) reader.close();
});
