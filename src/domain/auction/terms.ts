/**
 * Version of the terms that a user accepts to register for a public auction (docs/rules.md#bidders). The version and
 * the time of acceptance are stored with the bidder. The text of the terms is in the phrases. Change this version
 * whenever you change the meaning of that text.
 */
export const AUCTION_TERMS_VERSION = '2026-11-27';

export const TERMS_REFUSALS = ['terms_not_accepted', 'terms_changed'] as const;
export type TermsRefusal = (typeof TERMS_REFUSALS)[number];

/**
 * Refuses if the user accepted no terms, or another version than the current version. A page that was opened earlier
 * may show older terms.
 */
export function judgeTerms(acceptedVersion: string | null): TermsRefusal | undefined {
  if (acceptedVersion === null) return 'terms_not_accepted';
  return acceptedVersion === AUCTION_TERMS_VERSION ? undefined : 'terms_changed';
}
