import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getHoldingAsUser } from '#contract/holding/holding.ts';
import { listRetirementsAsUser, retireHolding } from '#contract/holding/retirement.ts';
import { supplyOf, type LedgerAccount } from '#domain/holding/ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let seller: SignedIn;
let holder: SignedIn;
beforeAll(async () => {
  w = await world();
  [seller, holder] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const BENEFICIARY = { choice: 'own' } as const;

/** Books a release or a resale of the same RECs, and returns the moved quantity; 0 if too few RECs are left. */
async function bookOrFail(account: LedgerAccount, at: number, quantity: number): Promise<number> {
  const resale = { ...account, kind: 'listed', sourceKind: 'sell_order_item', sourceId: randomUUID() } as const;
  const sold = {
    ...account,
    accountId: seller.accountId,
    sourceKind: 'buy_order_part',
    sourceId: randomUUID(),
  } as const;
  try {
    await w.database.db.transaction().execute((transaction) =>
      bookMovements(
        transaction,
        at % 2 === 0
          ? [{ kind: 'released', from: account, to: supplyOf(seller.accountId, account.product), quantity }]
          : [
              { kind: 'listed', from: account, to: resale, quantity },
              { kind: 'sold', from: resale, to: sold, quantity },
            ],
      ),
    );
    return quantity;
  } catch (error) {
    if (error instanceof Refused && error.code === 'holding_too_small') return 0;
    throw error;
  }
}

test('200 parallel retirements, releases and sales of one holding use no REC twice, and each retirement has a statement', async () => {
  const { id, account } = await aHolding(w.database.db, { holder, seller, quantity: 700 });
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const quantity = 1 + (at % 9);
      if (at % 2 === 1) return { moved: await bookOrFail(account, at >> 1, quantity), retired: 0 };
      const body = { quantity, beneficiary: BENEFICIARY };
      const answer = await w.call(holder, retireHolding, { params: { id }, body });
      if (answer.code === 'Success') return { moved: 0, retired: quantity };
      expect(['holding_too_small', 'maximum_quantity_is']).toContain(answer.code);
      return { moved: 0, retired: 0 };
    }),
  );
  const sum = (which: 'moved' | 'retired') => outcomes.reduce((all, outcome) => all + outcome[which], 0);
  const { data } = await w.call(holder, getHoldingAsUser, { params: { id } });
  expect(data.retired).toBe(sum('retired'));
  expect(data.balance).toBe(700 - sum('retired') - sum('moved'));
  expect(data.balance).toBeGreaterThanOrEqual(0);
  expect(sum('retired')).toBeGreaterThan(0);
  expect(outcomes.filter(({ moved, retired }) => moved + retired === 0).length).toBeGreaterThan(0);
  const listed = await w.call(holder, listRetirementsAsUser, { query: `?holding=${id}&limit=100` });
  expect(listed.data.total).toBe(outcomes.filter(({ retired }) => retired > 0).length);
  expect(listed.data.items.reduce((all, { quantity }) => all + quantity, 0)).toBe(sum('retired'));
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
});

test('one request sent fifty times in parallel is one retirement', async () => {
  const { id } = await aHolding(w.database.db, { holder, seller, quantity: 700 });
  const asked = { params: { id }, body: { quantity: 400, beneficiary: BENEFICIARY }, key: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => w.call(holder, retireHolding, asked)));
  for (const answer of answers) expect(answer.data).toEqual(answers[0]?.data);
  expect(answers[0]?.data.quantity).toBe(400);
  expect((await w.call(holder, getHoldingAsUser, { params: { id } })).data.balance).toBe(300);
});
