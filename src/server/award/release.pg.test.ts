import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { releaseRecs } from '#contract/award/release.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { ledgerAccountOf } from '#server/ledger/ledger-accounts.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let anna: SignedIn;
let itemId = '';
let bidId = '';

/** Anna won 700 RECs. */
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  const owner = await w.signedIn();
  anna = await w.signedIn();
  const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, bidders: [{ person: anna }] };
  const { auctionId, itemIds } = await insertAuction(w.database.db, wish);
  [itemId = ''] = itemIds;
  const body = { auctionItemId: itemId, price: 5, quantity: 700, bidderPartialFulfillment: true };
  const { data } = await w.call(anna, placeBid, { params: { id: auctionId }, body });
  bidId = data.bids[0]?.bidId ?? '';
  await moveAuction(w.database.db, auctionId, -3_600, -10);
  await w.call(admin, getResultAsAdmin, { params: { id: auctionId } });
});
afterAll(() => w.end());

test('of 200 parallel releases and retirements of one holding the total is exactly the holding, and the last gets the rest', async () => {
  const { db } = w.database;
  const row = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('kind', '=', 'held')
    .where('account_id', '=', anna.accountId)
    .executeTakeFirstOrThrow();
  const held = ledgerAccountOf(row);
  const release = async (quantity: number | null): Promise<void> => {
    const body = { bids: [{ bidId, quantity }], remark: 'agreed' };
    const { code } = await w.call(admin, releaseRecs, { params: { id: itemId }, body });
    expect(['Success', 'quantity_out_of_range', 'nothing_to_release']).toContain(code);
  };
  const retire = async (quantity: number): Promise<void> => {
    const to = { ...held, kind: 'retired', sourceKind: 'retirement', sourceId: randomUUID() } as const;
    try {
      await db
        .transaction()
        .execute((transaction) => bookMovements(transaction, [{ kind: 'retired', from: held, to, quantity }]));
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'holding_too_small')) throw error;
    }
  };
  await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? release(1 + (at % 7)) : retire(1 + (at % 11)))),
  );
  await Promise.all([release(null), release(null), retire(1)]);
  const { data } = await w.call(admin, releaseRecs, {
    params: { id: itemId },
    body: { bids: [{ bidId, quantity: null }], remark: 'agreed' },
  });
  expect(data).toBeUndefined();
  const rows = await db.selectFrom('ledger_account').selectAll().execute();
  const sum = (kind: string): number =>
    rows.filter((account) => account.kind === kind).reduce((total, { balance }) => total + Number(balance), 0);
  // RECs that are neither held nor retired are back with their seller, who began with nothing on the platform.
  expect([sum('held'), sum('retired') + sum('supply')]).toEqual([0, 0]);
  expect(sum('retired')).toBeGreaterThan(0);
  expect((await proveLedger(db)).problems).toEqual([]);
});
