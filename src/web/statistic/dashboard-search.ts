import { AUCTION_TYPES, type AuctionType } from '#domain/auction/direction.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import { RANGE_PRESETS, rangeOf, type RangePreset } from '#domain/statistic/range.ts';

export const RANGE_CHOICES = [...RANGE_PRESETS, 'own'] as const;
export type RangeChoice = (typeof RANGE_CHOICES)[number];
const RANGE_DEFAULT: RangePreset = 'month';

/** What the dashboard shows, in the URL: a ready-made range or one's own, and filters. */
export type DashboardSearch = {
  range?: RangeChoice;
  from?: string;
  to?: string;
  direction?: AuctionType;
  country?: Country;
  fuel?: FuelType;
  vintage?: number;
};

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export function dashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const range = RANGE_CHOICES.find((one) => one === raw.range);
  const [from, to] = [dayOf(raw.from), dayOf(raw.to)];
  const direction = AUCTION_TYPES.find((one) => one === raw.direction);
  const country = COUNTRIES.find((one) => one === raw.country);
  const fuel = FUEL_TYPES.find((one) => one === raw.fuel);
  const vintage = Number(raw.vintage);
  return {
    ...(range && range !== RANGE_DEFAULT && { range }),
    ...(from && { from }),
    ...(to && { to }),
    ...(direction && { direction }),
    ...(country && { country }),
    ...(fuel && { fuel }),
    ...(Number.isInteger(vintage) && vintage >= 2000 && vintage <= 2100 && { vintage }),
  };
}

/** The days that are meant; one's own range may lack one, or be wrong. */
export function chosenRange(
  { range = RANGE_DEFAULT, from, to }: DashboardSearch,
  today: string,
): { readonly choice: RangeChoice; readonly from: string | null; readonly to: string | null } {
  if (range === 'own') return { choice: range, from: from ?? null, to: to ?? null };
  return { choice: range, ...rangeOf(range, today) };
}
