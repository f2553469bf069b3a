import ical, { ICalEventStatus } from 'ical-generator';
import type { FileReply } from '#contract/basics/file.ts';
import { findCalendarAuctions, type CalendarAuction } from '#server/auction/calendar-auctions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** Reads a person as a caller, as the person is now. Undefined if the person may not sign in. */
export type ReadPerson = (db: Db, userId: string) => Promise<Caller | undefined>;

const DAY_MS = 24 * 60 * 60_000;
/** Ended auctions stay in the file for this long. */
const ENDED_KEPT_MS = 30 * DAY_MS;
/** The maximum number of auctions in a file. */
const AUCTIONS_MAX = 1_000;
/** Programs should read the file this often. The reply may be kept for a third of it. */
const READ_EVERY_SECONDS = 15 * 60;
const KEPT_SECONDS = READ_EVERY_SECONDS / 3;

type Source = {
  /** The caller, as the person of the link is now. */
  readonly caller: Caller;
  readonly nowMs: number;
  readonly publicUrl: string;
  /** The name of the platform, which is the name of the calendar. */
  readonly brand: string;
  readonly hidesReverse: boolean;
  /** The time zone that programs may show if they have none of their own. The times themselves are in UTC. */
  readonly timeZone: string;
};

/** Returns the person's auctions as an iCalendar file (RFC 5545). */
export async function makeCalendarFile(db: Db, source: Source): Promise<FileReply> {
  const { caller, nowMs, hidesReverse } = source;
  const from = new Date(nowMs - ENDED_KEPT_MS);
  const auctions = await findCalendarAuctions(db, caller, { from, limit: AUCTIONS_MAX, nowMs, hidesReverse });
  const text = writeCalendar(auctions, source);
  return {
    name: 'auctions.ics',
    type: 'text/calendar; charset=utf-8',
    keptForSeconds: KEPT_SECONDS,
    bytes: Buffer.from(text),
  };
}

function writeCalendar(auctions: readonly CalendarAuction[], { publicUrl, brand, timeZone }: Source): string {
  const host = new URL(publicUrl).hostname;
  const calendar = ical({ name: brand, prodId: { company: 'Greenlot', product: 'Auctions' }, ttl: READ_EVERY_SECONDS });
  calendar.x('X-WR-TIMEZONE', timeZone);
  for (const { id, title, startTime, endTime, changedAt, isAnnulled } of auctions)
    calendar.createEvent({
      id: `${id}@${host}`,
      // Without a METHOD, DTSTAMP is the time of the last change (RFC 5545, 3.8.7.2). So an unchanged event stays equal.
      stamp: changedAt,
      lastModified: changedAt,
      start: startTime,
      // An annulled auction ended when it was annulled.
      end: endTime > startTime ? endTime : startTime,
      summary: title,
      url: `${publicUrl}/auction/${id}/detail`,
      status: isAnnulled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  return calendar.toString();
}
