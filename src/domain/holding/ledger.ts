import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';

/**
 * A product: country, fuel type and vintage. RECs of one product are interchangeable; RECs of different products are
 * not.
 */
export type Product = {
  readonly country: Country;
  readonly fuelType: FuelType;
  readonly vintageYear: number;
  readonly vintagePeriod: VintagePeriod;
};

/**
 * Kinds of ledger accounts: RECs are with their seller outside the platform, on offer, held by a company, or retired.
 */
export const LEDGER_ACCOUNT_KINDS = ['supply', 'listed', 'held', 'retired'] as const;
export type LedgerAccountKind = (typeof LEDGER_ACCOUNT_KINDS)[number];

/** Kinds of objects that a ledger account belongs to. A seller's supply belongs to the seller itself. */
export const SOURCE_KINDS = [
  'account',
  'auction_item',
  'award',
  'sell_order_item',
  'buy_order_part',
  'retirement',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * A ledger account: RECs of one product that one business account has in one place. The balance is never negative,
 * except for a supply.
 */
export type LedgerAccount = {
  readonly kind: LedgerAccountKind;
  readonly accountId: string;
  readonly product: Product;
  readonly sourceKind: SourceKind;
  readonly sourceId: string;
};

/**
 * Kinds of movements, each with the ledger accounts from which and to which it goes (docs/rules.md#ledger). A resale
 * lists RECs of a holding, and returns unsold ones to it.
 */
export const MOVEMENTS = {
  listed: ['supply listed', 'held listed'],
  awarded: ['listed held', 'supply held'],
  sold: ['listed held'],
  returned: ['listed supply', 'listed held'],
  released: ['held supply'],
  retired: ['held retired'],
} as const satisfies Record<string, readonly `${LedgerAccountKind} ${LedgerAccountKind}`[]>;
export type MovementKind = keyof typeof MOVEMENTS;

/** A balanced double entry: `quantity` RECs move from one ledger account to another. */
export type Movement = {
  readonly kind: MovementKind;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly quantity: number;
};

/**
 * Returns the ledger account of a seller's RECs outside the platform. Its negative balance is the number of RECs that
 * it brought onto the platform.
 */
export const supplyOf = (accountId: string, product: Product): LedgerAccount => ({
  kind: 'supply',
  accountId,
  product,
  sourceKind: 'account',
  sourceId: accountId,
});
