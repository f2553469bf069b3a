import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/** Guided tours, each about one page (docs/rules.md#guided-tours). They are for users; admins have none. */
export const TOURS = ['liveAuctions', 'initialBids', 'pastAuctions'] as const;
export type TourName = (typeof TOURS)[number];

/**
 * How a user left a tour: after the last step, or earlier. In both cases the tour does not start automatically again.
 */
const TOUR_OUTCOMES = ['finished', 'dismissed'] as const;
export type TourOutcome = (typeof TOUR_OUTCOMES)[number];

const tourSchema = z.enum(TOURS);
const outcomeSchema = z.enum(TOUR_OUTCOMES);

const seenToursSchema = z.strictObject({
  items: z.array(z.strictObject({ tour: tourSchema, outcome: outcomeSchema, seenAt: timeSchema })),
});
export type SeenTours = z.output<typeof seenToursSchema>;

export const listSeenTours = route('GET /user-tours', {
  access: 'user',
  summary: 'The guided tours that the caller has seen',
  reply: seenToursSchema,
  refuses: ['feature_disabled'],
});

export const rememberTour = route('POST /user-tours', {
  access: 'user',
  summary: 'Record that the caller has seen a tour. A finished tour stays finished',
  body: z.strictObject({ tour: tourSchema, outcome: outcomeSchema }),
  reply: seenToursSchema,
  refuses: ['feature_disabled'],
});
