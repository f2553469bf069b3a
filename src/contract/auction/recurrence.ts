import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';

/** How an auction repeats, and what it is in its series (decision 27); null for everybody but admins. */
const recurrenceSchema = z.strictObject({
  timeZone: z.string(),
  /** Of the month, or its last day where it is shorter. */
  day: z.number(),
  /** The last date on which one may start. */
  until: z.nullable(z.string()),
  /** How many more there are to be. */
  times: z.nullable(z.number()),
  /** When the next one would start; null where none is to follow. */
  nextStartTime: z.nullable(timeSchema),
});

const neighbourSchema = z.strictObject({ id: idSchema, title: z.string() });

export const recurrenceShape = {
  recurrence: z.nullable(recurrenceSchema),
  /** The auction that it follows. */
  follows: z.nullable(
    z.extend(neighbourSchema, {
      /** Names of its items that were sold whole: they were left out here. */
      soldItemNames: z.array(z.string()),
    }),
  ),
  /** The auction that follows it. */
  followedBy: z.nullable(z.extend(neighbourSchema, { isDraft: z.boolean() })),
};

/** A browser names it, nobody types it: a wrong one is a fault of the request. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Of a settings request; without a time zone the auction doesn't repeat. */
export const recurrenceBody = {
  recurrenceTimeZone: z._default(z.nullable(z.string().check(z.refine(isTimeZone))), null),
  recurrenceUntil: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  recurrenceTimes: z._default(z.nullable(z.number()), null),
};
