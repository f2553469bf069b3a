import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isGenuine, judgeReceipts } from '#contract/award/judge-receipts.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsUser, listRecordKeys } from '#contract/award/record.ts';
import { cancelBid, placeBid, placeBidOnBehalf, placeInitialBids, withdrawBid } from '#contract/bidding/bidding.ts';
import { receiptsText, type Receipt } from '#domain/record/receipt.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { insertAuction, moveAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
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

const genuine = (receipt: Receipt | null | undefined): Receipt => {
  if (!receipt) throw new Error('the answer has no receipt');
  expect(isGenuine(receipt, RECORD_PROOFS)).toBe(true);
  return receipt;
};

test('each accepted bid, revision, withdrawal and late refusal is answered with a receipt that the record has', async () => {
  const auction = await anAuction({ startsIn: 3, endsIn: 9 });
  const params = { id: auction.auctionId };
  const publicKey = (await w.call(undefined, listRecordKeys)).data[0]?.publicKey ?? '';
  const placed = await seal(anna, auction, aBid(auction, 5), aBid(auction, 4));
  const sealed = genuine(placed.data.receipt);
  expect(sealed.head).toMatchObject({ auctionId: auction.auctionId, seq: null, publicKey });
  expect(sealed.lines).toMatchObject([
    { seq: null, kind: 'placed', priceCents: 500 },
    { seq: null, kind: 'placed', priceCents: 400 },
  ]);
  const bidId = placed.data.bids[1]?.bidId ?? '';
  const withdrawn = await w.call(anna, withdrawBid, { params: { ...params, bidId } });
  expect(genuine(withdrawn.data.receipt).lines).toMatchObject([{ kind: 'withdrawn', bidId }]);
  const live = { params, body: aBid(auction, 6, placed.data.bids[0]?.bidId) };
  const revised = await vi.waitFor(async () => {
    const answer = await w.call(anna, placeBid, live);
    expect(answer.code).toBe('Success');
    return answer.data.receipt;
  }, 30_000);
  const { head, lines } = genuine(revised);
  expect(lines).toMatchObject([{ seq: head.seq, kind: 'revised', priceCents: 600 }]);
  const late = await vi.waitFor(async () => {
    const answer = await w.call(anna, placeBid, { params, body: aBid(auction, 9) });
    expect(answer.code).toBe('auction_has_ended');
    return (answer as unknown as { receipt: Receipt }).receipt;
  }, 30_000);
  expect(genuine(late).lines).toMatchObject([{ kind: 'refusedLate', priceCents: 900 }]);
  const { text } = await vi.waitFor(async () => {
    const answer = await w.call(anna, getRecordAsUser, { params });
    expect(answer.code).toBe('Success');
    return answer;
  }, 60_000);
  const judged = judgeRecord(text, RECORD_PROOFS, publicKey);
  if ('what' in judged) throw new Error(judged.what);
  const own = [sealed, withdrawn.data.receipt, revised, late].map(genuine);
  const file = receiptsText(auction.auctionId, own);
  expect(judgeReceipts(file, judged, RECORD_PROOFS)).toEqual({ count: 5, missing: [] });
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
  const receipts = answers.flatMap(({ data }) => (data?.receipt ? [genuine(data.receipt)] : []));
  expect(receipts.length).toBeGreaterThan(1);
  expect(new Set(receipts.map(({ head }) => head.signature)).size).toBeLessThanOrEqual(receipts.length);
  const first = answers.findIndex(({ code }) => code === 'Success');
  const again = await place(first % 2 === 0 ? anna : bo, 10 + first, keys[first] ?? '');
  const repeated = genuine(again.data.receipt);
  const hashesOf = ({ lines }: Receipt) => lines.map(({ seq, hash }) => [seq, hash]);
  expect(hashesOf(repeated)).toEqual(hashesOf(genuine(answers[first]?.data.receipt)));
});

test('an administrator who bids for a bidder, or cancels a bid, gets a receipt, too', async () => {
  const auction = await anAuction({ startsIn: 60 });
  const params = { id: auction.auctionId };
  const body = { ...aBid(auction, 5), bidderId: auction.bidderIds[0] ?? '', reason: 'By phone' };
  const placed = await w.call(admin, placeBidOnBehalf, { params, body });
  expect(genuine(placed.data.receipt).lines).toMatchObject([{ kind: 'placed' }]);
  const bidId = placed.data.bids[0]?.bidId ?? '';
  const cancelled = await w.call(admin, cancelBid, { params: { ...params, bidId }, body: { reason: 'A mistake' } });
  expect(genuine(cancelled.data.receipt).lines).toMatchObject([{ kind: 'cancelled', bidId }]);
});

test('an auction from before receipts continues its history without them', async () => {
  const auction = await anAuction({ startsIn: 60 });
  await w.database.db.updateTable('auction').set({ salt: null }).where('id', '=', auction.auctionId).execute();
  const placed = await seal(anna, auction, aBid(auction, 5));
  expect(placed.data).toMatchObject({ receipt: null, version: 1 });
});
