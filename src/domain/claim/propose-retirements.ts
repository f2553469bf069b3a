import { commissioningYearOf, isNear, AGE_YEARS_MAX } from '#domain/claim/claim-checks.ts';
import { knownMillionths } from '#domain/certificate/serial-range.ts';
import { daysOfVintage } from '#domain/claim/claims-report.ts';
import type { Consumption } from '#domain/claim/consumption.ts';
import { firstDayOf, lastDayOf, monthOf, monthsBefore, yearOf, type Days, type Month } from '#domain/claim/month.ts';
import type { Vintage } from '#domain/basics/vintage.ts';

/** A holding from which RECs can be retired. */
export type OfferedHolding = {
  readonly id: string;
  readonly country: string;
  readonly vintage: Vintage;
  /** Whole RECs that are still in the holding. */
  readonly balance: number;
  readonly commissionedOn: string | null;
  readonly repoweredOn: string | null;
};

/** RECs of one holding for the consumption of one site in one month. */
export type ProposedMatch = {
  readonly month: string;
  readonly holdingId: string;
  readonly quantity: number;
  /** Months from production to consumption (`monthsBefore`). */
  readonly distance: number;
};

/** A retirement that is proposed for the consumption of one site in one year. */
export type ProposedRetirement = {
  readonly site: string;
  readonly country: string;
  readonly location: string;
  /** From the first to the last month with consumption of this site in this year. */
  readonly period: Days;
  /** Whole RECs that cover the consumption: it is rounded up once for the site and the year. */
  readonly needed: number;
  readonly matches: readonly ProposedMatch[];
  /** Months of which some consumption stays without RECs. */
  readonly uncovered: readonly { readonly month: string; readonly quantity: number }[];
};

type Need = { readonly month: Month; readonly text: string; quantity: number };
type Group = Omit<ProposedRetirement, 'matches' | 'uncovered'> & {
  readonly needs: Need[];
  readonly matches: ProposedMatch[];
};

/**
 * Proposes retirements for a list of consumption: one for each site and year, in the order of their names. Takes only
 * RECs of the market in which the electricity was consumed. Takes RECs produced in the month first, for all sites, and
 * only then RECs produced near it (`isNear`). Among these it takes the nearest production, then devices of at most 15
 * years before unknown ages and older ones, then the shorter vintage, then the older vintage. Never takes more than a
 * holding has. The same list and the same holdings always give the same proposal.
 */
export function proposeRetirements(
  consumption: readonly Consumption[],
  holdings: readonly OfferedHolding[],
): ProposedRetirement[] {
  const left = new Map(holdings.map(({ id, balance }) => [id, balance]));
  const groups = groupsOf(consumption);
  for (const isAllowed of [(distance: number) => distance === 0, isNear])
    for (const { group, need } of inOrderOfMonths(groups))
      for (const { holding, distance } of candidatesFor(group.country, need.month, holdings)) {
        const quantity = Math.min(need.quantity, left.get(holding.id) ?? 0);
        if (quantity === 0 || !isAllowed(distance)) continue;
        left.set(holding.id, (left.get(holding.id) ?? 0) - quantity);
        need.quantity -= quantity;
        group.matches.push({ month: need.text, holdingId: holding.id, quantity, distance });
      }
  return groups.map(({ needs, ...group }) => ({
    ...group,
    uncovered: needs.flatMap(({ text: month, quantity }) => (quantity > 0 ? [{ month, quantity }] : [])),
  }));
}

const inOrderOfMonths = (groups: readonly Group[]): { readonly group: Group; readonly need: Need }[] =>
  groups
    .flatMap((group) => group.needs.map((need) => ({ group, need })))
    .toSorted((one, other) => one.need.month - other.need.month);

function groupsOf(consumption: readonly Consumption[]): Group[] {
  const byPlace = Map.groupBy(consumption, ({ country, location, site, month }) =>
    JSON.stringify([site, country, location, yearOf(month)]),
  );
  return [...byPlace]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, lines]) => {
      const [first] = lines;
      return first ? [groupOf(first, lines)] : [];
    });
}

function groupOf({ site, country, location }: Consumption, lines: readonly Consumption[]): Group {
  const byMonth = [...Map.groupBy(lines, ({ month }) => month)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const needs: Need[] = [];
  let consumed = 0n;
  let needed = 0;
  // Rounds up the running total. So the months add up to the rounded total of the site.
  for (const [text, ofMonth] of byMonth) {
    consumed += ofMonth.reduce((sum, { megawattHours }) => sum + knownMillionths(megawattHours), 0n);
    const recs = Number((consumed + 999_999n) / 1_000_000n);
    needs.push({ month: monthOf(text), text, quantity: recs - needed });
    needed = recs;
  }
  const months = needs.map(({ month }) => month);
  const period = { from: firstDayOf(Math.min(...months)), to: lastDayOf(Math.max(...months)) };
  return { site, country, location, period, needed, needs, matches: [] };
}

type Candidate = { readonly holding: OfferedHolding; readonly distance: number; readonly rank: readonly number[] };

/** Returns the holdings of a market for a month, the best first. */
const candidatesFor = (country: string, month: Month, holdings: readonly OfferedHolding[]): Candidate[] =>
  holdings
    .filter((holding) => holding.country === country)
    .map((holding) => candidateFor(holding, month))
    .toSorted((one, other) => compareRanks(one, other) || (one.holding.id < other.holding.id ? -1 : 1));

function candidateFor(holding: OfferedHolding, month: Month): Candidate {
  const production = daysOfVintage(holding.vintage);
  const distance = monthsBefore(production, { from: firstDayOf(month), to: lastDayOf(month) });
  const length = monthOf(production.to) - monthOf(production.from);
  return { holding, distance, rank: [Math.abs(distance), ageRankOf(holding, month), length, monthOf(production.to)] };
}

/** Ranks the age in the year of the consumption: young before unknown before old. */
function ageRankOf(holding: OfferedHolding, month: Month): number {
  const year = commissioningYearOf(holding);
  if (year === null) return 1;
  return Math.floor(month / 12) - year <= AGE_YEARS_MAX ? 0 : 2;
}

function compareRanks({ rank: one }: Candidate, { rank: other }: Candidate): number {
  for (const [at, value] of one.entries()) {
    const difference = value - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the RECs of a proposed retirement by holding, in the order in which the proposal first takes them. */
export function linesOfProposal({ matches }: Pick<ProposedRetirement, 'matches'>): {
  readonly holdingId: string;
  readonly quantity: number;
}[] {
  const sums = new Map<string, number>();
  for (const { holdingId, quantity } of matches) sums.set(holdingId, (sums.get(holdingId) ?? 0) + quantity);
  return [...sums].map(([holdingId, quantity]) => ({ holdingId, quantity }));
}
