import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supplyOf, type Product, type Movement, type LedgerAccount } from '#domain/holding/ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { insertPerson } from '#testing/builders/records.ts';
import { freshDatabase } from '#testing/world/database.ts';

/** Concurrent bookings on a real PostgreSQL. */
let database: Database;
let seller: string;
let holder: string;
let rival: string;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  const people = await Promise.all([1, 2, 3].map(() => insertPerson(database.db)));
  [seller = '', holder = '', rival = ''] = people.map(({ accountId }) => accountId);
});
afterAll(() => database.close());

const SOLAR: Product = { country: 'VN', fuelType: 'Solar', vintageYear: 2024, vintagePeriod: 'FirstHalf' };
const account = (
  kind: LedgerAccount['kind'],
  accountId: string,
  sourceKind: LedgerAccount['sourceKind'],
): LedgerAccount => ({
  kind,
  accountId,
  product: SOLAR,
  sourceKind,
  sourceId: randomUUID(),
});

test('of 200 parallel retirements, releases and sales of one holding exactly as many succeed as it has RECs, never below zero', async () => {
  const holding = account('held', holder, 'award');
  await bookMovements(database.db, [{ kind: 'awarded', from: supplyOf(seller, SOLAR), to: holding, quantity: 700 }]);
  const resale = account('listed', holder, 'sell_order_item');
  const ways: ((quantity: number) => Movement[])[] = [
    (quantity) => [{ kind: 'retired', from: holding, to: account('retired', holder, 'retirement'), quantity }],
    (quantity) => [{ kind: 'released', from: holding, to: supplyOf(seller, SOLAR), quantity }],
    // Lists RECs and sells them in one step, so that the buyer's holding comes from the same RECs.
    (quantity) => [
      { kind: 'listed', from: holding, to: resale, quantity },
      { kind: 'sold', from: resale, to: account('held', rival, 'buy_order_part'), quantity },
    ],
  ];
  const watched: number[] = [];
  let isOver = false;
  const watch = (async () => {
    while (!isOver) watched.push(await balanceOf(holding));
  })();
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const quantity = 1 + (at % 9);
      const movements = ways[at % ways.length]?.(quantity) ?? [];
      try {
        await database.db.transaction().execute((transaction) => bookMovements(transaction, movements));
        return quantity;
      } catch (error) {
        if (error instanceof Refused && error.code === 'holding_too_small') return 0;
        throw error;
      }
    }),
  );
  isOver = true;
  await watch;
  const moved = outcomes.reduce((sum, quantity) => sum + quantity, 0);
  expect(outcomes.filter((quantity) => quantity === 0).length).toBeGreaterThan(0);
  expect(await balanceOf(holding)).toBe(700 - moved);
  // Every refused movement needed more RECs than are left.
  expect(700 - moved).toBeLessThan(9);
  expect(watched.every((balance) => balance >= 0)).toBe(true);
  const { problems } = await proveLedger(database.db);
  expect(problems).toEqual([]);
});

test('movements between the same ledger accounts in both directions never deadlock', async () => {
  const [one, other] = [account('held', holder, 'award'), account('listed', holder, 'sell_order_item')];
  await bookMovements(database.db, [{ kind: 'awarded', from: supplyOf(seller, SOLAR), to: one, quantity: 1_000 }]);
  await bookMovements(database.db, [{ kind: 'listed', from: one, to: other, quantity: 500 }]);
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      bookMovements(
        database.db,
        at % 2 === 0
          ? [{ kind: 'listed', from: one, to: other, quantity: 3 }]
          : [{ kind: 'returned', from: other, to: one, quantity: 3 }],
      ),
    ),
  );
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([500, 500]);
});

async function balanceOf({ kind, sourceId }: LedgerAccount): Promise<number> {
  const { balance } = await database.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return Number(balance);
}
