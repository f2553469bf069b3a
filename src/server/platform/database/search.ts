/** Returns a pattern for `ilike … escape '\'` that matches the search text literally. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
