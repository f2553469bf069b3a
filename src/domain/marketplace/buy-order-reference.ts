/** BO- and the first signs of the id: what people call a buy order, and find it by. */
export const referenceOf = (id: string): string => `BO-${id.slice(0, 8).toUpperCase()}`;

/** What ids begin with that a search may mean by a reference, whole or in part; undefined where it isn't one. */
export const idSoughtBy = (search: string): string | undefined =>
  /^bo-?([0-9a-f]{1,8})$/i.exec(search.trim())?.[1]?.toLowerCase();
