import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';

/**
 * A product: country, fuel type and vintage. RECs of the same product can replace each other. RECs of different
 * products cannot.
 */
export type Product = {
  readonly country: Country;
  readonly fuelType: FuelType;
  readonly vintageYear: number;
  readonly vintagePeriod: VintagePeriod;
};

/**
 * Kinds of ledger accounts. `supply`: RECs that a seller has outside the platform. `listed`: RECs on offer. `held`:
 * RECs that a company owns on the platform. `retired`: RECs that were retired.
 */
export const LEDGER_ACCOUNT_KINDS = ['supply', 'listed', 'held', 'retired'] as const;
export type LedgerAccountKind = (typeof LEDGER_ACCOUNT_KINDS)[number];

/**
 * Kinds of objects that ledger accounts belong to. The supply of a seller belongs to the seller's business account. RECs
 * of a default that are offered to the next bid belong to the settlement in default.
 */
export const SOURCE_KINDS = [
  'account',
  'auction_item',
  'award',
  'sell_order_item',
  'buy_order_part',
  'retirement',
  'settlement',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * A ledger account: RECs of one product that a business account has as supply, listed, held or retired. Only the
 * balance of a supply may be negative.
 */
export type LedgerAccount = {
  readonly kind: LedgerAccountKind;
  readonly accountId: string;
  readonly product: Product;
  readonly sourceKind: SourceKind;
  readonly sourceId: string;
};

/**
 * Kinds of movements, each with the kinds of the ledger accounts from which and to which RECs may move
 * (docs/rules.md#ledger). A resale lists RECs of a holding. Its unsold RECs return to that holding. Released RECs are
 * listed again if they are offered to the next bid.
 */
export const MOVEMENTS = {
  listed: ['supply listed', 'held listed'],
  awarded: ['listed held', 'supply held'],
  sold: ['listed held'],
  returned: ['listed supply', 'listed held'],
  released: ['held supply', 'held listed'],
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
 * Returns the ledger account of a seller's supply: RECs outside the platform. The account's balance is 0 or negative.
 * Its absolute value is the number of RECs that the seller has brought onto the platform.
 */
export const supplyOf = (accountId: string, product: Product): LedgerAccount => ({
  kind: 'supply',
  accountId,
  product,
  sourceKind: 'account',
  sourceId: accountId,
});

/** Returns the ledger account of a seller's RECs that a default released, and that are offered to the next bid. */
export const setAsideOf = (accountId: string, product: Product, settlementId: string): LedgerAccount => ({
  kind: 'listed',
  accountId,
  product,
  sourceKind: 'settlement',
  sourceId: settlementId,
});
