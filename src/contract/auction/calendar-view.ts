import * as z from 'zod/mini';
import { auctionTypeSchema, idSchema, statusSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The longest period in days: a month with the rest of its first and last week. */
const DAYS_MAX = 62;

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

const calendarAuctionSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  auctionType: auctionTypeSchema,
  status: statusSchema,
  isAnnulled: z.boolean(),
  startTime: timeSchema,
  /** The present end; for a paused auction, the end at the time of the pause. */
  auctionEndTime: timeSchema,
});
export type CalendarEntry = z.output<typeof calendarAuctionSchema>;

export const listCalendar = route('GET /auction-calendar', {
  access: 'signedIn',
  summary: 'The auctions of a period of at most 62 days that the caller may see, in the order of their starts',
  query: z.strictObject({ from: timeSchema, until: timeSchema }).check(
    z.refine(({ from, until }) => daysBetween(from, until) > 0 && daysBetween(from, until) <= DAYS_MAX, {
      path: ['until'],
    }),
  ),
  reply: z.strictObject({
    items: z.array(calendarAuctionSchema),
    /** Whether the period has more auctions than the list can have. */
    isMore: z.boolean(),
  }),
});
