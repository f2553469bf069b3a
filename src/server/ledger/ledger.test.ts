import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supplyOf, type Product, type Movement, type LedgerAccount } from '#domain/holding/ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import type { Database } from '#server/platform/database/database.ts';
import { insertPerson } from '#testing/builders/records.ts';
import { freshDatabase } from '#testing/world/database.ts';

let database: Database;
let seller: string;
let buyer: string;
beforeAll(async () => {
  ({ database } = await freshDatabase());
  const people = await Promise.all([insertPerson(database.db), insertPerson(database.db)]);
  [seller = '', buyer = ''] = people.map(({ accountId }) => accountId);
});
afterAll(() => database.close());

const HYDRO: Product = { country: 'MY', fuelType: 'Hydro', vintageYear: 2025, vintagePeriod: 'FullYear' };
const account = (
  kind: LedgerAccount['kind'],
  accountId: string,
  sourceKind: LedgerAccount['sourceKind'],
): LedgerAccount => ({
  kind,
  accountId,
  product: HYDRO,
  sourceKind,
  sourceId: randomUUID(),
});
const balanceOf = async ({ kind, sourceId }: LedgerAccount): Promise<number> => {
  const row = await database.db
    .selectFrom('ledger_account')
    .select('balance')
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return Number(row?.balance ?? 0);
};
const refusal = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => 'done',
    (error: unknown) => error,
  );

test('any sequence of movements gives the balances of a plain sum, and rejects completely what would take too much', async () => {
  const step = fc.record({ from: fc.nat(4), to: fc.nat(4), quantity: fc.integer({ min: 1, max: 60 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (batches) => {
      const supply = supplyOf(seller, { ...HYDRO, vintageYear: 2000 });
      const accounts = [
        supply,
        ...Array.from({ length: 4 }, () => ({ ...account('held', buyer, 'award'), product: supply.product })),
      ];
      const start = await balanceOf(supply);
      const sums = [start, 0, 0, 0, 0];
      for (const batch of batches) {
        const movements = batch.flatMap(({ from, to, quantity }): Movement[] => {
          const [source, target] = [accounts[from], accounts[to]];
          return source && target && source !== target ? [{ kind: 'awarded', from: source, to: target, quantity }] : [];
        });
        const after = [...sums];
        for (const { from, to, quantity } of batch) {
          if (from === to) continue;
          after[from] = (after[from] ?? 0) - quantity;
          after[to] = (after[to] ?? 0) + quantity;
        }
        const isTooMuch = after.some((sum, at) => at > 0 && sum < 0);
        const said = await refusal(bookMovements(database.db, movements));
        expect(said).toEqual(isTooMuch ? expect.objectContaining({ code: 'holding_too_small' }) : 'done');
        if (!isTooMuch) sums.splice(0, sums.length, ...after);
      }
      expect(await Promise.all(accounts.map(balanceOf))).toEqual(sums);
    }),
    { numRuns: 25 },
  );
});

test('the database protects the ledger: no edit, deletion, truncation, change of product or initial balance', async () => {
  const held = account('held', buyer, 'award');
  await bookMovements(database.db, [{ kind: 'awarded', from: supplyOf(seller, HYDRO), to: held, quantity: 10 }]);
  const mischief = [
    sql`update ledger_account set balance = balance + 1 where source_id = ${held.sourceId}`,
    sql`update ledger_entry set quantity = 11`,
    sql`delete from ledger_entry`,
    sql`truncate ledger_entry`,
    sql`delete from ledger_account where source_id = ${held.sourceId}`,
    sql`insert into ledger_account (id, kind, account_id, country, fuel_type, vintage_year, vintage_period, source_kind, source_id, balance)
        values (${randomUUID()}, 'held', ${buyer}, 'MY', 'Hydro', 2025, 'FullYear', 'award', ${randomUUID()}, 5)`,
  ];
  for (const statement of mischief)
    expect(await refusal(statement.execute(database.db))).toMatchObject({
      message: 'the ledger is only ever added to',
    });
  const other: LedgerAccount = { ...account('retired', buyer, 'retirement'), product: { ...HYDRO, fuelType: 'Solar' } };
  expect(
    await refusal(bookMovements(database.db, [{ kind: 'retired', from: held, to: other, quantity: 1 }])),
  ).toMatchObject({
    message: 'goods cannot become other goods',
  });
  expect(await balanceOf(held)).toBe(10);
});

test('the check finds each kind of error in a ledger', async () => {
  expect((await proveLedger(database.db)).problems.filter(({ says }) => !says.startsWith('an entry moves'))).toEqual(
    [],
  );
  const held = account('held', buyer, 'award');
  await bookMovements(database.db, [{ kind: 'awarded', from: supplyOf(seller, HYDRO), to: held, quantity: 10 }]);
  const retired = { ...account('retired', seller, 'retirement') };
  const wrongs: [string, () => Promise<unknown>][] = [
    [
      'a balance equals',
      async () => {
        await database.exec('alter table ledger_account disable trigger keep_balances');
        await sql`update ledger_account set balance = 11 where source_id = ${held.sourceId}`.execute(database.db);
        await database.exec('alter table ledger_account enable trigger keep_balances');
      },
    ],
    [
      'listed, returned and retired',
      () => bookMovements(database.db, [{ kind: 'retired', from: held, to: retired, quantity: 1 }]),
    ],
  ];
  for (const [says, doWrong] of wrongs) {
    await doWrong();
    const { problems } = await proveLedger(database.db);
    expect(problems.some((problem) => problem.says.startsWith(says))).toBe(true);
  }
});
