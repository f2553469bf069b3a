import { sql, type RawBuilder } from 'kysely';

/** Returns SQL that formats a time column as on the wire: the same text as `Date.toISOString`, null for null. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
