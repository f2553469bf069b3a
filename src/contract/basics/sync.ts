import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';

/**
 * Parameters and members of lists that programs synchronise (decision 119). With one of the parameters, a list has the
 * objects that changed, in the order of their changes. Without them, nothing is different.
 */

/** A position in the changes: the time in ms, in base 36, and the id of an object. */
const CURSOR = /^([\da-z]{1,10})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

export const syncQuery = {
  /** Objects that changed at this time or later. */
  updatedSince: z.optional(z.iso.datetime({ offset: true })),
  /** The `nextCursor` of the previous answer. It takes precedence over `updatedSince`. */
  cursor: z.optional(z.string().check(z.regex(CURSOR))),
};

/** Members of an answer with changes. Otherwise they are absent. */
const syncShape = {
  /** The position after this answer. Send it as `cursor`, at once if `hasMore` is true, and otherwise later. */
  nextCursor: z.optional(z.string()),
  /** Whether more changes can be read now. */
  hasMore: z.optional(z.boolean()),
  /** No change before this time is missing, in this answer and those before it. */
  completeUntil: z.optional(timeSchema),
};

/** Adds the members of an answer with changes to the schema of a list. */
export const withSync = <List extends z.ZodMiniObject>(list: List) => z.extend(list, syncShape);

export type SyncPosition = { readonly atMs: number; readonly id: string };

export const cursorOf = ({ atMs, id }: SyncPosition): string => `${atMs.toString(36)}-${id}`;

/** Returns the position of a cursor that the schema accepted. */
export function positionOf(cursor: string): SyncPosition {
  const [, at = '0', id = ''] = CURSOR.exec(cursor) ?? [];
  return { atMs: Number.parseInt(at, 36), id };
}
