import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAuctionAsUser, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { getResultAsUser } from '#contract/award/award.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { listAuditLines, getAuditLine } from '#contract/audit.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsUser } from '#contract/award/record.ts';
import { exportPersonalData } from '#contract/personal-data.ts';
import { listNotices } from '#contract/notice.ts';
import {
  cancelBid,
  exportHistoryAsAdmin,
  exportHistoryAsUser,
  listHistoryAsAdmin,
  listHistoryAsUser,
  listOwnBids,
  placeBid,
  placeBidOnBehalf,
  placeInitialBids,
  withdrawBid,
} from '#contract/bidding/bidding.ts';
import { mergeBids, type Room } from '#contract/bidding/fold-room.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { chainHash } from '#domain/bidding/history.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { offerAt as offer } from '#testing/builders/offers.ts';
import { linesBetween, peekAuction } from '#server/room/store/room-rows.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { readRoom, type RoomReader } from '#testing/readers/room-reader.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * In these tests a bidder tries to find out hidden facts: the number of others' sealed bids, and the company behind an
 * alias (decision 73).
 */
let w: World;
let base: string;
let admin: SignedIn;
let owner: SignedIn;
let spy: SignedIn;
let rivals: readonly SignedIn[];

beforeAll(async () => {
  w = await world();
  await w.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`;
  admin = await w.signedIn({ role: 'Admin' });
  [owner, spy] = await Promise.all([w.signedIn(), w.signedIn()]);
  rivals = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = (wish: { startsIn?: number; endsIn?: number } = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    items: [{ quantity: 1_000 }],
    bidders: [spy, ...rivals].map((person) => ({ person })),
    ...wish,
  });

const seal = (who: SignedIn, auction: TestAuction, bids: ReturnType<typeof offer>[], key?: string) =>
  w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body: { bids }, ...(key && { key }) });

async function enter(who: SignedIn, auctionId: string, known?: Room): Promise<RoomReader> {
  const { data } = await w.call(who, getRoomTokenAsUser, { params: { id: auctionId } });
  return readRoom({ ...data, url: base + new URL(data.url).pathname }, known);
}

/** Replaces ids, times, aliases and secrets, because they differ between two auctions that are otherwise equal. */
const withoutChance = (heard: unknown): string =>
  JSON.stringify(heard)
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+Z)?/g, 'time')
    .replaceAll(/Bidder \d+/g, 'alias')
    .replaceAll(/(accessToken\W+?)[\w-]+/g, '$1')
    .replaceAll(/[\da-f]{64}/g, 'hash')
    .replaceAll(/(signature\W+?)[\w-]+/g, '$1');

/**
 * Returns everything that a bidder can read about an auction before its start. `meanwhile` may contain the acts of
 * others.
 */
async function spyOn(auction: TestAuction, meanwhile: () => Promise<void>): Promise<string> {
  const params = { id: auction.auctionId };
  const heard: unknown[] = [];
  const hear = async <Reply extends { text: string }>(reply: Promise<Reply>): Promise<Reply> => {
    const given = await reply;
    heard.push(given.text);
    return given;
  };
  await meanwhile();
  const key = randomUUID();
  const bids = [offer(auction, 5)];
  const first = await hear(seal(spy, auction, bids, key));
  const bidId = first.data.bids[0]?.bidId ?? '';
  await meanwhile();
  await hear(seal(spy, auction, [offer(auction, 6, bidId), offer(auction, 4)]));
  await meanwhile();
  await hear(seal(spy, auction, bids, key));
  await hear(seal(spy, auction, [offer(auction, 6, bidId)]));
  await hear(w.call(spy, placeBid, { params, body: offer(auction, 7, bidId) }));
  await hear(w.call(spy, withdrawBid, { params: { ...params, bidId } }));
  await meanwhile();
  for (const route of [listOwnBids, listHistoryAsUser, getAuctionAsUser, getRoomTokenAsUser])
    await hear(w.call(spy, route, { params }));
  await hear(w.call(spy, exportHistoryAsUser, { params, query: '?format=csv' }));
  const listed = await w.call(spy, listAuctionsAsUser);
  heard.push(listed.data.items.find(({ id }) => id === auction.auctionId));
  for (const who of [spy, owner]) {
    const reader = await enter(who, auction.auctionId);
    const room = await reader.reached(0);
    heard.push(room.version, [...room.bids.values()]);
    reader.close();
  }
  return withoutChance(heard);
}

test('no answer reveals how many sealed bids others have (ASVS 8.2.3)', async () => {
  const [alone, among] = await Promise.all([anAuction({ startsIn: 600 }), anAuction({ startsIn: 600 })]);
  const quiet = await spyOn(alone, async () => undefined);
  const busy = await spyOn(among, async () => {
    for (const rival of rivals) {
      const { data } = await seal(rival, among, [offer(among, 8)]);
      await w.call(rival, withdrawBid, { params: { id: among.auctionId, bidId: data.bids[0]?.bidId ?? '' } });
    }
  });
  expect(busy).toBe(quiet);
});

test('the hash of a sealed entry stays hidden until the closing, because two hashes would reveal what a rival bid in between', async () => {
  const auction = await anAuction({ startsIn: 600 });
  const params = { id: auction.auctionId };
  const [rival] = rivals as [SignedIn];
  const own = await seal(spy, auction, [offer(auction, 5)]);
  const sealed = await w.call(spy, listHistoryAsUser, { params });
  expect(sealed.data.items).toMatchObject([{ seq: 1, hash: null }]);
  const first = await seal(rival, auction, [offer(auction, 8)]);
  await seal(rival, auction, [offer(auction, 6, first.data.bids[0]?.bidId)]);
  await seal(spy, auction, [offer(auction, 7, own.data.bids[0]?.bidId)]);
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: 0, endsIn: 600 });
  // The spy tries to guess a price. It knows all else in the lines between the spy's own first and last line.
  const lines = (await linesBetween(w.database.db, auction.auctionId, 2, 6)).map(({ line }) => line);
  // Only the record shows the salt. Even with it, the spy could not try values without the hashes.
  const salt = (await peekAuction(w.database.db, auction.auctionId))?.salt ?? null;
  const guess = async (): Promise<number | undefined> => {
    const { data } = await w.call(spy, listHistoryAsUser, { params, query: '?limit=50' });
    const hashOf = (seq: number): string => data.items.find((item) => item.seq === seq)?.hash ?? 'unknown';
    const [, placed, ...others] = lines;
    if (!placed) throw new Error('the rival has no line');
    return Array.from({ length: 20 }, (_, at) => 100 * (at + 1)).find(
      (priceCents) =>
        [{ ...placed, priceCents }, ...others].reduce(
          (before, line) => chainHash(before, line, sha256, salt),
          hashOf(3),
        ) === hashOf(6),
    );
  };
  expect(await guess()).toBeUndefined();
  const opened = await w.call(spy, listHistoryAsUser, { params });
  expect(opened.data.items).toMatchObject([
    { seq: 6, hash: null },
    { seq: 3, hash: null },
  ]);
  expect((await w.call(admin, annulAuction, { params, body: { reason: 'An item was wrong' } })).code).toBe('Success');
  expect(await guess()).toBe(800);
});

test('a bidder’s own numbers only rise across the start, so the newer entry wins and a repeat gets its first answer', async () => {
  const auction = await anAuction({ startsIn: 600 });
  const params = { id: auction.auctionId };
  const key = randomUUID();
  const bids = [offer(auction, 5), offer(auction, 4)];
  const first = await seal(spy, auction, bids, key);
  for (const rival of rivals) await seal(rival, auction, [offer(auction, 8)]);
  const [bid] = first.data.bids;
  const revised = await seal(spy, auction, [offer(auction, 6, bid?.bidId)]);
  expect(first.data).toMatchObject({ version: 2, bids: [{ seq: 1 }, { seq: 2 }] });
  expect(revised.data).toMatchObject({ version: 3, bids: [{ seq: 3, tieSeq: 3 }] });
  const reader = await enter(spy, auction.auctionId);
  expect([...(await reader.reached(0)).bids.values()].map(({ seq }) => seq)).toEqual([3, 2]);
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: 0, endsIn: 600 });
  w.parts.rooms.wake(auction.auctionId);
  const opened = await reader.reached(1);
  expect(opened.bids.size).toBe(4);
  // An answer from before the start changes nothing if it arrives after the start. A new answer changes the bids.
  expect(mergeBids(opened.bids, [...first.data.bids, ...revised.data.bids])).toEqual(opened.bids);
  const raised = await w.call(spy, placeBid, { params, body: offer(auction, 20, bid?.bidId) });
  expect(raised.data.version).toBeGreaterThan(opened.version);
  expect(mergeBids(opened.bids, raised.data.bids).get(bid?.bidId ?? '')).toMatchObject({ bidValue: 20 });
  const later = await reader.reached(raised.data.version);
  expect(later.bids.get(bid?.bidId ?? '')).toMatchObject({ bidValue: 20 });
  expect(reader.gaps()).toBe(0);
  const repeated = await seal(spy, auction, bids, key);
  expect(repeated.data).toMatchObject({ version: 2, receivedAt: first.data.receivedAt });
  reader.close();
});

test('a bid that a rival withdrew before the start is never shown, whatever version a reader requests', async () => {
  const auction = await anAuction({ startsIn: 600 });
  const params = { id: auction.auctionId };
  const [rival] = rivals as [SignedIn];
  await seal(spy, auction, [offer(auction, 5)]);
  const sealed = await seal(rival, auction, [offer(auction, 90), offer(auction, 6)]);
  const [bidId = '', standing = ''] = sealed.data.bids.map((bid) => bid.bidId);
  expect((await w.call(rival, withdrawBid, { params: { ...params, bidId } })).code).toBe('Success');
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: 0, endsIn: 600 });
  const own = await w.call(spy, listOwnBids, { params });
  const first = await enter(spy, auction.auctionId);
  const room = await first.reached(5);
  const seen = [own.data[0]?.bidId ?? '', standing].toSorted();
  expect([...room.bids.keys()].toSorted()).toEqual(seen);
  first.close();
  // A client claims to know a version from before the start. It gets no delta that contains withdrawn bids.
  const second = await enter(spy, auction.auctionId, { ...room, version: 1, bids: new Map() });
  const again = await second.reached(room.version);
  expect([...again.bids.keys()].toSorted()).toEqual(seen);
  second.close();
  // A bid that is cancelled after the start was visible to everyone. So everyone learns of the cancellation.
  const third = await enter(spy, auction.auctionId);
  await third.reached(room.version);
  const cancelled = { params: { ...params, bidId: standing }, body: { reason: 'Mistyped' } };
  expect((await w.call(admin, cancelBid, cancelled)).code).toBe('Success');
  expect((await third.reached(room.version + 1)).bids.get(standing)?.isDeleted).toBe(true);
  third.close();
});

test('no rival reads an administrator’s reason for a bid, not even in the record', async () => {
  const auction = await anAuction();
  const params = { id: auction.auctionId };
  const [hafiz, other] = rivals as [SignedIn, SignedIn];
  const said = 'Telephone: Hafiz of Straits Data Centres';
  const why = 'Straits Data Centres proved a slip';
  const entered = await w.call(admin, placeBidOnBehalf, {
    params,
    body: { ...offer(auction, 5), bidderId: auction.bidderIds[1] ?? '', reason: said },
  });
  expect(entered.status).toBe(200);
  const bidId = entered.data.bids[0]?.bidId ?? '';
  await w.call(admin, cancelBid, { params: { ...params, bidId }, body: { reason: why } });
  for (const who of [spy, other])
    expect((await w.call(who, placeBid, { params, body: offer(auction, 6) })).status).toBe(200);
  await w.call(admin, annulAuction, { params, body: { reason: 'An item was wrong' } });

  for (const who of [spy, other, owner]) {
    const history = await w.call(who, listHistoryAsUser, { params, query: '?limit=50' });
    expect(history.data.items.filter(({ by }) => by === 'admin').map(({ reason }) => reason)).toEqual([
      'An item was wrong',
      'cancelled_by_admin',
      'on_behalf',
      null,
      null,
    ]);
    const csv = await w.call(who, exportHistoryAsUser, { params });
    const record = await w.call(who, getRecordAsUser, { params });
    const paper = await w.call(who, getRecordAsUser, { params, query: '?format=pdf' });
    expect(judgeRecord(record.text, RECORD_PROOFS)).not.toHaveProperty('what');
    for (const { text } of [history, csv, record, paper]) {
      expect(text).not.toContain('Hafiz');
      expect(text).not.toContain('Straits');
    }
    expect(csv.text).toContain('entered at the bidder’s request');
  }
  // The bid's own company may read why the bid was cancelled. Administrators may read all reasons.
  const own = await w.call(hafiz, listHistoryAsUser, { params, query: '?limit=50' });
  expect(own.data.items.find(({ kind }) => kind === 'cancelled')).toMatchObject({ isOwnBid: true, reason: why });
  expect(own.text).not.toContain(said);
  const all = await w.call(admin, listHistoryAsAdmin, { params, query: '?limit=50' });
  expect(all.data.items.map(({ reason }) => reason)).toEqual(expect.arrayContaining([said, why]));
  expect((await w.call(admin, exportHistoryAsAdmin, { params })).text).toContain(said);
  const acts = await w.call(admin, listAuditLines, { query: '?limit=50' });
  const sent = await Promise.all(
    acts.data.items.map(async ({ id }) => (await w.call(admin, getAuditLine, { params: { id } })).text),
  );
  for (const typed of [said, why]) expect(sent.some((text) => text.includes(typed))).toBe(true);
});

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Returns everything that a bidder reads about an auction, from the room to the record. */
async function readAll(who: SignedIn, auction: TestAuction): Promise<string> {
  const params = { id: auction.auctionId };
  const reader = await enter(who, auction.auctionId);
  const live = JSON.stringify([...(await reader.reached(1)).bids.values()]);
  reader.close();
  await moveAuctionAndTell(w.database.db, auction.auctionId, { startsIn: -600, endsIn: -60 });
  const texts = [live];
  for (const route of [
    getResultAsUser,
    getAuctionAsUser,
    listHistoryAsUser,
    listOwnBids,
    getRecordAsUser,
    exportHistoryAsUser,
  ])
    texts.push((await w.call(who, route, { params })).text);
  texts.push((await w.call(who, listNotices)).text);
  return texts.join('\n');
}

test('nothing that a bidder reads names a rival, or reveals that two auctions have the same bidder', async () => {
  const [rival] = rivals as [SignedIn];
  const auctions = [await anAuction(), await anAuction()];
  const heard: string[] = [];
  for (const auction of auctions) {
    for (const [who, price] of [
      [spy, 5],
      [rival, 6],
    ] as const)
      expect(
        (await w.call(who, placeBid, { params: { id: auction.auctionId }, body: offer(auction, price) })).status,
      ).toBe(200);
    heard.push(await readAll(spy, auction));
  }
  for (const text of heard) {
    expect(text).toContain('"isWonBid":true');
    for (const secret of [rival.userId, rival.accountId, rival.username]) expect(text).not.toContain(secret);
  }
  // The text of the second auction also contains the notices of the first auction.
  const [first, second] = heard.map((text) => new Set(text.match(UUID)));
  const known = new Set<string>([spy.userId, spy.accountId, owner.accountId]);
  const shared = [...(first ?? [])].filter((id) => second?.has(id) && !known.has(id));
  const ofRivals = auctions.map(({ bidderIds }) => bidderIds[1]);
  expect(ofRivals.every((id) => id && heard.join().includes(id))).toBe(true);
  expect(shared.filter((id) => !isOfNotice(heard[1] ?? '', id) && id !== auctions[0]?.auctionId)).toEqual([]);
});

const isOfNotice = (text: string, id: string): boolean => (text.split('\n').at(-1) ?? '').includes(id);

test('the record lists bidders by their random alias numbers, not in the order of admission', async () => {
  const auction = await anAuction();
  const params = { id: auction.auctionId };
  await w.call(spy, placeBid, { params, body: offer(auction, 5) });
  await w.call(admin, annulAuction, { params, body: { reason: 'An item was wrong' } });
  const judged = judgeRecord((await w.call(spy, getRecordAsUser, { params })).text, RECORD_PROOFS);
  if ('what' in judged) throw new Error(judged.what);
  const numbers = judged.record.head.bidders.map(({ alias }) => Number(alias.replace('Bidder ', '')));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test('the download of personal data leaves out numbers and hashes of sealed entries', async () => {
  const auction = await anAuction({ startsIn: 600 });
  await seal(spy, auction, [offer(auction, 5)]);
  const { text } = await w.call(spy, exportPersonalData);
  const { sections } = JSON.parse(text) as { sections: { tables: Record<string, Record<string, unknown>[]> }[] };
  const lines = sections.flatMap(({ tables }) => tables['bid_history'] ?? []);
  const sealed = lines.filter((line) => line['auction_id'] === auction.auctionId);
  expect(sealed).toMatchObject([{ kind: 'placed', seq: null, hash: null }]);
  expect(lines.some(({ seq, hash }) => seq !== null && hash !== null)).toBe(true);
});
