import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { Vintage } from '#domain/basics/vintage.ts';
import { zoneName } from '#domain/basics/zone-name.ts';
import type { DocumentReader } from '#server/platform/document/document.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn, wordsWithFees } from '#server/platform/http/words.ts';

/** The product of RECs: country, fuel type and vintage. */
export type DocumentProduct = { readonly country: Country; readonly fuelType: FuelType; readonly vintage: Vintage };

/** Returns functions that write figures, times and products as the screens do, for one reader. */
export function writerFor({ language, timeZone, feeNames }: DocumentReader) {
  const words = feeNames ? wordsWithFees(language, feeNames) : wordsIn(language);
  const clock = new Intl.DateTimeFormat('en-US', { ...CLOCK[language], timeZone });
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  /** English 'MMM DD, YYYY - HH:mm:ss' (docs/rules.md#lists), Chinese 'YYYY年MM月DD日 HH:mm:ss'. */
  const timeOfDay = (time: Date): string => {
    const { year, month, day, hour, minute, second } = partsOf(clock, time);
    const ofDay = `${hour}:${minute}:${second}`;
    return language === 'zh' ? `${year}年${month}月${day}日 ${ofDay}` : `${month} ${day}, ${year} - ${ofDay}`;
  };
  const countries = new Intl.DisplayNames(language === 'zh' ? 'zh-CN' : 'en', { type: 'region' });
  const vintageOf = ({ period, year }: Vintage): string => words(`vintage.${period}`, { year: String(year) });
  return {
    words,
    quantity: (quantity: number): string => QUANTITY.format(quantity),
    /** Formats an amount of any size, given as decimal text, with a separator between thousands. */
    amount: (amount: string): string => AMOUNT.format(amount as `${number}`),
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
const CLOCK: Record<Language, Intl.DateTimeFormatOptions> = {
  en: { year: 'numeric', month: 'short', day: '2-digit', ...OF_DAY },
  zh: { year: 'numeric', month: '2-digit', day: '2-digit', ...OF_DAY },
};

const QUANTITY = new Intl.NumberFormat('en-US');
const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const partsOf = (format: Intl.DateTimeFormat, time: Date): Partial<Record<Intl.DateTimeFormatPartTypes, string>> =>
  Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
