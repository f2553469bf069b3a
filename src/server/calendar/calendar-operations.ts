import { listCalendar } from '#contract/auction/calendar-view.ts';
import { createCalendarLink, getCalendarFile, getCalendarLink, revokeCalendarLink } from '#contract/calendar.ts';
import { findCalendarAuctions } from '#server/auction/calendar-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { makeCalendarFile, type ReadPerson } from '#server/calendar/calendar-file.ts';
import {
  deleteCalendarLink,
  findCalendarLink,
  personOfToken,
  replaceCalendarLink,
} from '#server/calendar/calendar-links.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

type CalendarParts = Pick<AuctionParts, 'publicUrl' | 'allowsReverse'> & {
  readonly brand: { readonly name: string };
  readonly readPerson: ReadPerson;
};

/** Operations on calendars of auctions: the page, and the person's subscription link (decision 125). */
export const calendarOperations = (parts: CalendarParts): Operation[] => [
  operation(listCalendar, (call) => list(parts, call)),
  operation(getCalendarLink, async ({ db, caller }) => ({ createdAt: await findCalendarLink(db, caller.userId) })),
  operation(createCalendarLink, async ({ db, caller }) => {
    const { token, createdAt } = await replaceCalendarLink(db, caller.userId);
    return { url: `${parts.publicUrl}${API_BASE}/calendar/${token}.ics`, createdAt };
  }),
  operation(revokeCalendarLink, async ({ db, caller }) => {
    await deleteCalendarLink(db, caller.userId);
    return { createdAt: null };
  }),
  operation(getCalendarFile, (call) => readFile(parts, call)),
];

/** The maximum number of auctions in one reply for the page. */
const LISTED_MAX = 500;

async function list({ allowsReverse }: CalendarParts, { db, caller, query, nowMs }: Call<typeof listCalendar>) {
  const found = await findCalendarAuctions(db, caller, {
    from: new Date(query.from),
    until: new Date(query.until),
    limit: LISTED_MAX + 1,
    nowMs,
    hidesReverse: !allowsReverse,
  });
  return {
    items: found.slice(0, LISTED_MAX).map(({ id, title, auctionType, status, isAnnulled, startTime, endTime }) => ({
      id,
      title,
      auctionType,
      status,
      isAnnulled,
      startTime: startTime.toISOString(),
      auctionEndTime: endTime.toISOString(),
    })),
    isMore: found.length > LISTED_MAX,
  };
}

/** Reads the person at each call, so that the file ends with the person's access. */
async function readFile(
  { publicUrl, brand, allowsReverse, readPerson }: CalendarParts,
  { db, params, nowMs, timeZone }: Call<typeof getCalendarFile>,
) {
  const userId = await personOfToken(db, params.token);
  const caller = userId === undefined ? undefined : await readPerson(db, userId);
  if (!caller) throw new Refused('not_found');
  return makeCalendarFile(db, { caller, nowMs, publicUrl, brand: brand.name, hidesReverse: !allowsReverse, timeZone });
}
