import { sql, type RawBuilder } from 'kysely';

/** Selects a time as it crosses the wire, the same text as of `Date.toISOString`; null where the column is null. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
