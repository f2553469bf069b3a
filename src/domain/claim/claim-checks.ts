import { monthsBefore, yearOf, type Days } from '#domain/claim/month.ts';

/** The result of a check. `yes` always supports the claim. `unknown` must stay visible: it is neither yes nor no. */
export const CHECK_RESULTS = ['yes', 'no', 'unknown'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** The checks of a line of a claims report, in the order of its columns (docs/rules.md#claims). */
export const CLAIM_CHECKS = [
  'namedBeneficiary',
  'periodOverlap',
  'periodNear',
  'sameMarket',
  'ageWithin15Years',
  'notExpired',
  'evidenceAttached',
  'retiredAtRegistry',
] as const;
export type ClaimCheck = (typeof CLAIM_CHECKS)[number];
export type ClaimChecks = Readonly<Record<ClaimCheck, CheckResult>>;

/** The facts of a line that the checks read. Null and the empty text mean unknown. */
export type CheckedFacts = {
  readonly nameOnCertificates: string;
  /** Where the electricity was consumed. */
  readonly consumedIn: string;
  /** Where the electricity of the certificates was produced. */
  readonly producedIn: string;
  readonly reporting: Days | null;
  readonly production: Days | null;
  readonly commissionedOn: string | null;
  readonly repoweredOn: string | null;
  readonly expiresOn: string | null;
  /** The day of the retirement at the registry, or on the platform if the registry's day is unknown. */
  readonly retiredOn: string;
  readonly isAtRegistry: boolean;
  readonly hasEvidence: boolean;
};

/** The age in years that RE100 accepts since 2024, from the commissioning or the last repowering. */
export const AGE_YEARS_MAX = 15;
/**
 * The months in which production counts as near the reporting period: Green-e accepts six months before a year and three
 * months after it.
 */
const MONTHS_BEFORE_MAX = 6;
const MONTHS_AFTER_MAX = 3;

/** Registries write this day if they do not know a commissioning date. */
const UNKNOWN_DAY = '1900-01-01';
const known = (day: string | null): string | null => (day === null || day <= UNKNOWN_DAY ? null : day);

const resultOf = (isTrue: boolean | undefined): CheckResult =>
  isTrue === undefined ? 'unknown' : isTrue ? 'yes' : 'no';

/** Returns the months from the production to the reporting period (`monthsBefore`); null if one of them is unknown. */
export const vintageDistanceOf = ({ production, reporting }: Pick<CheckedFacts, 'production' | 'reporting'>) =>
  production && reporting ? monthsBefore(production, reporting) : null;

/** Returns whether production at this distance, in months, is near the reporting period. */
export const isNear = (distance: number): boolean => distance <= MONTHS_BEFORE_MAX && distance >= -MONTHS_AFTER_MAX;

/** Returns the year for which a retirement is claimed: that of the last day of the reporting period, if it is known. */
export const claimYearOf = ({ reporting, retiredOn }: Pick<CheckedFacts, 'reporting' | 'retiredOn'>): number =>
  yearOf(reporting?.to ?? retiredOn);

/**
 * Returns the year in which a device was commissioned, or repowered if that was later; null if both are unknown. A
 * commissioning date of 1900-01-01 is unknown.
 */
export function commissioningYearOf({
  commissionedOn,
  repoweredOn,
}: Pick<CheckedFacts, 'commissionedOn' | 'repoweredOn'>): number | null {
  const day = known(repoweredOn) ?? known(commissionedOn);
  return day === null ? null : yearOf(day);
}

/** Returns all checks of one line. */
export const checkClaim = (facts: CheckedFacts): ClaimChecks => {
  const { reporting, production, expiresOn } = facts;
  const distance = vintageDistanceOf(facts);
  const age = ageOf(facts);
  return {
    namedBeneficiary: resultOf(facts.nameOnCertificates.trim() !== ''),
    periodOverlap: resultOf(
      production && reporting ? production.from <= reporting.to && reporting.from <= production.to : undefined,
    ),
    periodNear: resultOf(distance === null ? undefined : isNear(distance)),
    sameMarket: resultOf(facts.consumedIn && facts.producedIn ? facts.consumedIn === facts.producedIn : undefined),
    ageWithin15Years: resultOf(age === null ? undefined : age <= AGE_YEARS_MAX),
    notExpired: resultOf(expiresOn === null ? undefined : facts.retiredOn <= expiresOn),
    evidenceAttached: resultOf(facts.hasEvidence),
    retiredAtRegistry: resultOf(facts.isAtRegistry),
  };
};

/**
 * Returns the age of the device in the year of the claim, in years; null if it is unknown. A device cannot be younger
 * than its certificates: such a date is wrong.
 */
export function ageOf(facts: CheckedFacts): number | null {
  const year = commissioningYearOf(facts);
  const age = year === null ? -1 : claimYearOf(facts) - year;
  return age < 0 ? null : age;
}
