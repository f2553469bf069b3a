import type { TourName } from '#contract/tour.ts';

/** The pages that have a tour. The page of an auction's result belongs to the tour of past auctions. */
export type TourPage = TourName | 'auctionResult';

export const TOUR_OF: Readonly<Record<TourPage, TourName>> = {
  liveAuctions: 'liveAuctions',
  initialBids: 'initialBids',
  pastAuctions: 'pastAuctions',
  auctionResult: 'pastAuctions',
};

/**
 * The steps of each page, in order. A step's name identifies its target on the page (`data-tour`) and also its words.
 * The step with the page's own name is the welcome, which has no target.
 */
export const TOUR_STEPS = {
  liveAuctions: ['liveAuctions', 'filters', 'phase', 'watch', 'ways', 'notices', 'again'],
  initialBids: ['sealed', 'late', 'maximum', 'rules', 'fields', 'part', 'summary', 'again'],
  pastAuctions: ['pastAuctions', 'filters', 'results', 'again'],
  auctionResult: ['outcome', 'totals', 'ranking', 'keep', 'history', 'again'],
} as const satisfies Readonly<Record<TourPage, readonly string[]>>;

export type StepName = (typeof TOUR_STEPS)[TourPage][number];

export type ShownStep<Place> = {
  readonly name: StepName;
  /** The target; undefined for a welcome, which is in the middle of the screen. */
  readonly place: Place | undefined;
};

/**
 * Returns the steps that can be shown now: those for which `find` returns a visible target. For example, an empty list
 * has no cards, and a phone has other controls.
 */
export function presentSteps<Place>(
  page: TourPage,
  find: (name: StepName) => Place | undefined,
): readonly ShownStep<Place>[] {
  return TOUR_STEPS[page].flatMap((name) => {
    const place = find(name);
    return place === undefined && name !== page ? [] : [{ name, place }];
  });
}
