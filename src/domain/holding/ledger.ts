import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';

/** What RECs are: two of the same goods can stand for each other, two of different goods never. */
export type Goods = {
  readonly country: Country;
  readonly fuelType: FuelType;
  readonly vintageYear: number;
  readonly vintagePeriod: VintagePeriod;
};

/** Where a REC can be: with its seller outside the platform, on offer, held by a company, retired. */
export const PLACE_KINDS = ['supply', 'listed', 'held', 'retired'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** What a place belongs to; a seller's supply belongs to the seller itself. */
export const SOURCE_KINDS = [
  'account',
  'auction_item',
  'award',
  'sell_order_item',
  'buy_order_part',
  'retirement',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A ledger account: RECs of one kind of goods that one business account has in one place. Every place but a supply is never below zero. */
export type Place = {
  readonly kind: PlaceKind;
  readonly accountId: string;
  readonly goods: Goods;
  readonly sourceKind: SourceKind;
  readonly sourceId: string;
};

/**
 * Each kind of movement, and from where to where it goes (docs/rules.md#ledger). Resale lists what is held, and gives
 * it back there.
 */
export const MOVEMENTS = {
  listed: ['supply listed', 'held listed'],
  awarded: ['listed held', 'supply held'],
  sold: ['listed held'],
  returned: ['listed supply', 'listed held'],
  released: ['held supply'],
  retired: ['held retired'],
} as const satisfies Record<string, readonly `${PlaceKind} ${PlaceKind}`[]>;
export type MovementKind = keyof typeof MOVEMENTS;

/** One balanced double entry: `quantity` RECs leave one place and are in the other. */
export type Movement = {
  readonly kind: MovementKind;
  readonly from: Place;
  readonly to: Place;
  readonly quantity: number;
};

/** RECs that a seller has outside the platform: its balance says, below zero, how many are on it. */
export const supplyOf = (accountId: string, goods: Goods): Place => ({
  kind: 'supply',
  accountId,
  goods,
  sourceKind: 'account',
  sourceId: accountId,
});
