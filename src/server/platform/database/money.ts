import { sql, type RawBuilder } from 'kysely';
import { platformDecimals } from '#domain/basics/currency.ts';

/** SQL: an amount, rounded half up to the minor unit. Its text has all decimals of the platform's currency. */
export const rounded = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(${amount}, ${sql.lit(platformDecimals())})`;

/** SQL: minor units in the unit of the platform's currency, with all its decimals: `1234` → `12.34`. */
export const unitsOfCents = (cents: RawBuilder<unknown>): RawBuilder<unknown> =>
  rounded(sql`(${cents})::numeric / ${sql.lit(10 ** platformDecimals())}`);

/** SQL: minor units as a text for people, with a separator between thousands: `123456` → `1,234.56`. */
export const textOfCentsInSql = (cents: RawBuilder<unknown>): RawBuilder<unknown> => {
  const decimals = platformDecimals();
  return sql`to_char(${unitsOfCents(cents)}, ${`FM999,999,990${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`})`;
};
