import { sql, type RawBuilder } from 'kysely';
import type { Times } from '#domain/auction/recurrence.ts';
import type { AuctionRow } from '#server/auction/auction-rows.ts';

/**
 * A draft stands outside time (decision 27): it never begins, is over for nobody, and nothing that looks at the clock finds
 * it. The times that it is to have are its planned ones.
 */
export const DRAFT_START = new Date('9999-12-31T00:00:00.000Z');
const DRAFT_END = new Date('9999-12-31T23:59:59.999Z');
const OUTSIDE_TIME = { start_time: DRAFT_START, end_time: DRAFT_END, auction_end_time: DRAFT_END };

type Stored = Pick<
  AuctionRow,
  'start_time' | 'end_time' | 'auction_end_time' | 'planned_start_time' | 'planned_end_time'
>;

export const isDraft = ({ planned_start_time }: Pick<AuctionRow, 'planned_start_time'>): boolean =>
  planned_start_time !== null;

/** The columns of an auction's times, before and after it is confirmed. */
export function timeColumns({ startsAtMs, endsAtMs }: Times, { asDraft }: { asDraft: boolean }): Stored {
  const [start, end] = [new Date(startsAtMs), new Date(endsAtMs)];
  if (asDraft) return { ...OUTSIDE_TIME, planned_start_time: start, planned_end_time: end };
  const inTime = { start_time: start, end_time: end, auction_end_time: end };
  return { ...inTime, planned_start_time: null, planned_end_time: null };
}

/** The scheduled times, of a draft those that it is to have. */
export const scheduleOf = (row: Stored): Times => ({
  startsAtMs: (row.planned_start_time ?? row.start_time).getTime(),
  endsAtMs: (row.planned_end_time ?? row.end_time).getTime(),
});

/** Of a start that a query reads, in an index: whether it is in time at all. */
export const isInTime = (start: RawBuilder<unknown>): RawBuilder<unknown> => sql`${start} < ${DRAFT_START}`;
