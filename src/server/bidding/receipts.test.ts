import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { judgeReceipts, readReceipts } from '#contract/award/judge-receipts.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRoomTokenAsUser, HUB_SUBPROTOCOL } from '#contract/bidding/room.ts';
import { getRecordAsUser, listRecordKeys } from '#contract/award/record.ts';
import { cancelBid, placeBid, placeBidOnBehalf, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { receiptsText, type Receipt } from '#domain/record/receipt.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { insertAuction, moveAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { checkHead, type WatchedMessage } from '#contract/bidding/check-head.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let base: string;

beforeAll(async () => {
  w = await world();
  await w.app.listen({ port: 0, host: '127.0.0.1' });
  base = `ws://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`;
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
});
afterAll(() => w.end());

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }],
    ...wish,
  });

const aBid = ({ itemIds }: TestAuction, price: number, bidId?: string) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 10,
  bidderPartialFulfillment: true,
  ...(bidId && { bidId }),
});

const seal = (who: SignedIn, auction: TestAuction, ...bids: ReturnType<typeof aBid>[]) =>
  w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body: { bids } });

async function genuine(receipt: Receipt | null | undefined): Promise<Receipt> {
  if (!receipt) throw new Error('the answer has no receipt');
  const { auctionId } = receipt.head;
  expect(await readReceipts(receiptsText({ auctionId, receipts: [receipt] }), RECORD_PROOFS)).toMatchObject({
    auctionId,
  });
  return receipt;
}

test('each accepted bid, revision, withdrawal and late refusal is answered with a receipt that the record has', async () => {
  const auction = await anAuction({ startsIn: 3, endsIn: 9 });
  const params = { id: auction.auctionId };
  const publicKey = (await w.call(undefined, listRecordKeys)).data[0]?.publicKey ?? '';
  const placed = await seal(anna, auction, aBid(auction, 5), aBid(auction, 4));
  const sealed = await genuine(placed.data.receipt);
  expect(sealed.head).toMatchObject({ auctionId: auction.auctionId, seq: null, publicKey });
  expect(sealed.lines).toMatchObject([
    { seq: null, kind: 'placed', priceCents: 500 },
    { seq: null, kind: 'placed', priceCents: 400 },
  ]);
  const bidId = placed.data.bids[1]?.bidId ?? '';
  const withdrawn = await w.call(anna, withdrawBid, { params: { ...params, bidId } });
  expect((await genuine(withdrawn.data.receipt)).lines).toMatchObject([{ kind: 'withdrawn', bidId }]);
  const live = { params, body: aBid(auction, 6, placed.data.bids[0]?.bidId) };
  const revised = await vi.waitFor(async () => {
    const answer = await w.call(anna, placeBid, live);
    expect(answer.code).toBe('Success');
    return answer.data.receipt;
  }, 30_000);
  const { head, lines } = await genuine(revised);
  expect(lines).toMatchObject([{ seq: head.seq, kind: 'revised', priceCents: 600 }]);
  const late = await vi.waitFor(async () => {
    const answer = await w.call(anna, placeBid, { params, body: aBid(auction, 9) });
    expect(answer.code).toBe('auction_has_ended');
    return (answer as unknown as { receipt: Receipt }).receipt;
  }, 30_000);
  expect((await genuine(late)).lines).toMatchObject([{ kind: 'refusedLate', priceCents: 900 }]);
  const { text } = await vi.waitFor(async () => {
    const answer = await w.call(anna, getRecordAsUser, { params });
    expect(answer.code).toBe('Success');
    return answer;
  }, 60_000);
  const judged = judgeRecord(text, RECORD_PROOFS, publicKey);
  if ('what' in judged) throw new Error(judged.what);
  const own = await Promise.all([sealed, withdrawn.data.receipt, revised, late].map(genuine));
  const file = receiptsText({ auctionId: auction.auctionId, receipts: own });
  expect(await judgeReceipts(file, judged, RECORD_PROOFS)).toEqual({ count: 5, missing: [], otherHistory: null });
});

test('bids of one commit share a signature, and a repeated call gets a receipt of the same line', async () => {
  const auction = await anAuction({ startsIn: 60 });
  for (const who of [anna, bo]) await seal(who, auction, aBid(auction, 5));
  await moveAuction(w.database.db, auction.auctionId, -5, 600);
  const params = { id: auction.auctionId };
  const place = (who: SignedIn, price: number, key: string) =>
    w.call(who, placeBid, { params, body: aBid(auction, price), key });
  const keys = Array.from({ length: 4 }, () => randomUUID());
  const answers = await Promise.all(keys.map((key, at) => place(at % 2 === 0 ? anna : bo, 10 + at, key)));
  const receipts = await Promise.all(answers.flatMap(({ data }) => (data?.receipt ? [genuine(data.receipt)] : [])));
  expect(receipts.length).toBeGreaterThan(1);
  expect(new Set(receipts.map(({ head }) => head.signature)).size).toBeLessThanOrEqual(receipts.length);
  const first = answers.findIndex(({ code }) => code === 'Success');
  const again = await place(first % 2 === 0 ? anna : bo, 10 + first, keys[first] ?? '');
  const repeated = await genuine(again.data.receipt);
  const hashesOf = ({ lines }: Receipt) => lines.map(({ seq, hash }) => [seq, hash]);
  expect(hashesOf(repeated)).toEqual(hashesOf(await genuine(answers[first]?.data.receipt)));
});

