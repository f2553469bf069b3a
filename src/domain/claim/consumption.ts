import type { Refusal } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength } from '#domain/basics/text.ts';
import { isWorldCountry } from '#domain/basics/world-country.ts';
import { knownMillionths } from '#domain/certificate/serial-range.ts';
import { isDay } from '#domain/claim/month.ts';

/** The electricity that a site consumed in one month. */
export type Consumption = {
  readonly site: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly location: string;
  /** `2026-03` */
  readonly month: string;
  /** Decimal text with at most six decimals. */
  readonly megawattHours: string;
};

/** The columns of a list of consumption, in the order of the file. */
export const CONSUMPTION_FIELDS = ['site', 'country', 'location', 'month', 'megawattHours'] as const;
export type ConsumptionField = (typeof CONSUMPTION_FIELDS)[number];

export const CONSUMPTION_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'choice_unknown',
  'month_invalid',
  'megawatt_hours_invalid',
] as const;
export type ConsumptionRefusal = (typeof CONSUMPTION_REFUSALS)[number];

/** The maximum number of lines of one list. */
export const CONSUMPTION_LINES_MAX = 500;
export const SITE_LENGTH_MAX = 255;

/** Judges a line of a list. Returns the first wrong field with its refusal. */
export function judgeConsumption(
  line: Consumption,
): { readonly field: ConsumptionField; readonly refusal: Refusal<ConsumptionRefusal> } | undefined {
  for (const field of CONSUMPTION_FIELDS) {
    const refusal = line[field] === '' ? { code: 'field_required' as const } : JUDGES[field](line[field]);
    if (refusal) return { field, refusal };
  }
  return undefined;
}

const judgeWord = (text: string) => judgeLength(text, SITE_LENGTH_MAX) ?? judgeCharacters(text);
/** At most nine digits before the point, so that sums stay whole numbers of RECs that a retirement can have. */
const AMOUNT = /^\d{1,9}(?:\.\d{1,6})?$/;

const JUDGES: Readonly<Record<ConsumptionField, (text: string) => Refusal<ConsumptionRefusal> | undefined>> = {
  site: judgeWord,
  location: judgeWord,
  country: (code) => (isWorldCountry(code) ? undefined : { code: 'choice_unknown' }),
  month: (month) => (isDay(`${month}-01`) ? undefined : { code: 'month_invalid' }),
  megawattHours: (text) =>
    AMOUNT.test(text) && knownMillionths(text) > 0n ? undefined : { code: 'megawatt_hours_invalid' },
};

/** A value of a table that a file contains. */
export type TableCell = string | number | boolean | Date | null;

/** Returns the lines of a table with the columns of `CONSUMPTION_FIELDS`. Skips empty rows and a row of headings. */
export const consumptionOf = (rows: readonly (readonly TableCell[])[]): Consumption[] =>
  rows
    .filter((row) => row.some((cell) => textOf(cell) !== ''))
    .filter((row, at) => at > 0 || !isHeading(row))
    .map(([site = null, country = null, location = null, month = null, amount = null]) => ({
      site: textOf(site),
      country: textOf(country).toUpperCase(),
      location: textOf(location),
      month: monthTextOf(month),
      megawattHours: textOf(amount).replaceAll(/[\s,'](?=\d{3}(?:\D|$))/g, ''),
    }));

/** A first row without any digit in its last two columns has headings. */
const isHeading = ([, , , month = null, amount = null]: readonly TableCell[]): boolean =>
  !/\d/.test(textOf(month) + textOf(amount));

function textOf(cell: TableCell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // A spreadsheet stores 12.4 as 12.400000000000001: more than six decimals are noise.
  if (typeof cell === 'number') return String(Number(cell.toFixed(6)));
  return cell === null ? '' : String(cell).trim().replaceAll(/\s+/g, ' ');
}

/** Returns a month as `2026-03`, from a day, `2026/3`, `03/2026` or `2026年3月`. */
function monthTextOf(cell: TableCell): string {
  const text = textOf(cell);
  const { year, month } =
    /^(?<year>\d{4})[-/.年]\s?(?<month>\d{1,2})(?:[-/.月].*)?$/.exec(text)?.groups ??
    /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/.exec(text)?.groups ??
    {};
  return year && month ? `${year}-${month.padStart(2, '0')}` : text;
}
