/** The page of a list that is asked for (specification 7, 9). */
export type PageQuery = { readonly currentPage: number; readonly limit: number };

export const offsetOf = ({ currentPage, limit }: PageQuery): number => (currentPage - 1) * limit;

/** `data` of every list (rules 7). */
export const pageOf = <Item>(items: Item[], total: number, { currentPage, limit }: PageQuery) => ({
  items,
  total,
  currentPage,
  limit,
});
