import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsAdmin, getRecordAsUser, listRecordKeys, readRecord } from '#contract/award/record.ts';
import { recordPdf } from '#server/award/record-pdf.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { insertAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let auction: TestAuction;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = [await w.signedIn(), await w.signedIn(), await w.signedIn()];
  auction = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    endsIn: 8,
    bidders: [{ person: anna }, { person: bo }],
  });
  const bid = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 600, bidderPartialFulfillment: true };
  const bids = [bid, { ...bid, minimumAcceptable: 100 }];
  expect((await w.call(anna, placeInitialBids, { params: params(), body: { bids } })).code).toBe('Success');
  const ask = async () => (await w.call(owner, getRecordAsUser, { params: params() })).code;
  expect(await ask()).toBe('results_not_ready');
  // The record contains the times, so the test waits for the real end instead of moving the auction.
  await vi.waitUntil(async () => (await ask()) === 'Success', { timeout: 60_000 });
});
afterAll(() => w.end());

const params = () => ({ id: auction.auctionId });

test('everyone who may see the result gets the same record, which verifies with the published key', async () => {
  const [{ text }, ...others] = await Promise.all([
    w.call(admin, getRecordAsAdmin, { params: params() }),
    w.call(owner, getRecordAsUser, { params: params() }),
    w.call(anna, getRecordAsUser, { params: params() }),
  ]);
  for (const other of others) expect(other.text).toBe(text);
  const keys = await w.call(undefined, listRecordKeys);
  const judged = judgeRecord(text, RECORD_PROOFS, keys.data[0]?.publicKey);
  expect(judged).not.toHaveProperty('what');
  expect('record' in judged && judged.record.awards).toMatchObject([
    { ranking: 1, quantity: 600, amount: '3000.00', sellerFee: '30.00', buyerFee: '45.00' },
    { ranking: 2, quantity: 400, amount: '2000.00' },
  ]);
  for (const who of [admin, owner, anna, bo]) {
    expect(text).not.toContain(who.username);
    expect(text).not.toContain(who.accountId);
  }
});

const mailsTo = async ({ username }: SignedIn): Promise<string[]> => {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${`${username}@example.test`} and subject like 'Result:%'`.execute(
    w.database.db,
  );
  return rows.map(({ body }) => body);
};

test('one email at closing brings the last hash, and bidders a receipt for each of their entries', async () => {
  const { text } = await w.call(admin, getRecordAsAdmin, { params: params() });
  const read = readRecord(text);
  if ('what' in read) throw new Error(read.what);
  const { head, lines } = read.record;
  const last = lines.at(-1);
  const own = lines.filter(({ line }) => line.bidderId === auction.bidderIds[0]);
  const [toAnna, toOwner] = [await mailsTo(anna), await mailsTo(owner)];
  expect([toAnna.length, toOwner.length, (await mailsTo(bo)).length]).toEqual([1, 1, 0]);
  for (const mail of [...toAnna, ...toOwner]) {
    expect(mail).toContain(`#${last?.line.seq}\n${last?.hash}`);
    expect(mail).toContain('http://greenlot.test/record');
  }
  expect(own.length).toBe(2);
  const item = head.items[0]?.name;
  for (const { line, hash } of own) {
    const receipt = `#${line.seq}  ${line.at}  Bid placed / 提交出价  ${item}  5.00 × 600\n${hash}`;
    expect(toAnna[0]).toContain(receipt);
    expect(toOwner[0]).not.toContain(hash);
  }
});

test('an account without bids gets no receipts, and other users learn nothing', async () => {
  expect((await w.call(bo, getRecordAsUser, { params: params() })).code).toBe('no_permission_to_join_auction');
  expect((await w.call(await w.signedIn(), getRecordAsUser, { params: params() })).status).toBe(404);
});

test('the PDF shows the same course: settings, entries under aliases, awards, and the final hash', async () => {
  const ask = (language: string) =>
    w.app.inject({
      url: `/auction-api/user/auctions/${auction.auctionId}/record?format=pdf`,
      headers: { authorization: `Bearer ${anna.token}`, 'accept-language': language, 'accept-timezone': 'Asia/Tokyo' },
    });
  const { headers, rawPayload } = await ask('en');
  expect(headers['content-disposition']).toContain(`record-${auction.auctionId}.pdf`);
  const { pages, tags, info } = await readPdf(rawPayload);
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  const { text: file } = await w.call(anna, getRecordAsUser, { params: params() });
  const hashes = [...file.matchAll(/"hash":"(\w{64})"/g)].map(([, hash = '']) => hash);
  for (const hash of hashes) expect(text).toContain(hash.slice(0, 16));
  expect(text).toContain(`Hash of the last entry: ${hashes.at(-1)}`);
  expect(text).toMatch(/Bid placed MY\.Hydro\.2020 Bidder \d+ 5\.00 600 accepts partial fill of at least 100/);
  expect(text).toMatch(/MY\.Hydro\.2020 2 Bidder \d+ 400 5\.00 2,000\.00 30\.00 20\.00/);
  expect(text).toContain('GMT+9');
  for (const who of [owner, anna, bo]) expect(text).not.toContain(who.username);
  expect(tags).toContain('TH');
  expect(info).toMatchObject({ Title: 'Auction record' });
  expect((await readPdf((await ask('zh')).rawPayload)).pages.join(' ')).toContain('拍卖记录');
});

test('a PDF notes that a history is too long for it', () => {
  const text = JSON.stringify(recordPdf(aLongRecord(100_000), { language: 'en', timeZone: 'UTC' }, BRAND));
  expect(text).toContain('The history has 100,000 entries – too many to print.');
  expect(text).toContain('Hash of the last entry: feed');
});

const BRAND = { name: 'Greenlot', title: { en: 'REC auctions', zh: '绿证拍卖' }, primaryColor: '#0b7a5b' };

const aLongRecord = (lineCount: number): Parameters<typeof recordPdf>[0] => ({
  head: {
    auctionId: 'a',
    title: 'Hydro',
    auctionType: 'Forward',
    currency: 'USD',
    tickCents: 10,
    minimumBiddingQuantity: 1,
    sellerFeeHundredths: 0,
    buyerFeeHundredths: 0,
    softClose: null,
    startsAt: '2026-03-31T16:30:05.000Z',
    endsAt: '2026-03-31T16:30:05.000Z',
    auctionEndsAt: '2026-03-31T16:30:05.000Z',
    items: [],
    bidders: [],
  },
  lines: [],
  lineCount,
  headHash: 'feed',
  closedAt: new Date('2026-03-31T16:30:05.000Z'),
  awards: [],
  publicKey: 'key',
});
