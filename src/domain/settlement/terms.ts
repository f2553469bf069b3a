import { withoutEmpty, type FieldRefusals, type Refusal, type Result } from '#domain/basics/result.ts';
import type { SettlementMode } from '#domain/settlement/tracks.ts';

/** Calendars of business days. `weekends` knows no public holidays. */
export const BUSINESS_CALENDARS = ['CN', 'MY', 'VN', 'weekends'] as const;
export type BusinessCalendar = (typeof BUSINESS_CALENDARS)[number];

/** The terms of settlement of an auction or a sell order. Days are business days of the calendar. */
export type SettlementTerms = {
  readonly mode: SettlementMode;
  readonly calendar: BusinessCalendar;
  readonly paymentDays: number;
  readonly deliveryDays: number;
  readonly cureDays: number;
  /** The penalty for a default, in percent of the amount that is not paid. */
  readonly penaltyPercent: number;
  /** Whether RECs can be retired and resold only after they are paid and delivered. */
  readonly holdsBack: boolean;
};

export const SETTLEMENT_DAYS_MAX = 250;

/** Terms of auctions and sell orders that set none: for the ringgit, and for all other currencies. */
export const SETTLEMENT_DEFAULTS: Readonly<Record<'USD' | 'MYR', SettlementTerms>> = {
  USD: {
    mode: 'payFirst',
    calendar: 'weekends',
    paymentDays: 10,
    deliveryDays: 5,
    cureDays: 5,
    penaltyPercent: 0,
    holdsBack: false,
  },
  MYR: {
    mode: 'payFirst',
    calendar: 'MY',
    paymentDays: 10,
    deliveryDays: 5,
    cureDays: 5,
    penaltyPercent: 0,
    holdsBack: false,
  },
};

/** Returns the terms of auctions and sell orders that set none, by the currency of the platform. */
export const defaultTermsOf = (currency: string): SettlementTerms =>
  currency === 'MYR' ? SETTLEMENT_DEFAULTS.MYR : SETTLEMENT_DEFAULTS.USD;

export const TERMS_REFUSALS = ['settlement_days_invalid', 'settlement_penalty_invalid'] as const;
export type SettlementTermsRefusal = (typeof TERMS_REFUSALS)[number];
type Field = 'paymentDays' | 'deliveryDays' | 'cureDays' | 'penaltyPercent';

/** Judges terms of settlement: whole business days up to a maximum, and a percentage with at most two decimals. */
export function judgeSettlementTerms(
  terms: SettlementTerms,
): Result<SettlementTerms, FieldRefusals<Field, SettlementTermsRefusal>> {
  const refused = withoutEmpty<Field, SettlementTermsRefusal>({
    paymentDays: judgeDays(terms.paymentDays),
    deliveryDays: judgeDays(terms.deliveryDays),
    cureDays: judgeDays(terms.cureDays),
    penaltyPercent: judgePenalty(terms.penaltyPercent),
  });
  return Object.keys(refused).length > 0 ? { ok: false, refused } : { ok: true, value: terms };
}

const judgeDays = (days: number): Refusal<'settlement_days_invalid'> | undefined =>
  Number.isInteger(days) && days >= 0 && days <= SETTLEMENT_DAYS_MAX
    ? undefined
    : { code: 'settlement_days_invalid', params: { maximum: SETTLEMENT_DAYS_MAX } };

function judgePenalty(percent: number): Refusal<'settlement_penalty_invalid'> | undefined {
  const hundredths = Math.round(percent * 100);
  const isRight = hundredths >= 0 && hundredths <= 10_000 && hundredths / 100 === percent;
  return isRight ? undefined : { code: 'settlement_penalty_invalid' };
}
