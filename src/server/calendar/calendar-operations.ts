import { createCalendarLink, getCalendarFile, getCalendarLink, revokeCalendarLink } from '#contract/calendar.ts';
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
  readonly brand: string;
  readonly readPerson: ReadPerson;
};

/** Operations on the subscription link to a person's calendar of auctions (decision 125). */
export const calendarOperations = (parts: CalendarParts): Operation[] => [
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

/** Reads the person at each call, so that the file ends with the person's access. */
async function readFile(
  { publicUrl, brand, allowsReverse, readPerson }: CalendarParts,
  { db, params, nowMs }: Call<typeof getCalendarFile>,
) {
  const userId = await personOfToken(db, params.token);
  const caller = userId === undefined ? undefined : await readPerson(db, userId);
  if (!caller) throw new Refused('not_found');
  return makeCalendarFile(db, { caller, nowMs, publicUrl, brand, hidesReverse: !allowsReverse });
}
