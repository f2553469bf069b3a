/**
 * Who registers for a public auction accepts its terms (docs/rules.md#bidders); which version, and when, is kept with
 * the bidder. The text stands in the phrases; whoever changes what it says changes the version as well.
 */
export const AUCTION_TERMS_VERSION = '2026-11-23';

export const TERMS_REFUSALS = ['terms_not_accepted', 'terms_changed'] as const;
export type TermsRefusal = (typeof TERMS_REFUSALS)[number];

/** What was accepted is judged by the version that was read: a page left open may show older terms. */
export function judgeTerms(acceptedVersion: string | null): TermsRefusal | undefined {
  if (acceptedVersion === null) return 'terms_not_accepted';
  return acceptedVersion === AUCTION_TERMS_VERSION ? undefined : 'terms_changed';
}
