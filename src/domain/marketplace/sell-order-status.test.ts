import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeBuyOrderStep } from '#domain/marketplace/judge-buy-order-step.ts';
import { BUY_ORDER_STATUSES, BUY_ORDER_STEPS } from '#domain/marketplace/buy-order-status.ts';
import {
  isOver,
  SELL_ORDER_STATUSES,
  SELL_ORDER_STEPS,
  statusOfSellOrder,
  type SellOrderFacts,
  type SellOrderStatus,
} from '#domain/marketplace/sell-order-status.ts';

const facts = (order: Partial<SellOrderFacts> = {}): SellOrderFacts => ({
  publishAtMs: 1_000,
  endAtMs: 2_000,
  isCancelled: false,
  remainingQuantity: 10,
  ...order,
});

describe('the status of a sell order', () => {
  test.each<[SellOrderStatus, Partial<SellOrderFacts>, number]>([
    ['unpublished', { publishAtMs: null }, 5_000],
    ['unpublished', {}, 999],
    ['unpublished', { publishAtMs: null, remainingQuantity: 0 }, 0],
    ['published', {}, 1_000],
    ['published', {}, 1_999],
    ['published', { endAtMs: null }, 9_000_000],
    ['sold_out', { remainingQuantity: 0 }, 1_500],
    ['sold_out', { remainingQuantity: 0 }, 2_500],
    ['ended', {}, 2_000],
    ['cancelled', { isCancelled: true }, 500],
    ['cancelled', { isCancelled: true, remainingQuantity: 0 }, 2_500],
  ])('is %s with %o at %d', (status, order, nowMs) => expect(statusOfSellOrder(facts(order), nowMs)).toBe(status));
});

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Events of a sell order: time passes, the remaining quantity changes, or an administrator publishes or cancels it. */
const events = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 1_600 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('remains' as const), quantity: fc.integer({ min: 0, max: 1 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
    // Cancellation is rare and the sequences are long, so that most orders live long enough for the rarest status
    // change.
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  ),
  { minLength: 10, maxLength: 30, size: 'max' },
);

test('every transition of a sell order is in its table', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(events, (happened) => {
      let nowMs = 0;
      const order: Mutable<SellOrderFacts> = { ...facts({ publishAtMs: null, endAtMs: 3_000, remainingQuantity: 3 }) };
      let status = statusOfSellOrder(order, nowMs);
      for (const event of happened) {
        // Nobody can change an order that is over. Its only later event is the return of reserved RECs, which is not
        // tested here.
        const isClosed = isOver(status);
        if (event.kind === 'time') nowMs += event.ms;
        else if (event.kind === 'cancel' && !isClosed) order.isCancelled = true;
        else if (event.kind === 'publish' && status === 'unpublished' && nowMs < 2_500) order.publishAtMs = nowMs;
        else if (event.kind === 'remains' && !isClosed && status !== 'unpublished')
          order.remainingQuantity = event.quantity;
        const next = statusOfSellOrder(order, nowMs);
        if (next !== status) {
          expect(SELL_ORDER_STEPS[status]).toContain(next);
          seen.add(`${status} ${next}`);
        }
        status = next;
      }
    }),
    { numRuns: 2_000 },
  );
  const declared = SELL_ORDER_STATUSES.flatMap((from) => SELL_ORDER_STEPS[from].map((to) => `${from} ${to}`));
  expect([...seen].toSorted()).toEqual(declared.toSorted());
});

test('a buy order is decided once', () => {
  for (const from of BUY_ORDER_STATUSES)
    for (const to of BUY_ORDER_STATUSES) {
      const isAllowed = (BUY_ORDER_STEPS[from] as readonly string[]).includes(to);
      expect(judgeBuyOrderStep(from, to)).toBe(isAllowed ? undefined : 'buy_order_decided');
      expect(isAllowed).toBe(from === 'Pending' && to !== 'Pending');
    }
});
