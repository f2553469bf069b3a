import { describe, expect, test } from 'vitest';
import { paperAuction, type PaperAuction } from '#testing/builders/paper-auction.ts';

// Attacks that were profitable under the bidding rules of release 0.1 or under a proposal for release 0.2 (decision
// 55). Each has its smallest example. C and D are honest bidders, A attacks, and B helps A.

const tooLate = { isAnswerable: false };
const PRICES = Array.from({ length: 11 }, (_, index) => index + 2);

describe.each(['Forward', 'Reverse'] as const)('%s', (auctionType) => {
  const auction = (quantity: number, options: { smallest?: number; rules?: 1 | 2 } = {}): PaperAuction =>
    paperAuction(quantity, { ...options, auctionType });

  /**
   * Returns an auction with two bids of A for all RECs: an all-or-nothing bid (the shield) at `price`, and behind it a
   * cheap bid that the shield protects.
   */
  const shielded = (price: number, rules?: 1 | 2): PaperAuction => {
    const one = auction(7, rules && { rules });
    one.seal('A', { price, quantity: 7 });
    one.seal('A', { price: 1, quantity: 7, least: 1 });
    return one;
  };

  test.each(PRICES)('does not let a bidder drop its own shield at %i', (price) => {
    const old = shielded(price, 1);
    old.bid('A', { price: price + 1, quantity: 1 });
    expect(old.total()).toBe(price + 1 + 6);
    const now = shielded(price);
    expect(now.bid('A', { price: price + 1, quantity: 1 }, tooLate)).toBe('own_bid_displaced');
    expect(now.bid('A', { price: price + 1, quantity: 1 })).toBe('own_bid_displaced');
    expect(now.total()).toBe(7 * price);
  });

  test.each(PRICES)('does not let an accomplice drop a shield at %i once nobody can answer', (price) => {
    const now = shielded(price);
    expect(now.bid('B', { price: price + 1, quantity: 1 }, tooLate)).toBe('would_lower_the_total');
    expect(now.total()).toBe(7 * price);
  });

  test('accepts a bid behind a shield, which wins when the shield drops out', () => {
    const now = shielded(7);
    expect(now.bid('C', { price: 7, quantity: 5, least: 1 })).toMatch(/^bid /);
    expect(now.bid('B', { price: 8, quantity: 1 })).toMatch(/^bid /);
    expect(now.wins('C')).toEqual({ won: 5, paid: 35 });
    // Under the rules of release 0.1 the bid had to be better than the shield.
    expect(shielded(7, 1).bid('C', { price: 7, quantity: 5, least: 1 })).toMatch(/_bid_price_to_win_is$/);
  });

  test('does not let one bid drop a rival’s all-or-nothing bid once nobody can answer', () => {
    const now = auction(10);
    now.seal('C', { price: 5, quantity: 10 });
    const cheap = now.seal('A', { price: 1, quantity: 10, least: 1 });
    expect(now.bid('A', { price: 6, quantity: 1 }, tooLate)).toBe('would_lower_the_total');
    // The bid is accepted if it makes the item worth more than before: 36 + 24 against 50.
    expect(now.bid('A', { price: 4, quantity: 10, least: 1 }, { revises: cheap })).toBe(cheap);
    expect(now.bid('B', { price: 9, quantity: 4 }, tooLate)).toMatch(/^bid /);
    expect(now.total()).toBe(60);
  });

  test('accepts a remainder below the minimum quantity, and rejects a bid that could never win', () => {
    const now = auction(10, { smallest: 4 });
    now.seal('C', { price: 5, quantity: 8, least: 1 });
    expect(now.bid('D', { price: 4, quantity: 4 })).toMatch(/_bid_price_to_win_is$/);
    expect(now.bid('D', { price: 6, quantity: 4 })).toMatch(/^bid /);
    const other = auction(10, { smallest: 4 });
    other.seal('C', { price: 5, quantity: 8, least: 1 });
    expect(other.bid('D', { price: 4, quantity: 4, least: 1 })).toMatch(/^bid /);
    expect(other.wins('D').won).toBe(2);
    const third = auction(10, { smallest: 4 });
    third.seal('C', { price: 3, quantity: 6, least: 1 });
    expect(third.bid('A', { price: 2, quantity: 10 })).toMatch(/_bid_price_to_win_is$/);
    expect(third.bid('A', { price: 4, quantity: 10 })).toMatch(/^bid /);
  });

  test('lets a winning bid allow partial at its own price and place', () => {
    const now = auction(5);
    const own = now.seal('A', { price: 4, quantity: 5 });
    now.seal('C', { price: 4, quantity: 5, least: 1 });
    expect(now.bid('A', { price: 4, quantity: 5, least: 1 }, { revises: own })).toBe(own);
    expect(now.wins('A').won).toBe(5);
  });

  test('does not let a bidder take a bid back through its minimum', () => {
    const now = auction(1_000);
    now.seal('C', { price: 5, quantity: 900, least: 1 });
    const own = now.seal('A', { price: 4, quantity: 500, least: 1 });
    for (const least of [500, 2])
      expect(now.bid('A', { price: 4, quantity: 500, least }, { revises: own })).toBe(
        'you_cannot_increase_your_minimum',
      );
    expect(now.wins('A').won).toBe(100);
  });

  test('lets an all-or-nothing bid grow, but no other bid take more than before', () => {
    const now = auction(100);
    const own = now.seal('A', { price: 5, quantity: 10 });
    const part = now.seal('C', { price: 5, quantity: 10, least: 5 });
    expect(now.bid('A', { price: 6, quantity: 20 }, { revises: own })).toBe(own);
    expect(now.bid('C', { price: 6, quantity: 20, least: 6 }, { revises: part })).toBe(
      'you_cannot_increase_your_minimum',
    );
    expect(now.bid('C', { price: 6, quantity: 20 }, { revises: part })).toBe('you_cannot_increase_your_minimum');
    expect(now.bid('C', { price: 6, quantity: 20, least: 5 }, { revises: part })).toBe(part);
  });

  test('rejects a larger quantity at the same price where it costs RECs, but accepts it one tick higher', () => {
    const now = auction(5);
    const own = now.seal('A', { price: 10, quantity: 3, least: 1 });
    now.seal('B', { price: 10, quantity: 3, least: 1 });
    expect(now.bid('A', { price: 10, quantity: 4, least: 1 }, { revises: own })).toBe('own_bid_displaced');
    expect(now.bid('A', { price: 11, quantity: 4, least: 1 }, { revises: own })).toBe(own);
  });

  test('lets a bidder’s own partial bids outbid each other', () => {
    const now = auction(100);
    now.seal('A', { price: 10, quantity: 50, least: 1 });
    const second = now.seal('A', { price: 9, quantity: 80, least: 1 });
    expect(now.bid('A', { price: 11, quantity: 80, least: 1 }, { revises: second })).toBe(second);
    const other = auction(100);
    other.seal('A', { price: 10, quantity: 50 });
    const third = other.seal('A', { price: 9, quantity: 80, least: 1 });
    expect(other.bid('A', { price: 11, quantity: 80, least: 1 }, { revises: third })).toBe('own_bid_displaced');
  });

  test('does not restrict an administrator who acts for a bidder', () => {
    const now = shielded(7);
    expect(now.bid('A', { price: 8, quantity: 1 }, { ...tooLate, isAdmin: true })).toMatch(/^bid /);
  });
});
