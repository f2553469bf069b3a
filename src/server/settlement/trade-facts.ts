import { sql } from 'kysely';
import { costOf, type Fees } from '#domain/award/close.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { Db } from '#server/platform/database/database.ts';

/** One product of a trade. All products of a trade have the same price. */
export type TradedProduct = {
  readonly country: Country;
  readonly fuelType: FuelType;
  readonly year: number;
  readonly period: VintagePeriod;
  readonly quantity: number;
};

/** The award or the buy order that a settlement is about. Fees are decimal texts with two digits. */
export type TradeFacts = {
  readonly title: string;
  readonly unitPriceCents: number;
  readonly buyerFee: string;
  readonly sellerFee: string;
  readonly products: readonly TradedProduct[];
  /** As `2026-11-27`; null until the payment is due. */
  readonly paymentDueOn: string | null;
};

type StoredTrade = Omit<TradeFacts, 'buyerFee' | 'sellerFee'> & {
  /** The stored fees of an award; null for a buy order, which stores their rates. */
  readonly fees: Pick<TradeFacts, 'buyerFee' | 'sellerFee'> | null;
  readonly rates: Fees | null;
};

/** Returns what was traded. The caller knows that the settlement exists. */
export async function readTrade(db: Db, settlementId: string): Promise<TradeFacts> {
  const { rows } = await sql<StoredTrade>`
    select auction.title, award.price_cents as "unitPriceCents",
           jsonb_build_object('buyerFee', award.buyer_fee::text, 'sellerFee', award.seller_fee::text) as fees,
           null::jsonb as rates,
           jsonb_build_array(jsonb_build_object('country', item.country, 'fuelType', item.fuel_type,
             'year', item.vintage_year, 'period', item.vintage_period, 'quantity', award.quantity)) as products,
           payment_due_on::text as "paymentDueOn"
    from settlement
    join award on award.id = settlement.award_id
    join auction on auction.id = award.auction_id
    join auction_item item on item.id = award.item_id
    where settlement.id = ${settlementId}
    union all
    select sell_order.title, buy_order.unit_price_cents, null,
           jsonb_build_object('buyerFeeHundredths', buy_order.buyer_fee_hundredths,
             'sellerFeeHundredths', buy_order.seller_fee_hundredths),
           (select jsonb_agg(jsonb_build_object('country', item.country, 'fuelType', item.fuel_type,
              'year', item.vintage_year, 'period', item.vintage_period, 'quantity', part.quantity) order by part.position)
            from buy_order_part part join sell_order_item item on item.id = part.sell_order_item_id
            where part.buy_order_id = buy_order.id), payment_due_on::text
    from settlement
    join buy_order on buy_order.id = settlement.buy_order_id
    join sell_order on sell_order.id = buy_order.sell_order_id
    where settlement.id = ${settlementId}`.execute(db);
  const [stored] = rows;
  if (!stored) throw new Error(`settlement ${settlementId} has no trade`);
  const { fees, rates, ...facts } = stored;
  if (fees) return { ...facts, ...fees };
  const quantity = facts.products.reduce((sum, product) => sum + product.quantity, 0);
  const cost = costOf(facts.unitPriceCents, quantity, rates ?? NO_FEES);
  return { ...facts, buyerFee: textOfCents(cost.buyerFeeCents), sellerFee: textOfCents(cost.sellerFeeCents) };
}

const NO_FEES: Fees = { buyerFeeHundredths: 0, sellerFeeHundredths: 0 };
