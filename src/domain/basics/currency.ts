/**
 * The decimals of the currencies that do not have two, from ISO 4217. `Intl` cannot be asked: its decimals are those of
 * prices in shops, they differ from ISO 4217 (no decimals for HUF or IQD), and they change with the browser (decision
 * 135). A test compares this table with the list of the package `currency-codes`.
 */
const CODES_BY_DECIMALS = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;
const OTHER_DECIMALS: ReadonlyMap<string, number> = new Map(
  CODES_BY_DECIMALS.flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, decimals] as const)),
);

/** Returns the number of decimals of a currency by its ISO 4217 code: 2 for USD, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => OTHER_DECIMALS.get(currency) ?? 2;

/**
 * The currency of the platform. A process serves one platform, and a page shows one, so all their money has this
 * currency. It cannot change as soon as there is money (docs/rules.md#currency).
 */
let platform = 'USD';

/** Sets the currency of the platform that this process serves, or that this page shows. */
export const setPlatformCurrency = (currency: string): void => void (platform = currency);

export const platformCurrency = (): string => platform;

/** Returns the number of decimals of the platform's currency. */
export const platformDecimals = (): number => decimalsOf(platform);

/** Returns the result of work on money of another currency, such as that of a record. The work must be synchronous. */
export function inCurrency<Result>(currency: string, work: () => Result): Result {
  const before = platform;
  platform = currency;
  try {
    return work();
  } finally {
    platform = before;
  }
}