test('an administrator who bids for a bidder, or cancels a bid, gets a receipt, too', async () => {
  const auction = await anAuction({ startsIn: 60 });
  const params = { id: auction.auctionId };
  const body = { ...aBid(auction, 5), bidderId: auction.bidderIds[0] ?? '', reason: 'By phone' };
  const placed = await w.call(admin, placeBidOnBehalf, { params, body });
  expect((await genuine(placed.data.receipt)).lines).toMatchObject([{ kind: 'placed' }]);
  const bidId = placed.data.bids[0]?.bidId ?? '';
  const cancelled = await w.call(admin, cancelBid, { params: { ...params, bidId }, body: { reason: 'A mistake' } });
  expect((await genuine(cancelled.data.receipt)).lines).toMatchObject([{ kind: 'cancelled', bidId }]);
});

test('an auction from before receipts continues its history without them', async () => {
  const auction = await anAuction({ startsIn: 60 });
  await w.database.db.updateTable('auction').set({ salt: null }).where('id', '=', auction.auctionId).execute();
  const placed = await seal(anna, auction, aBid(auction, 5));
  expect(placed.data).toMatchObject({ receipt: null, version: 1 });
});

/** Opens a socket of a reader in a room. Returns its messages and a function that sends an event. */
async function openSocket(who: SignedIn, auction: TestAuction) {
  const { data } = await w.call(who, getRoomTokenAsUser, { params: { id: auction.auctionId } });
  const socket = new WebSocket(
    `${base}${new URL(data.url).pathname}?access_token=${data.accessToken}`,
    HUB_SUBPROTOCOL,
  );
  const messages: WatchedMessage[] = [];
  socket.on('message', (text: Buffer) => {
    const frame = JSON.parse(text.toString()) as { data?: WatchedMessage };
    if (frame.data?.kind === 'snapshot' || frame.data?.kind === 'delta') messages.push(frame.data);
  });
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  const send = (event: string, content: object): void =>
    socket.send(JSON.stringify({ type: 'event', event, dataType: 'json', data: content, ackId: 1 }));
  return { messages, send, close: () => socket.terminate() };
}

test('each delta of a live room proves that the history only grew, and so does the answer to a reader who returns', async () => {
  const auction = await anAuction({ startsIn: 60 });
  const { data } = await seal(anna, auction, aBid(auction, 5));
  const bidId = data.bids[0]?.bidId;
  const before = await openSocket(anna, auction);
  before.send('sync', { version: 0, seen: 0 });
  await vi.waitFor(() => expect(before.messages.length).toBe(1));
  expect(before.messages[0]).not.toHaveProperty('signedHead');
  expect(before.messages[0]).not.toHaveProperty('chain');
  before.close();
  await moveAuction(w.database.db, auction.auctionId, -5, 600);
  const page = await openSocket(anna, auction);
  page.send('sync', { version: 0 });
  await vi.waitFor(() => expect(page.messages.length).toBeGreaterThan(0));
  const { subtle } = globalThis.crypto;
  const first = await checkHead(undefined, page.messages[0] as WatchedMessage, subtle);
  if (first.is !== 'extends') throw new Error(first.is);
  let known = first.head;
  for (const price of [6, 7]) {
    const body = aBid(auction, price, bidId);
    expect((await w.call(anna, placeBid, { params: { id: auction.auctionId }, body })).code).toBe('Success');
    const newest = (): WatchedMessage => page.messages.at(-1) as WatchedMessage;
    await vi.waitFor(() => expect(newest().signedHead?.seq).toBeGreaterThan(known.seq ?? 0));
    const checked = await checkHead(known, newest(), subtle);
    if (checked.is !== 'extends') throw new Error(checked.is);
    known = checked.head;
  }
  page.close();
  const back = await openSocket(anna, auction);
  back.send('sync', { version: 0, seen: first.head.seq });
  await vi.waitFor(() => expect(back.messages.length).toBeGreaterThan(0));
  const [answer] = back.messages as [WatchedMessage];
  expect(answer.chain?.from).toBe(first.head.seq);
  expect((await checkHead(first.head, answer, subtle)).is).toBe('extends');
  back.close();
});
