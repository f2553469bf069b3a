import type { AuctionType } from '#domain/auction/direction.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { Time } from '#server/platform/tables/column-types.ts';

/** The tables of statistics, as queries see them. */
export type StatisticTables = {
  item_result: {
    item_id: string;
    auction_id: string;
    auction_type: AuctionType;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    ended_at: Time;
    offered: number;
    sold: number;
    value: string;
    awards: number;
    price_cents_sum: string;
    lowest_price_cents: number | null;
    highest_price_cents: number | null;
    bids: number;
  };
  item_participant: { item_id: string; account_id: string; ended_at: Time };
};
