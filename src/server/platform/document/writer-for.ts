import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { Vintage } from '#domain/basics/vintage.ts';
import { decimalsOfText } from '#domain/basics/price.ts';
import { zoneName } from '#domain/basics/zone-name.ts';
import { dateLocale, languageTag, type Language } from '#domain/basics/language.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';
import { wordsIn, wordsWithFees } from '#server/platform/http/words.ts';

/** The product of RECs: country, fuel type and vintage. */
export type DocumentProduct = { readonly country: Country; readonly fuelType: FuelType; readonly vintage: Vintage };

/** A reader of a message, a document or a file. */
type Reader = { readonly language: Language; readonly timeZone: string; readonly feeNames?: FeeNames };

/** Returns functions that write figures, times and products as the screens do, for one reader. */
export function writerFor({ language, timeZone, feeNames }: Reader) {
  const words = feeNames ? wordsWithFees(language, feeNames) : wordsIn(language);
  const clock = new Intl.DateTimeFormat(dateLocale(language), {
    ...CLOCK,
    ...MONTH[language === 'zh' ? 'zh' : 'en'],
    timeZone,
  });
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  /** English 'MMM DD, YYYY - HH:mm:ss' (docs/rules.md#lists), Chinese 'YYYY年MM月DD日 HH:mm:ss'. */
  const timeOfDay = (time: Date): string => {
    const { year, month, day, hour, minute, second } = partsOf(clock, time);
    const ofDay = `${hour}:${minute}:${second}`;
    return language === 'zh' ? `${year}年${month}月${day}日 ${ofDay}` : `${month} ${day}, ${year} - ${ofDay}`;
  };
  const countries = new Intl.DisplayNames(languageTag(language), { type: 'region' });
  const vintageOf = ({ period, year }: Vintage): string => words(`vintage.${period}`, { year: String(year) });
  return {
    words,
    quantity: (quantity: number): string => QUANTITY.format(quantity),
    /** Formats an amount of any size with a separator between thousands. The decimal text has all decimals of its currency. */
    amount: (amount: string): string => amountFormat(decimalsOfText(amount)).format(amount as `${number}`),
    percent: (hundredths: number): string => `${hundredths / 100}%`,
    timeOfDay,
    /** Formats a time with its time zone, because a printed document must state the time zone. */
    time: (time: Date): string => `${timeOfDay(time)} (${zoneName(partsOf(zone, time).timeZoneName)})`,
    vintage: vintageOf,
    /** Returns the name of any country of the world by its code. An empty code means unknown. */
    country: (code: string): string => (code === '' ? words('claim.unknown') : (countries.of(code) ?? code)),
    product: ({ country, fuelType, vintage }: DocumentProduct): string =>
      [countries.of(country) ?? country, words(`fuel.${fuelType}`), vintageOf(vintage)].join(' · '),
  };
}
export type Writer = ReturnType<typeof writerFor>;

const OF_DAY = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const CLOCK = { year: 'numeric', day: '2-digit', ...OF_DAY } as const;
/** Chinese dates have no name of the month. */
const MONTH = { en: { month: 'short' }, zh: { month: '2-digit' } } as const;

const QUANTITY = new Intl.NumberFormat('en-US');
const amountFormats = new Map<number, Intl.NumberFormat>();

function amountFormat(decimals: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = amountFormats.get(decimals) ?? new Intl.NumberFormat('en-US', digits);
  amountFormats.set(decimals, format);
  return format;
}

const partsOf = (format: Intl.DateTimeFormat, time: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
  Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
