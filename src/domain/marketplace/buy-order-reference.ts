/** Returns the reference of a buy order for people to name and find it: BO- and the first characters of its id. */
export const referenceOf = (id: string): string => `BO-${id.slice(0, 8).toUpperCase()}`;

/**
 * Returns the beginning of the id that a searched reference means, whole or in part; undefined if it is no reference.
 */
export const searchedIdOf = (search: string): string | undefined =>
  /^bo-?([0-9a-f]{1,8})$/i.exec(search.trim())?.[1]?.toLowerCase();
