import { createPublicKey, generateKeyPairSync, hash as hashOf, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Proofs } from '#contract/award/judge-record.ts';
import { judgeReceipts, readReceipts } from '#contract/award/judge-receipts.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import type { BidId, ItemId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { leafOf, signedHeadText, receiptsText, treeOf, type Receipt, type KeptFile } from '#domain/record/receipt.ts';

const sha256 = (text: string): string => hashOf('sha256', text);

const RECORD_PROOFS: Proofs = {
  sha256,
  isSigned(text, { publicKey, signature }) {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  },
};

const SALT = '0123456789abcdef'.repeat(2);
const AUCTION = 'auction';

const aKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x ?? '';
  return { publicKey: x, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url') };
};
const OURS = aKey();

const aLine = (seq: number, priceCents: number): HistoryLine => ({
  seq,
  kind: 'placed',
  at: new Date(1_772_600_000_000 + seq).toISOString(),
  bidId: `bid ${seq}` as BidId,
  itemId: 'item' as ItemId,
  bidderId: null,
  alias: 'Bidder 1',
  priceCents,
  quantity: 10,
  allowsPartial: false,
  minimumAcceptable: null,
  by: 'bidder',
  reason: null,
  until: null,
});

function chained(lines: readonly HistoryLine[]) {
  let hash = FIRST_HASH;
  return lines.map((line) => ({ line, hash: (hash = chainHash(hash, line, sha256, SALT)) }));
}

/** Returns one receipt for each line of a commit. The last line is the head. */
function receiptsOf(stored: ReturnType<typeof chained>, key = OURS): Receipt[] {
  const { publicKey } = key;
  const told = stored.map(
    ({ line: { by: _, reason: __, until: ___, alias: ____, bidderId: _____, ...line }, hash }) => ({
      ...line,
      hash,
    }),
  );
  const { root, pathOf } = treeOf(
    told.map((line) => leafOf(line, sha256)),
    sha256,
  );
  const last = stored.at(-1);
  const head = {
    auctionId: AUCTION,
    seq: last?.line.seq ?? 0,
    hash: last?.hash ?? '',
    time: '2026-03-04T05:06:08.000Z',
    root,
  };
  const signature = key.sign(signedHeadText(head));
  return told.map((line, at) => ({
    head: { ...head, publicKey, signature },
    lines: [{ ...line, path: pathOf(at) }],
  }));
}

const recordOf = (lines: readonly HistoryLine[], salt: string | null = SALT) =>
  ({
    record: { head: { auctionId: AUCTION, ...(salt && { salt }) }, lines: chained(lines), awards: [] },
    seal: { algorithm: 'Ed25519', publicKey: OURS.publicKey, signature: '' },
  }) as unknown as ReadRecord;

const LINES = [1, 2, 3, 4, 5].map((seq) => aLine(seq, 100 * seq));
const RECEIPTS = receiptsOf(chained(LINES));
const fileOf = (receipts: readonly Receipt[], more: Partial<KeptFile> = {}) =>
  receiptsText({ auctionId: AUCTION, receipts, ...more });
const judge = (receipts: readonly Receipt[], lines: readonly HistoryLine[] = LINES, salt: string | null = SALT) =>
  judgeReceipts(fileOf(receipts), recordOf(lines, salt), RECORD_PROOFS);
/** Returns the lines with new numbers, as an operator who hides a change must number them. */
const renumbered = (lines: readonly HistoryLine[]) => lines.map((line, at) => ({ ...line, seq: at + 1 }));
/** Findings that name the line which the record has instead. */
const PLACED = new Set(['moved', 'edited', 'redated', 'earlier']);
const whyOf = async (receipts: readonly Receipt[], lines: readonly HistoryLine[]) => {
  const judged = await judge(receipts, lines);
  return typeof judged === 'string'
    ? judged
    : judged.missing.map(({ why, line, found }) => [line.seq, why, ...(PLACED.has(why) ? [found?.seq] : [])].join(' '));
};

describe('a tree', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 50, 2_000])('of %i lines has a path of few hashes from each line', async (count) => {
    const stored = chained(Array.from({ length: count }, (_, at) => aLine(at + 1, at)));
    const receipts = receiptsOf(stored);
    expect(typeof (await readReceipts(fileOf(receipts), RECORD_PROOFS))).toBe('object');
    expect(Math.max(...receipts.map(({ lines }) => lines[0]?.path.length ?? 0))).toBe(Math.ceil(Math.log2(count)));
  });
});

const whole = (count: number) => ({ count, missing: [], otherHistory: null });

