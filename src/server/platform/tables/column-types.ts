import type { ColumnType } from 'kysely';

/** The tables as queries see them. Tests hold migrations, `schema.sql` and this file together. */
export type Time = ColumnType<Date, Date | string, Date | string>;

/** The database writes it where nothing is said. */
export type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>;

export type Json<T> = ColumnType<T, string, string>;

/**
 * A document that isn't made yet: which one, and the ids of what it tells. It is made when the mail is sent, so that
 * whoever queues it waits for no drawing.
 */
export type Attachment = { readonly kind: string; readonly [id: string]: string };
