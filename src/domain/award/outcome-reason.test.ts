import { describe, expect, it } from 'vitest';
import { outcomeReasons } from '#domain/award/outcome-reason.ts';

/**
 * A bid. `partial` is false for an all-or-nothing bid, and true for a bid that accepts any quantity. A number is the
 * bid's minimum acceptable quantity.
 */
type TestBid = [quantity: number, partial: boolean | number, isDeleted?: boolean];

function check(item: { quantity: number; partialFulfillment: boolean }, bids: readonly TestBid[]) {
  const rows = bids.map(([quantity, partial, isDeleted = false], index) => ({
    bidId: String(index),
    quantity,
    allowsPartial: partial !== false,
    minimumAcceptable: typeof partial === 'number' ? partial : null,
    isDeleted,
  }));
  return [...outcomeReasons(item, rows).values()].map((reason) =>
    'left' in reason ? `${reason.kind} ${reason.left}` : reason.kind,
  );
}

/** The worked examples of docs/rules.md#allocation. These tests check the reasons instead of the quantities. */
describe('why a bid won or lost', () => {
  const parts = { quantity: 100, partialFulfillment: true };
  const whole = { quantity: 100, partialFulfillment: false };

  it('an item sold in parts: full wins, bids that did not fit, and bids that still fit', () => {
    expect(
      check(parts, [
        [60, false],
        [50, false],
        [40, false],
      ]),
    ).toEqual(['whole', 'doesNotFit 40', 'whole']);
  });

  it('the rest goes to a bid that accepts a part, and later bids get nothing', () => {
    expect(
      check(parts, [
        [60, false],
        [50, true],
        [40, false],
      ]),
    ).toEqual(['whole', 'part 40', 'nothingLeft']);
  });

  it('a remainder below the minimum of a bid goes to the next one', () => {
    expect(
      check(parts, [
        [60, false],
        [50, 41],
        [40, 40],
      ]),
    ).toEqual(['whole', 'tooLittleLeft 40', 'whole']);
  });

  it('an item sold as a whole goes to the first bid for its quantity', () => {
    expect(
      check(whole, [
        [60, false],
        [100, false],
        [100, false],
      ]),
    ).toEqual(['notWholeItem', 'whole', 'wholeItemTaken']);
  });

  it('a cancelled bid takes nothing from the others', () => {
    expect(
      check(parts, [
        [60, false, true],
        [100, false],
      ]),
    ).toEqual(['cancelled', 'whole']);
  });
});
