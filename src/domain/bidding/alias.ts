/**
 * What other bidders see of a bidder (docs/rules.md#live-bids). Aliases are hashed into the record, so they have one
 * form in every language; a screen says the number in its reader's words.
 */
export const aliasOf = (aliasNumber: number): string => `Bidder ${aliasNumber}`;

/** The number of an alias; undefined for anything else, such as the name that an admin sees in its place. */
export function numberOfAlias(alias: string): string | undefined {
  return /^Bidder (\d+)$/.exec(alias)?.[1];
}
