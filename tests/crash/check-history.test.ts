import { describe, expect, it } from 'vitest';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { chainHash, FIRST_HASH, type HistoryLine } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { checkHistory, type Stored } from './check-history.ts';
import type { Intent } from './journal.ts';

/**
 * The end of the auction in these tests. The tests show that the checker finds each kind of damage. Without them, a run
 * without findings would prove nothing.
 */
const END = Date.parse('2026-03-04T06:00:00.000Z');
const AT = '2026-03-04T05:00:00.000Z';

const lineOf = (seq: number, priceCents: number, change: Partial<HistoryLine> = {}): HistoryLine => ({
  seq,
  kind: 'placed',
  at: AT,
  bidId: `bid ${priceCents}` as BidId,
  itemId: 'item' as ItemId,
  bidderId: 'bidder' as BidderId,
  alias: 'Bidder 1',
  priceCents,
  quantity: 5,
  allowsPartial: false,
  minimumAcceptable: null,
  by: 'bidder',
  reason: null,
  until: null,
  ...change,
});

function storedOf(lines: readonly HistoryLine[], change: Partial<Stored> = {}): Stored {
  let lastHash = FIRST_HASH;
  const chained = lines.map((line) => ({ line, hash: (lastHash = chainHash(lastHash, line, sha256, null)) }));
  const userOfBidder = new Map([['bidder', 'user']]);
  const times = { startsAtMs: Date.parse(AT), endsAtMs: END, auctionEndsAtMs: END };
  return { version: lines.at(-1)?.seq ?? 0, lastHash, salt: null, ...times, lines: chained, userOfBidder, ...change };
}

const UNKNOWN = { type: 'unknown' } as const;
const REFUSED = { type: 'refused', code: 'auction_has_ended' } as const;
const acknowledged = (version: number, atMs = version * 10 + 5): Intent['outcome'] => ({
  type: 'acknowledged',
  version,
  receivedAt: AT,
  bidIds: [],
  atMs,
});

const intentOf = (outcome: Intent['outcome'], ...prices: number[]): Intent => ({
  auctionId: 'auction',
  userId: 'user',
  key: 'key',
  entry: 'live',
  bids: prices.map((priceCents) => ({
    itemId: 'item',
    bidId: undefined,
    priceCents,
    quantity: 5,
    allowsPartial: false,
    minimumAcceptable: null,
  })),
  sentAtMs: outcome.type === 'acknowledged' ? outcome.version * 10 : 0,
  outcome,
});

const CLEAN = {
  lost: 0,
  duplicated: 0,
  reordered: 0,
  torn: 0,
  refusedButStored: 0,
  unexplained: 0,
  late: 0,
  otherEnd: 0,
  gaps: 0,
  chainIntact: true,
};
const three = [lineOf(1, 100), lineOf(2, 110), lineOf(3, 120)];
const told = [intentOf(acknowledged(1), 100), intentOf(acknowledged(2), 110), intentOf(acknowledged(3), 120)];

describe('the checker of a crash run', () => {
  it('finds nothing if everything that was acknowledged exists', () => {
    expect(checkHistory(storedOf(three), told)).toEqual(CLEAN);
    const unsure = [...told.slice(0, 2), intentOf(UNKNOWN, 120), intentOf(UNKNOWN, 130), intentOf(REFUSED, 140)];
    expect(checkHistory(storedOf(three), unsure)).toEqual(CLEAN);
    expect(checkHistory(storedOf(three), [intentOf(acknowledged(3), 100, 110, 120)])).toEqual(CLEAN);
  });

  it('reads answers from before the start as positions among the bidder’s own entries', () => {
    const before = (version: number, price: number): Intent => {
      const intent = intentOf(
        { ...acknowledged(version), receivedAt: '2026-03-04T04:00:00.000Z' } as Intent['outcome'],
        price,
      );
      return { ...intent, sentAtMs: version * 10 };
    };
    const stored = storedOf([
      lineOf(1, 90, { bidderId: 'other' as BidderId }),
      lineOf(2, 100),
      lineOf(3, 95, { bidderId: 'other' as BidderId }),
      lineOf(4, 110),
    ]);
    const findings = checkHistory(stored, [before(1, 100), before(2, 110)]);
    expect(findings).toMatchObject({ lost: 0, reordered: 0, unexplained: 2 });
    expect(checkHistory(stored, [before(2, 100), before(1, 110)])).toMatchObject({ reordered: 2 });
  });

  const cases: [string, Stored, readonly Intent[], Partial<typeof CLEAN>][] = [
    ['a lost bid', storedOf(three.slice(0, 2)), told, { lost: 1 }],
    ['a bid that is stored twice', storedOf([...three, lineOf(4, 120)]), told, { duplicated: 1 }],
    [
      'an unknown bid that is stored twice',
      storedOf([...three, lineOf(4, 120)]),
      [...told.slice(0, 2), intentOf(UNKNOWN, 120)],
      { duplicated: 1 },
    ],
    [
      'a number that differs from the answer',
      storedOf(three),
      [...told.slice(0, 2), intentOf(acknowledged(4), 120)],
      { reordered: 1 },
    ],
    [
      'a bid ordered before one that was answered before it was sent',
      storedOf(three),
      [...told.slice(0, 2), { ...intentOf(acknowledged(3, 1)), sentAtMs: 0, bids: intentOf(UNKNOWN, 120).bids }],
      { reordered: 2 },
    ],
    ['half of a request', storedOf(three), [...told.slice(0, 2), intentOf(UNKNOWN, 120, 130)], { torn: 1 }],
    ['a rejected bid', storedOf(three), [...told.slice(0, 2), intentOf(REFUSED, 120)], { refusedButStored: 1 }],
    ['a bid without a sender', storedOf(three), told.slice(0, 2), { unexplained: 1 }],
    [
      'another bidder’s bid at its price',
      storedOf([...three.slice(0, 2), lineOf(3, 120, { quantity: 6 })]),
      told,
      { lost: 1 },
    ],
    [
      'a bid after the end',
      storedOf([...three.slice(0, 2), lineOf(3, 120, { at: new Date(END).toISOString() })]),
      told,
      { late: 1 },
    ],
    [
      'a bid during a pause',
      storedOf([lineOf(1, 100), lineOf(2, 110, { kind: 'paused', bidId: null, priceCents: null }), lineOf(3, 120)]),
      [intentOf(acknowledged(1), 100), intentOf(acknowledged(3), 120)],
      { late: 1 },
    ],
    ['an end that no entry explains', storedOf(three, { auctionEndsAtMs: END + 1 }), told, { otherEnd: 1 }],
    [
      'an entry after the closing one',
      storedOf([lineOf(1, 100, { kind: 'closed', bidId: null, priceCents: null }), ...three.slice(1)]),
      told.slice(1),
      { late: 2 },
    ],
    ['a gap', storedOf([three[0], lineOf(3, 120)].flatMap((line) => line ?? [])), told, { lost: 1, gaps: 1 }],
    ['an entry above the version', storedOf(three, { version: 2 }), told, { gaps: 1 }],
    ['a different last hash', storedOf(three, { lastHash: FIRST_HASH }), told, { chainIntact: false }],
    [
      'a changed entry',
      { ...storedOf(three), lines: storedOf(three).lines.map((l) => ({ ...l, line: { ...l.line, alias: 'x' } })) },
      told,
      { chainIntact: false },
    ],
  ];
  it.each(cases)('finds %s', (_name, stored, intents, found) => {
    expect(checkHistory(stored, intents)).toEqual({ ...CLEAN, ...found });
  });
});
