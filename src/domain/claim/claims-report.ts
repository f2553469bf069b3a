import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import { decimalOfMillionths, knownMillionths, MILLIONTHS } from '#domain/certificate/serial-range.ts';
import { groupBy } from '#domain/basics/group-by.ts';
import { monthsOfVintage, type Vintage } from '#domain/basics/vintage.ts';
import {
  ageOf,
  checkClaim,
  claimYearOf,
  vintageDistanceOf,
  type CheckedFacts,
  type ClaimChecks,
} from '#domain/claim/claim-checks.ts';
import type { Claim } from '#domain/claim/claim.ts';
import { firstDayOf, lastDayOf, type Days } from '#domain/claim/month.ts';
import type { RegistryState } from '#domain/claim/registry-retirement.ts';
import type { RetiredDevice, RetiredLot, RetiredRange } from '#domain/claim/retired-range.ts';
import type { Beneficiary } from '#domain/holding/beneficiary.ts';

/** A part of a retirement: RECs of one holding, with where they came from. */
export type ClaimedPart = {
  readonly retirementId: string;
  readonly holdingId: string;
  readonly number: string;
  /** The company that retired the RECs and reports them. */
  readonly companyName: string;
  /** The day of the retirement on the platform, in UTC. */
  readonly retiredOn: string;
  readonly beneficiary: Beneficiary;
  readonly claim: Claim;
  readonly product: { readonly country: Country; readonly fuelType: FuelType; readonly vintage: Vintage };
  /** Whole RECs. A REC is one megawatt-hour. */
  readonly quantity: number;
  readonly registry: RegistryEntry | null;
  readonly trade: ClaimedTrade;
};

/** The retirement at the registry, as the seller or an administrator recorded it. */
export type RegistryEntry = {
  readonly registry: string;
  readonly reference: string;
  readonly verificationKey: string;
  readonly address: string;
  readonly retiredOn: string;
  readonly hasEvidence: boolean;
};

/** The trade in which the holder got the RECs. */
export type ClaimedTrade = {
  readonly kind: 'auction' | 'buyOrder';
  readonly id: string;
  readonly title: string;
  readonly seller: string;
  /** The day of the award or of the approval, in UTC. */
  readonly awardedOn: string;
  /** The day on which the last part of the delivery was accepted, in UTC; null if unknown. */
  readonly deliveredOn: string | null;
  /** Numbers of the seller's invoices, separated by commas; empty if there is none on the platform. */
  readonly invoices: string;
};

/** A line of a claims report: a range of certificates, or RECs for which no certificates were named. */
export type ClaimsLine = Omit<ClaimedPart, 'quantity'> & {
  readonly year: number;
  readonly state: RegistryState;
  /** Megawatt-hours as decimal text with six decimals. */
  readonly megawattHours: string;
  readonly production: Days;
  readonly lot: RetiredLot | null;
  readonly device: RetiredDevice | null;
  /** Months from production to reporting period; null if unknown. */
  readonly vintageDistance: number | null;
  /** Years from the commissioning or the last repowering to the year of the claim; null if unknown. */
  readonly age: number | null;
  readonly checks: ClaimChecks;
};

/** Returns the days of production that a vintage stands for. */
export function daysOfVintage(vintage: Vintage): Days {
  const [first, last] = monthsOfVintage(vintage);
  return { from: firstDayOf(vintage.year * 12 + first - 1), to: lastDayOf(vintage.year * 12 + last - 1) };
}

/**
 * Returns the lines of a claims report: one for each range of certificates. RECs of a part that no range covers get a
 * line without certificates, so the lines of a part always add up to its quantity.
 */
export function claimsLines(parts: readonly ClaimedPart[], ranges: readonly RetiredRange[]): ClaimsLine[] {
  const byPart = groupBy(ranges, ({ retirementId, holdingId }) => `${retirementId} ${holdingId}`);
  return parts.flatMap((part) => {
    const own = byPart.get(`${part.retirementId} ${part.holdingId}`) ?? [];
    const named = own.reduce((sum, { lot }) => sum + knownMillionths(lot.quantity), 0n);
    const unnamed = BigInt(part.quantity) * MILLIONTHS - named;
    const lines = own.map((range) => lineOf(part, knownMillionths(range.lot.quantity), range));
    return unnamed > 0n ? [...lines, lineOf(part, unnamed)] : lines;
  });
}

function lineOf({ quantity: _quantity, ...part }: ClaimedPart, millionths: bigint, range?: RetiredRange): ClaimsLine {
  const production = range?.lot.production ?? daysOfVintage(part.product.vintage);
  const facts = factsOf(part, production, range);
  return {
    ...part,
    year: claimYearOf(facts),
    state: part.registry ? 'registry' : 'platform',
    megawattHours: decimalOfMillionths(millionths),
    production,
    lot: range?.lot ?? null,
    device: range?.device ?? null,
    vintageDistance: vintageDistanceOf(facts),
    age: ageOf(facts),
    checks: checkClaim(facts),
  };
}

const factsOf = (
  { beneficiary, claim, product, registry, retiredOn }: Omit<ClaimedPart, 'quantity'>,
  production: Days,
  range: RetiredRange | undefined,
): CheckedFacts => ({
  nameOnCertificates: beneficiary.nameOnCertificates,
  consumedIn: beneficiary.country,
  producedIn: range?.device.country || product.country,
  reporting: reportingDaysOf(claim),
  production,
  commissionedOn: range?.device.commissionedOn ?? null,
  repoweredOn: range?.device.repoweredOn ?? null,
  expiresOn: range?.lot.expiresOn ?? null,
  retiredOn: registry?.retiredOn ?? retiredOn,
  isAtRegistry: registry !== null,
  hasEvidence: registry?.hasEvidence ?? false,
});

/** Returns the reporting period of a claim; null if it is unknown. */
export const reportingDaysOf = ({ periodFrom, periodTo }: Claim): Days | null =>
  periodFrom === null || periodTo === null ? null : { from: periodFrom, to: periodTo };

/** Returns the sum of megawatt-hours, as decimal text with six decimals. */
export const sumMegawattHours = (lines: readonly Pick<ClaimsLine, 'megawattHours'>[]): string =>
  decimalOfMillionths(lines.reduce((sum, { megawattHours }) => sum + knownMillionths(megawattHours), 0n));
