/**
 * Returns the alias under which other bidders see a bidder (docs/rules.md#live-bids). Aliases are hashed into the
 * record, so they have one form in every language. A screen shows the number in its reader's language.
 */
export const aliasOf = (aliasNumber: number): string => `Bidder ${aliasNumber}`;

/** Returns the number of an alias. Undefined for other texts, such as the company name that an admin sees instead. */
export function numberOfAlias(alias: string): string | undefined {
  return /^Bidder (\d+)$/.exec(alias)?.[1];
}
