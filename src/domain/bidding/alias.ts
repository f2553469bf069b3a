/**
 * Returns the alias under which other bidders see a bidder (docs/rules.md#live-bids). The hashes of a record cover
 * aliases, so an alias is the same text in every language. A screen shows the number of the alias with a word of the
 * user's language.
 */
export const aliasOf = (aliasNumber: number): string => `Bidder ${aliasNumber}`;

/**
 * Returns the number of an alias. Returns undefined for other texts, such as the company name that an administrator
 * sees.
 */
export function numberOfAlias(alias: string): string | undefined {
  return /^Bidder (\d+)$/.exec(alias)?.[1];
}
