/** A search text as a pattern for `ilike … escape '\'`: what the person typed is taken literally. */
export const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
