import { randomUUID } from 'node:crypto';
import { supplyOf, type Product, type LedgerAccount } from '#domain/holding/ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertAuction, type TestPerson } from '#testing/builders/records.ts';

/** The product of the first item of an auction that `insertAuction` creates. */
const PRODUCT: Product = { country: 'MY', fuelType: 'Hydro', vintageYear: 2020, vintagePeriod: 'FullYear' };

type HoldingOptions = { readonly holder: TestPerson; readonly seller: TestPerson; readonly quantity: number };

/** Inserts a holding that comes from an auction. The auction has no bids. */
export async function aHolding(
  db: Db,
  { holder, seller, quantity }: HoldingOptions,
): Promise<{ id: string; account: LedgerAccount }> {
  const auction = await insertAuction(db, {
    ownerAccountId: seller.accountId,
    createdBy: holder.userId,
    bidders: [{ person: holder }],
  });
  const sourceId = randomUUID();
  await db
    .insertInto('award')
    .values({
      id: sourceId,
      auction_id: auction.auctionId,
      item_id: auction.itemIds[0] ?? '',
      bidder_id: auction.bidderIds[0] ?? '',
      bid_id: randomUUID(),
      ranking: 1,
      quantity,
      price_cents: 1_000,
      amount: `${quantity * 10}.00`,
      seller_fee: '0.00',
      buyer_fee: '0.00',
    })
    .execute();
  const account = {
    kind: 'held',
    accountId: holder.accountId,
    product: PRODUCT,
    sourceKind: 'award',
    sourceId,
  } as const;
  await bookMovements(db, [{ kind: 'awarded', from: supplyOf(seller.accountId, PRODUCT), to: account, quantity }]);
  const { id } = await db
    .selectFrom('ledger_account')
    .select('id')
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return { id, account };
}
