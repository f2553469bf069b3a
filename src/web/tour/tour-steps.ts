import type { TourName } from '#contract/tour.ts';

/** Pages that can be shown around. A result belongs to the tour of past auctions. */
export type TourPage = TourName | 'auctionResult';

export const TOUR_OF: Readonly<Record<TourPage, TourName>> = {
  liveAuctions: 'liveAuctions',
  initialBids: 'initialBids',
  pastAuctions: 'pastAuctions',
  auctionResult: 'pastAuctions',
};

/**
 * The steps of each page in their order. A step has one name for its place on the page (`data-tour`) and for its words;
 * a page's own name is its welcome, which has no place.
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
  /** Nothing for a welcome, which stands in the middle of the screen. */
  readonly place: Place | undefined;
};

/**
 * The steps that can be shown now: those whose place is on the page and visible, found by `find`. A page has no cards to
 * point at where its list is empty, and other controls on a phone.
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
