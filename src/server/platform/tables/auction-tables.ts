import type { Generated, GeneratedAlways } from 'kysely';
import type { BiddingRules } from '#domain/bidding/bid.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { Recurrence } from '#domain/auction/recurrence.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { DefaultTime, Time, Json } from '#server/platform/tables/column-types.ts';

/** The tables of auctions and their items, as queries see them. */
export type AuctionTables = {
  auction: {
    id: string;
    title: string;
    title_lower: GeneratedAlways<string>;
    auction_type: AuctionType;
    is_private: boolean;
    start_time: Time;
    end_time: Time;
    auction_end_time: Time;
    minimum_rec_quantity: number;
    minimum_bidding_rec_quantity: number;
    seller_fee_hundredths: number;
    buyer_fee_hundredths: number;
    spot_recs: boolean;
    owner_account_id: string;
    tick_size_id: string | null;
    tick_cents: number;
    thumbnail_id: Generated<string | null>;
    version: Generated<number>;
    /** Of the bidding rules (decision 55). */
    rules_version: Generated<BiddingRules>;
    last_hash: string;
    closed_at: Time | null;
    soft_close_minutes: number | null;
    soft_close_max: number | null;
    paused_at: Time | null;
    /** The end that stood when it was paused; `auction_end_time` is then the end of all time. */
    end_when_paused: Time | null;
    annulled_at: Time | null;
    /** Bids waited for the auction's row for longer than they are given back: it isn't closed before (decision 60). */
    closing_waits_until: Generated<Date | null>;
    /** Of a rehearsal: the auction that is rehearsed, and when the next simulated bid is due. */
    rehearsal_of: string | null;
    next_simulated_bid_at: Time | null;
    recurrence: Json<Recurrence> | null;
    /** When the next one was seen to. */
    recurred_at: Time | null;
    /** Of one that a recurring auction brought about: that auction. */
    follows: string | null;
    /** Of a draft: the times that it is to have. Its own ones are outside time until then. */
    planned_start_time: Time | null;
    planned_end_time: Time | null;
    created_by: string;
    created_at: DefaultTime;
  };
  auction_item: {
    id: string;
    auction_id: string;
    position: number;
    country: Country;
    fuel_type: FuelType;
    vintage_year: number;
    vintage_period: VintagePeriod;
    quantity: number;
    partial_fulfillment: boolean;
    minimum_bid_price_cents: number;
    maximum_bid_price_cents: number;
    min_quantity: number | null;
    max_quantity: number | null;
    description: Generated<string>;
    image_ids: Generated<readonly string[]>;
    address: Generated<string>;
    latitude: Generated<number | null>;
    longitude: Generated<number | null>;
  };
};
