import { judgeCompleteClaim, tidyClaim, type ClaimFields } from '#domain/claim/claim.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The input of a claim: reporting period and purpose. */
export type ClaimDraft = ClaimFields;

/** The values of an empty form. */
export const EMPTY_CLAIM: ClaimDraft = { periodFrom: null, periodTo: null, purpose: '', purposeText: '' };

/** Checks a claim as the form asks for it: the server also accepts unknown periods and purposes. */
export const judgeClaimDraft: (draft: ClaimDraft) => Refusals<ClaimDraft> = judgeCompleteClaim;

/** Returns the claim of a form as it is sent. */
export const claimOf = ({ periodFrom, periodTo, purpose, purposeText }: ClaimDraft): ClaimFields =>
  tidyClaim({ periodFrom, periodTo, purpose, purposeText });
