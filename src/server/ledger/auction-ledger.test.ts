import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem, deleteAuction, deleteItem, updateItem } from '#contract/auction/auction.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});

/** Returns a company's balances by kind of ledger account, without empty ones. */
async function balancesOf({ accountId }: SignedIn, { itemIds }: TestAuction): Promise<Record<string, number>> {
  const rows = await w.database.db
    .selectFrom('ledger_account')
    .leftJoin('award', 'award.id', 'ledger_account.source_id')
    .select(['kind', 'balance'])
    .where('account_id', '=', accountId)
    .where((where) =>
      where.or([
        where('source_id', 'in', itemIds),
        where('award.item_id', 'in', itemIds),
        where('kind', '=', 'supply'),
      ]),
    )
    .execute();
  const sums: Record<string, number> = {};
  for (const { kind, balance } of rows) sums[kind] = (sums[kind] ?? 0) + Number(balance);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const anAuction = (auctionType: AuctionType, startsIn = -60): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    auctionType,
    startsIn,
    items: [{ quantity: 100, minimumCents: 200, maximumCents: 2_000 }],
    bidders: [{ person: anna }, { person: bo }],
  });

async function bidAndClose(auction: TestAuction, quantities: readonly [SignedIn, number][]): Promise<void> {
  for (const [who, quantity] of quantities) {
    const body = { auctionItemId: auction.itemIds[0] ?? '', price: 12, quantity, bidderPartialFulfillment: true };
    expect((await w.call(who, placeBid, { params: { id: auction.auctionId }, body })).code).toBe('Success');
  }
  await moveAuction(w.database.db, auction.auctionId, -200, -100);
  await w.call(admin, getResultAsAdmin, { params: { id: auction.auctionId } });
}

const item = (recQuantity: number, vintageYear = 2031) => ({
  recCountry: 'MY' as const,
  recFuelType: 'Wind' as const,
  vintageYear,
  vintagePeriod: 'FullYear' as const,
  recQuantity,
  partialFulfillment: true,
  minQuantity: null,
  maxQuantity: null,
  minimumBidPrice: 2,
  maximumBidPrice: 20,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  imageIds: [],
});

test('an upcoming forward auction lists the RECs of its items through every edit, and nothing once it is deleted', async () => {
  const auction = await anAuction('Forward', 600);
  const params = { id: auction.auctionId };
  expect(await balancesOf(owner, auction)).toEqual({ supply: -100, listed: 100 });
  const { data: added } = await w.call(admin, addItem, { params, body: item(40) });
  const all = { ...auction, itemIds: [...auction.itemIds, added.auctionItemId] };
  expect(await balancesOf(owner, all)).toEqual({ supply: -140, listed: 140 });
  const one = { ...params, itemId: added.auctionItemId };
  await w.call(admin, updateItem, { params: one, body: item(15) });
  expect(await balancesOf(owner, all)).toEqual({ supply: -115, listed: 115 });
  // The item becomes another product, so the listed RECs of the former product go back.
  await w.call(admin, updateItem, { params: one, body: item(25, 2030) });
  expect(await balancesOf(owner, all)).toEqual({ supply: -125, listed: 125 });
  await w.call(admin, deleteItem, { params: one });
  expect(await balancesOf(owner, all)).toEqual({ supply: -100, listed: 100 });
  await w.call(admin, deleteAuction, { params });
  expect(await balancesOf(owner, all)).toEqual({});
});

test('closing a forward auction moves each award to its winner, and unsold RECs back to the owner', async () => {
  const auction = await anAuction('Forward');
  await bidAndClose(auction, [
    [anna, 50],
    [bo, 20],
  ]);
  expect(await balancesOf(anna, auction)).toEqual({ held: 50 });
  expect(await balancesOf(bo, auction)).toEqual({ held: 20 });
  expect(await balancesOf(owner, auction)).toEqual({ supply: -70 });
});

test('closing a reverse auction moves RECs from each winner to the owner; nothing was listed', async () => {
  const before = await balancesOf(owner, await anAuction('Reverse'));
  const auction = await anAuction('Reverse');
  await bidAndClose(auction, [
    [anna, 50],
    [bo, 20],
  ]);
  expect(await balancesOf(owner, auction)).toEqual({ ...before, held: 70 });
  expect(await balancesOf(anna, auction)).toEqual({ supply: -50 });
});

test('an annulled auction returns everything', async () => {
  const before = await balancesOf(owner, await anAuction('Reverse'));
  const auction = await anAuction('Forward');
  const annulled = await w.call(admin, annulAuction, {
    params: { id: auction.auctionId },
    body: { reason: 'The seller withdrew.' },
  });
  expect(annulled.code).toBe('Success');
  expect(await balancesOf(owner, auction)).toEqual(before);
});
