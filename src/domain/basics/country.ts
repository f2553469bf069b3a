/**
 * The countries whose provinces and towns Greenlot knows. They are the default countries of business accounts and of
 * RECs; an owner can offer others (docs/rules.md#platform-settings).
 */
export const COUNTRIES = ['CN', 'MY', 'VN'] as const;
export type KnownCountry = (typeof COUNTRIES)[number];

/** The ISO 3166 code of a country, such as `MY`. */
export type Country = string;
