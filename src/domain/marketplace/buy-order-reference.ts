/**
 * Returns the reference of a buy order: BO- and the first characters of its id. People use it to name and find the
 * order.
 */
export const referenceOf = (id: string): string => `BO-${id.slice(0, 8).toUpperCase()}`;

/**
 * Returns the beginning of an order's id from a search for its reference, which may be incomplete; undefined if the
 * text is not a reference.
 */
export const searchedIdOf = (search: string): string | undefined =>
  /^bo-?([0-9a-f]{1,8})$/i.exec(search.trim())?.[1]?.toLowerCase();