describe('receipts', () => {
  it('are all in the record of an honest operator, and count once', async () => {
    expect(await judge([...RECEIPTS, ...RECEIPTS])).toEqual(whole(5));
  });
  it('of sealed bids have no number, and are found by their hash', async () => {
    const [stored] = chained(LINES.slice(0, 1));
    const [{ head, lines }] = receiptsOf(stored ? [stored] : []) as [Receipt];
    const sealed = lines.map((line) => ({ ...line, seq: null, path: [] }));
    const root = leafOf(sealed[0] as (typeof sealed)[0], sha256);
    const hidden = { ...head, seq: null, root };
    const own = [{ head: { ...hidden, signature: OURS.sign(signedHeadText(hidden)) }, lines: sealed }];
    expect(await judge(own)).toEqual(whole(1));
    expect(await whyOf(own, LINES.slice(1))).toEqual([' dropped']);
  });
  it('show a dropped line, and the lines that moved up', async () => {
    expect(await whyOf(RECEIPTS.slice(3), LINES.slice(0, 4))).toEqual(['4 later', '5 dropped']);
    expect(await whyOf(RECEIPTS.slice(0, 3), renumbered(LINES.toSpliced(1, 1)))).toEqual([
      '1 later',
      '2 replaced',
      '3 moved 2',
    ]);
  });
  it('show an edited price, an edited time, and the lines after it', async () => {
    const edited = ['1 later', '2 edited 2', '3 earlier 3', '4 earlier 4', '5 earlier 5'];
    expect(await whyOf(RECEIPTS, LINES.with(1, aLine(2, 999)))).toEqual(edited);
    const backdated = { ...aLine(2, 200), at: aLine(1, 0).at };
    expect(await whyOf(RECEIPTS.slice(1, 2), LINES.with(1, backdated))).toEqual(['2 redated 2']);
  });
  it('show lines that changed places, and an inserted line', async () => {
    const [one, two, ...others] = LINES as [HistoryLine, HistoryLine, ...HistoryLine[]];
    const swapped = [{ ...two, at: one.at }, { ...one, at: two.at }, ...others];
    expect(await whyOf(RECEIPTS.slice(0, 2), renumbered(swapped))).toEqual(['1 moved 2', '2 moved 1']);
    const inserted = renumbered([one, { ...aLine(9, 900), at: one.at }, two, ...others]);
    expect(await whyOf(RECEIPTS.slice(0, 2), inserted)).toEqual(['1 later', '2 moved 3']);
  });
  it('do not take the refused bid of a rival for their own', async () => {
    const refused = (seq: number, priceCents: number): HistoryLine => ({
      ...aLine(seq, priceCents),
      kind: 'refusedLate',
      bidId: null,
    });
    const own = receiptsOf(chained([refused(1, 100), refused(2, 200)])).slice(0, 1);
    expect(await whyOf(own, [refused(1, 300), refused(2, 200)])).toEqual(['1 replaced']);
    expect(await whyOf(own, renumbered([refused(2, 200), refused(1, 100)]))).toEqual(['1 moved 2']);
  });
  it('show that the operator signed other figures than it recorded', async () => {
    const told = chained(LINES).map((one, at) => (at === 0 ? { ...one, line: { ...one.line, quantity: 999 } } : one));
    expect(await whyOf([receiptsOf(told)[0] as Receipt], LINES)).toEqual(['1 contradicted']);
  });
  it('show that the page saw another history than the record has', async () => {
    const [{ head: seen }] = receiptsOf(chained(LINES.slice(0, 3))) as [Receipt];
    const judgeSeen = (lines: readonly HistoryLine[]) =>
      judgeReceipts(fileOf([], { seen }), recordOf(lines), RECORD_PROOFS);
    expect(await judgeSeen(LINES)).toEqual(whole(0));
    expect(await judgeSeen(LINES.with(0, aLine(1, 999)))).toEqual({ ...whole(0), otherHistory: seen });
    expect(await judgeSeen(LINES.slice(0, 2))).toEqual({ ...whole(0), otherHistory: seen });
    const forged = fileOf([], { seen: { ...seen, seq: 2 } });
    expect(await judgeReceipts(forged, recordOf(LINES), RECORD_PROOFS)).toBe('forged');
  });
});

describe('a file', () => {
  const [first] = RECEIPTS as [Receipt];
  const withLine = (change: object): Receipt => ({
    ...first,
    lines: first.lines.map((line) => ({ ...line, ...change })),
  });
  it.each<[string, string, string]>([
    ['that is no JSON', '{"greenlotReceipts":2', 'damaged'],
    ['with a head that is missing', fileOf(RECEIPTS).replace('"head":0', '"head":1'), 'damaged'],
    ['with a cut path', fileOf(RECEIPTS).replace(/"path":"./, '"path":"'), 'damaged'],
    ['of another kind', '{}', 'damaged'],
    ['without receipts', fileOf([]), 'empty'],
    ['with a foreign receipt among its own', fileOf(RECEIPTS, { auctionId: 'other' }), 'damaged'],
    ['with a changed price', fileOf([withLine({ priceCents: 1 })]), 'forged'],
    ['with a changed hash', fileOf([withLine({ hash: 'a'.repeat(64) })]), 'forged'],
    ['with a shorter path', fileOf([withLine({ path: [] })]), 'forged'],
    [
      'with a changed time',
      fileOf([{ ...first, head: { ...first.head, time: '2026-03-04T05:06:09.000Z' } }]),
      'forged',
    ],
    [
      'with a signature that is no signature',
      fileOf([{ ...first, head: { ...first.head, signature: 'AAAA' } }]),
      'forged',
    ],
  ])('%s is refused', async (_, text, fault) => {
    expect(await judgeReceipts(text, recordOf(LINES), RECORD_PROOFS)).toBe(fault);
  });
  it('that a program made of the receipts of its calls is the same', async () => {
    const plain = JSON.stringify({ greenlotReceipts: 1, auctionId: AUCTION, receipts: RECEIPTS });
    expect(await judgeReceipts(plain, recordOf(LINES), RECORD_PROOFS)).toEqual(whole(5));
    const edited = await judgeReceipts(plain, recordOf(LINES.with(1, aLine(2, 999))), RECORD_PROOFS);
    expect(edited).toMatchObject({ count: 5, missing: [{}, { why: 'edited' }, {}, {}, {}] });
  });
  it('of another auction, or signed with another key, is refused', async () => {
    const other = { ...recordOf(LINES), record: { ...recordOf(LINES).record } };
    Object.assign(other.record, { head: { auctionId: 'other', salt: SALT } });
    expect(await judgeReceipts(fileOf(RECEIPTS), other, RECORD_PROOFS)).toBe('foreign');
    expect(await judge(receiptsOf(chained(LINES), aKey()))).toBe('otherKey');
  });
  it('cannot be compared with a record from before receipts', async () => {
    expect(await judge(RECEIPTS, LINES, null)).toBe('noReceipts');
  });
});
