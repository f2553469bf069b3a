import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { bidAfter, chainHash, FIRST_HASH, historyText, type HistoryLine } from '#domain/bidding/history.ts';

const line = (change: Partial<HistoryLine> = {}): HistoryLine => ({
  seq: 3,
  kind: 'placed',
  at: '2026-03-01T09:00:00.003Z',
  bidId: 'bid' as BidId,
  itemId: 'item' as ItemId,
  bidderId: 'bidder' as BidderId,
  alias: 'Bidder 7',
  priceCents: 1_200,
  quantity: 60,
  allowsPartial: false,
  minimumAcceptable: null,
  by: 'bidder',
  reason: null,
  until: null,
  ...change,
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('the hashed text matches existing records and must never change', () => {
  expect(historyText(line())).toBe(
    '[3,"placed","2026-03-01T09:00:00.003Z","bid","item","bidder","Bidder 7",1200,60,false,"bidder",null]',
  );
  expect(chainHash(FIRST_HASH, line(), sha256, null)).toBe(sha256(`${'0'.repeat(64)}\n${historyText(line())}`));
});

test('every field of an entry, and the previous hash, change the hash', () => {
  const plain = chainHash(FIRST_HASH, line(), sha256, null);
  const changed: HistoryLine[] = [
    line({ seq: 4 }),
    line({ kind: 'revised' }),
    line({ at: '2026-03-01T09:00:00.004Z' }),
    line({ bidId: 'other' as BidId }),
    line({ itemId: 'other' as ItemId }),
    line({ bidderId: 'other' as BidderId }),
    line({ alias: 'Bidder 8' }),
    line({ priceCents: 1_201 }),
    line({ quantity: 61 }),
    line({ allowsPartial: true }),
    line({ minimumAcceptable: 40 }),
    line({ by: 'admin' }),
    line({ reason: 'agreed' }),
    line({ until: '2026-03-01T10:00:00.000Z' }),
  ];
  const hashes = [
    plain,
    chainHash(plain, line(), sha256, null),
    ...changed.map((one) => chainHash(FIRST_HASH, one, sha256, null)),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('only a change of price or quantity moves a bid to the end of its price', () => {
  const placed = bidAfter(line(), undefined);
  const later = { seq: 9, kind: 'revised', at: '2026-03-01T09:00:00.009Z' } as const;
  const place = { updatedAtMs: Date.parse('2026-03-01T09:00:00.003Z'), tieSeq: 3 };
  expect(placed).toMatchObject({ ...place, seq: 3, isDeleted: false });
  expect(bidAfter(line({ ...later, allowsPartial: true }), placed)).toMatchObject({ ...place, seq: 9 });
  const moved = { updatedAtMs: Date.parse(later.at), tieSeq: 9, seq: 9 };
  expect(bidAfter(line({ ...later, priceCents: 1_300 }), placed)).toMatchObject(moved);
  expect(bidAfter(line({ ...later, quantity: 61 }), placed)).toMatchObject(moved);
});

test('the last entry of an ended bid marks it as deleted; entries that leave no bid leave none', () => {
  for (const kind of ['withdrawn', 'cancelled'] as const)
    expect(bidAfter(line({ kind }), undefined)?.isDeleted).toBe(true);
  const none = { bidId: null, itemId: null, bidderId: null, priceCents: null, quantity: null, allowsPartial: null };
  for (const kind of ['created', 'changed', 'closed'] as const) {
    expect(bidAfter(line({ kind, ...none }), undefined)).toBeUndefined();
  }
  expect(bidAfter(line({ kind: 'refusedLate' }), undefined)).toBeUndefined();
});
