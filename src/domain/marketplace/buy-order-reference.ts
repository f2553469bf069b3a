/**
 * Returns the reference of a buy order, by which people name and find the order: BO- and the first characters of its
 * id.
 */
export const referenceOf = (id: string): string => `BO-${id.slice(0, 8).toUpperCase()}`;

/**
 * Returns the beginning of an order's id from a search for its reference, which may be incomplete; undefined if the
 * text is not a reference.
 */
export const searchedIdOf = (search: string): string | undefined =>
  /^bo-?([0-9a-f]{1,8})$/i.exec(search.trim())?.[1]?.toLowerCase();
