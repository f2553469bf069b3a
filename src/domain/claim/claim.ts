import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength, tidyTexts } from '#domain/basics/text.ts';
import { isDay } from '#domain/claim/month.ts';

/**
 * Purposes of a retirement (docs/rules.md#claims). `unknown`: nobody was asked, as in retirements from before claims and
 * in calls that leave the purpose out.
 */
export const CLAIM_PURPOSES = [
  'scope2',
  'renewableTarget',
  'product',
  'certification',
  'compliance',
  'other',
  'unknown',
] as const;
export type ClaimPurpose = (typeof CLAIM_PURPOSES)[number];

/** A claim as a form or a request holds it. Null and the empty text are empty fields. */
export type ClaimFields = {
  readonly periodFrom: string | null;
  readonly periodTo: string | null;
  readonly purpose: string;
  readonly purposeText: string;
};
export type ClaimField = keyof ClaimFields;

/** The claim of a retirement: the days for which the beneficiary reports, and why. Null means unknown. */
export type Claim = ClaimFields & { readonly purpose: ClaimPurpose };

/** The claim of a retirement for which nobody stated one. */
export const UNKNOWN_CLAIM: Claim = { periodFrom: null, periodTo: null, purpose: 'unknown', purposeText: '' };

export const CLAIM_REFUSALS = [
  'field_required',
  'invalid_date',
  'start_before_end',
  'choice_unknown',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
] as const;
export type ClaimRefusal = (typeof CLAIM_REFUSALS)[number];

export const PURPOSE_LENGTH_MAX = 255;

/** Returns the fields as they are judged and stored: no extra spaces, and null for an empty day. */
export function tidyClaim(given: ClaimFields): ClaimFields {
  const { purpose, purposeText } = tidyTexts({ purpose: given.purpose, purposeText: given.purposeText });
  return {
    periodFrom: given.periodFrom || null,
    periodTo: given.periodTo || null,
    purpose: purpose || 'unknown',
    purposeText,
  };
}

/** Judges a claim. Days and purpose may be unknown, but a period has both days. Returns the first refusal of each field. */
export function judgeClaim(given: ClaimFields): FieldRefusals<ClaimField, ClaimRefusal> {
  const { periodFrom, periodTo, purpose, purposeText } = tidyClaim(given);
  return withoutEmpty<ClaimField, ClaimRefusal>({
    periodFrom: judgeDay(periodFrom, periodTo !== null),
    periodTo:
      judgeDay(periodTo, periodFrom !== null) ??
      (periodFrom !== null && periodTo !== null && periodTo < periodFrom ? { code: 'start_before_end' } : undefined),
    purpose: CLAIM_PURPOSES.some((known) => known === purpose) ? undefined : { code: 'choice_unknown' },
    purposeText:
      purpose === 'other' && purposeText === ''
        ? { code: 'field_required' }
        : (judgeLength(purposeText, PURPOSE_LENGTH_MAX) ?? judgeCharacters(purposeText)),
  });
}

/** Judges a claim in a form, which asks for all that a claim needs. */
export function judgeCompleteClaim(given: ClaimFields): FieldRefusals<ClaimField, ClaimRefusal> {
  const { periodFrom, periodTo, purpose } = tidyClaim(given);
  return {
    ...withoutEmpty<ClaimField, ClaimRefusal>({
      periodFrom: judgeDay(periodFrom, true),
      periodTo: judgeDay(periodTo, true),
      purpose: purpose === 'unknown' ? { code: 'field_required' } : undefined,
    }),
    ...judgeClaim(given),
  };
}

function judgeDay(day: string | null, isRequired: boolean): Refusal<'field_required' | 'invalid_date'> | undefined {
  if (day === null) return isRequired ? { code: 'field_required' } : undefined;
  return isDay(day) ? undefined : { code: 'invalid_date' };
}
