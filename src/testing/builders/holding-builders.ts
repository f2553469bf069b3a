import { randomUUID } from 'node:crypto';
import { supplyOf, type Goods, type Place } from '#domain/holding/ledger.ts';
import { book } from '#server/ledger/book.ts';
import type { Db } from '#server/platform/database/database.ts';
import { insertAuction, type TestPerson } from '#testing/builders/records.ts';

/** The product of the first item that `insertAuction` offers. */
const GOODS: Goods = { country: 'MY', fuelType: 'Hydro', vintageYear: 2020, vintagePeriod: 'FullYear' };

type Wish = { readonly holder: TestPerson; readonly seller: TestPerson; readonly quantity: number };

/** Inserts a holding from an auction, without any bids. */
export async function aHolding(db: Db, { holder, seller, quantity }: Wish): Promise<{ id: string; place: Place }> {
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
  const place = { kind: 'held', accountId: holder.accountId, goods: GOODS, sourceKind: 'award', sourceId } as const;
  await book(db, [{ kind: 'awarded', from: supplyOf(seller.accountId, GOODS), to: place, quantity }]);
  const { id } = await db
    .selectFrom('ledger_account')
    .select('id')
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return { id, place };
}
