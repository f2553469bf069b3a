import type { TourName, TourOutcome } from '#contract/tour.ts';
import type { DefaultTime } from '#server/platform/tables/column-types.ts';

/** The table of guided tours that were seen, as queries see it. */
export type TourTables = {
  user_tour: { user_id: string; tour: TourName; outcome: TourOutcome; seen_at: DefaultTime };
};
