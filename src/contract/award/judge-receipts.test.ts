import { createPublicKey, generateKeyPairSync, hash as hashOf, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Proofs } from '#contract/award/judge-record.ts';
import { judgeReceipts, readReceipts } from '#contract/award/judge-receipts.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import type { BidId, ItemId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { leafOf, signedHeadText, receiptsText, treeOf, type Receipt } from '#domain/record/receipt.ts';

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
const judge = (receipts: readonly Receipt[], lines: readonly HistoryLine[] = LINES, salt: string | null = SALT) =>
  judgeReceipts(receiptsText(AUCTION, receipts), recordOf(lines, salt), RECORD_PROOFS);
const whyOf = (receipts: readonly Receipt[], lines: readonly HistoryLine[]) => {
  const judged = judge(receipts, lines);
  return typeof judged === 'string' ? judged : judged.missing.map(({ why, line }) => `${line.seq} ${why}`);
};

describe('a tree', () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 50, 2_000])('of %i lines has a path of few hashes from each line', (count) => {
    const stored = chained(Array.from({ length: count }, (_, at) => aLine(at + 1, at)));
    const receipts = receiptsOf(stored);
    expect(typeof readReceipts(receiptsText(AUCTION, receipts), RECORD_PROOFS)).toBe('object');
    expect(Math.max(...receipts.map(({ lines }) => lines[0]?.path.length ?? 0))).toBe(Math.ceil(Math.log2(count)));
  });
});

describe('receipts', () => {
  it('are all in the record of an honest operator, and count once', () => {
    expect(judge([...RECEIPTS, ...RECEIPTS])).toEqual({ count: 5, missing: [] });
  });
  it('of sealed bids have no number, and are found by their hash', () => {
    const [stored] = chained(LINES.slice(0, 1));
    const [{ head, lines }] = receiptsOf(stored ? [stored] : []) as [Receipt];
    const sealed = lines.map((line) => ({ ...line, seq: null, path: [] }));
    const root = leafOf(sealed[0] as (typeof sealed)[0], sha256);
    const hidden = { ...head, seq: null, root };
    const own = [{ head: { ...hidden, signature: OURS.sign(signedHeadText(hidden)) }, lines: sealed }];
    expect(judge(own)).toEqual({ count: 1, missing: [] });
    expect(whyOf(own, LINES.slice(1))).toEqual(['null dropped']);
  });
  it('show a dropped line at the end, and a dropped line in the middle', () => {
    expect(whyOf([RECEIPTS[4] as Receipt], LINES.slice(0, 4))).toEqual(['5 dropped']);
    const without = LINES.toSpliced(1, 1).map((line, at) => ({ ...line, seq: at + 1 }));
    expect(whyOf([RECEIPTS[1] as Receipt], without)).toEqual(['2 replaced']);
  });
  it('show an edited price and swapped lines', () => {
    const edited = LINES.with(1, aLine(2, 999));
    expect(whyOf([RECEIPTS[1] as Receipt], edited)).toEqual(['2 replaced']);
    expect(whyOf([RECEIPTS[0] as Receipt], edited)).toEqual(['1 rewritten']);
    const [one, two, ...others] = LINES as [HistoryLine, HistoryLine, ...HistoryLine[]];
    const swapped = [{ ...two, seq: 1 }, { ...one, seq: 2 }, ...others];
    expect(whyOf(RECEIPTS.slice(0, 2), swapped)).toEqual(['1 replaced', '2 replaced']);
  });
  it('show that the operator signed other figures than it recorded', () => {
    const told = chained(LINES).map((one, at) => (at === 0 ? { ...one, line: { ...one.line, quantity: 999 } } : one));
    expect(whyOf([receiptsOf(told)[0] as Receipt], LINES)).toEqual(['1 changed']);
  });
});

describe('a file', () => {
  const [first] = RECEIPTS as [Receipt];
  const withLine = (change: object): Receipt => ({
    ...first,
    lines: first.lines.map((line) => ({ ...line, ...change })),
  });
  it.each<[string, string, string]>([
    ['that is no JSON', '{"greenlotReceipts":1', 'damaged'],
    ['of another kind', '{}', 'damaged'],
    ['without receipts', receiptsText(AUCTION, []), 'empty'],
    ['with a foreign receipt among its own', receiptsText('other', RECEIPTS), 'damaged'],
    ['with a changed price', receiptsText(AUCTION, [withLine({ priceCents: 1 })]), 'forged'],
    ['with a changed hash', receiptsText(AUCTION, [withLine({ hash: 'a'.repeat(64) })]), 'forged'],
    ['with a shorter path', receiptsText(AUCTION, [withLine({ path: [] })]), 'forged'],
    [
      'with a changed time',
      receiptsText(AUCTION, [{ ...first, head: { ...first.head, time: '2026-03-04T05:06:09.000Z' } }]),
      'forged',
    ],
    [
      'with a signature that is no signature',
      receiptsText(AUCTION, [{ ...first, head: { ...first.head, signature: 'AAAA' } }]),
      'forged',
    ],
  ])('%s is refused', (_, text, fault) => {
    expect(judgeReceipts(text, recordOf(LINES), RECORD_PROOFS)).toBe(fault);
  });
  it('of another auction, or signed with another key, is refused', () => {
    const other = { ...recordOf(LINES), record: { ...recordOf(LINES).record } };
    Object.assign(other.record, { head: { auctionId: 'other', salt: SALT } });
    expect(judgeReceipts(receiptsText(AUCTION, RECEIPTS), other, RECORD_PROOFS)).toBe('foreign');
    expect(judge(receiptsOf(chained(LINES), aKey()))).toBe('otherKey');
  });
  it('cannot be compared with a record from before receipts', () => {
    expect(judge(RECEIPTS, LINES, null)).toBe('noReceipts');
  });
});
