import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';

/** The person's link. The address itself is shown only when the link is created, because it is not stored. */
const linkSchema = z.strictObject({ createdAt: z.nullable(timeSchema) });

export const getCalendarLink = route('GET /calendar/link', {
  access: 'signedIn',
  summary: 'When the caller created the subscription link to the calendar of auctions. Null without a link',
  reply: linkSchema,
});

export const createCalendarLink = route('POST /calendar/link', {
  access: 'signedIn',
  summary: 'Create the caller’s subscription link. It replaces an earlier one, which then stops working',
  reply: z.strictObject({
    /** The absolute address for a calendar program. Anyone who has it sees the caller's auctions. */
    url: z.string(),
    createdAt: timeSchema,
  }),
});

export const revokeCalendarLink = route('DELETE /calendar/link', {
  access: 'signedIn',
  summary: 'Revoke the caller’s subscription link. Nothing happens without a link',
  reply: linkSchema,
});

export const getCalendarFile = route('GET /calendar/{token}.ics', {
  access: 'open',
  summary:
    'The auctions that the person of the link may see, as iCalendar: upcoming, live, and ended in the last 30 days. A revoked link answers like an unknown one',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  reply: fileSchema,
});
