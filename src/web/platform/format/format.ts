import { decimalsOf, platformCurrency } from '#domain/basics/currency.ts';
import { textOfCents, textOfDecimal } from '#domain/basics/price.ts';
import { dateLocale, languageTag, type Language } from '#domain/basics/language.ts';
import { zoneName } from '#domain/basics/zone-name.ts';

/**
 * The parts of a formatted date by type. In this file, amounts are decimal strings that may exceed 2^53 minor units.
 * Their digits are grouped as text and never converted to a float (docs/rules.md#numbers).
 */
type DateParts = Record<string, string>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a kind in a time zone. Each formatter is created once. */
function formatOf(timeZone: string | undefined, kind: keyof typeof KINDS, locale = 'en-US'): Intl.DateTimeFormat {
  // Formatters are expensive to create, so they are cached.
  const key = `${kind} ${timeZone} ${locale}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...KINDS[kind], hourCycle: 'h23', timeZone });
  formats.set(key, format);
  return format;
}

const KINDS = {
  numeric: { year: 'numeric', month: '2-digit', day: '2-digit' },
  named: { year: 'numeric', month: 'short', day: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const;
type TimeOptions = { readonly withMs?: boolean; readonly timeZone?: string };

/**
 * Formats an instant in the reader's time zone: English 'MMM DD, YYYY - HH:mm:ss' (docs/rules.md#lists), Chinese
 * 'YYYY年MM月DD日 HH:mm:ss'.
 */
export const formatDateTime = (time: string | number, language: Language, options: TimeOptions = {}): string =>
  `${formatDate(time, language, options.timeZone)}${language === 'zh' ? ' ' : ' - '}${formatTime(time, options)}`;

/** Formats the date of an instant: English `Jul 01, 2026`, Chinese `2026年07月01日`. */
export function formatDate(time: string | number, language: Language, timeZone?: string): string {
  const format = formatOf(timeZone, language === 'zh' ? 'numeric' : 'named', dateLocale(language));
  const part: DateParts = Object.fromEntries(
    format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]),
  );
  return language === 'zh' ? `${part.year}年${part.month}月${part.day}日` : `${part.month} ${part.day}, ${part.year}`;
}

/** Formats a calendar day such as `2026-07-01`, which is the same day in every time zone, as `formatDate` does. */
export const formatDay = (day: string, language: Language): string => formatDate(`${day}T00:00:00Z`, language, 'UTC');

/** Returns the day of a time in the reader's time zone, as `2026-07-01`. */
export const localDay = (ms: number): string => new Intl.DateTimeFormat('sv-SE').format(ms);

/** Formats the time of day. With `withMs`, adds milliseconds, as for the time at which the server received a bid. */
export function formatTime(time: string | number, options: TimeOptions = {}): string {
  const at = new Date(time);
  const ms = options.withMs ? `.${String(at.getTime() % 1_000).padStart(3, '0')}` : '';
  return formatOf(options.timeZone, 'time').format(at) + ms;
}

/** Formats an instant in UTC, for the tooltip of every local time. */
export const formatUtc = (time: string | number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Returns the name of the weekday in the language. */
export function formatWeekday(time: number, language: Language, timeZone?: string): string {
  return new Intl.DateTimeFormat(languageTag(language), { weekday: 'long', timeZone }).format(time);
}

/** Returns the reader's time zone at a time as an offset, such as GMT+8. */
export function formatZone(time: number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset', timeZone });
  return zoneName(format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value);
}

const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

/**
 * Formats a decimal string or number with grouped thousands and all decimals of its currency: `1,234,567.80`. Without a
 * currency, it is that of the platform.
 */
export function formatAmount(amount: string | number, currency = platformCurrency()): string {
  const decimals = decimalsOf(currency);
  const text = typeof amount === 'number' ? textOfDecimal(amount, decimals) : amount;
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = fraction.padEnd(decimals, '0').slice(0, decimals);
  return `${sign}${groupDigits(whole)}${digits && `.${digits}`}`;
}

/** Formats an amount with the currency in front: `MYR 1,234.50`. */
export const formatMoney = (amount: string | number, currency: string): string =>
  `${currency} ${formatAmount(amount, currency)}`;

/** Formats a tick size with its unit: `MYR 0.10/REC`. */
export const formatStep = (step: string | number, currency: string): string => `${formatMoney(step, currency)}/REC`;

/** Formats minor units, the domain's unit, as money. */
export const formatCents = (cents: number | bigint, currency: string): string =>
  formatMoney(textOfCents(cents, decimalsOf(currency)), currency);

/** Formats a number of RECs with grouped thousands: `1,234`. */
export const formatQuantity = (quantity: number): string =>
  `${quantity < 0 ? '-' : ''}${groupDigits(String(Math.abs(quantity)))}`;

/** Formats a decimal text such as megawatt-hours, without zeros at the end: `1200.500000` as `1,200.5`. */
export function formatDecimal(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? groupDigits(whole) : `${groupDigits(whole)}.${rest}`;
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

/** Abbreviates large numbers with K, M, B, T (docs/rules.md#lists), rounded to at most two fraction digits: `1.24M`. */
export const formatCompact = (value: number): string => COMPACT.format(value);

/** Formats a percentage with up to two fraction digits: `1.25%`. */
export const formatPercent = (value: number): string => `${Number(value.toFixed(2))}%`;

/** Formats a file size in the units of the size limits: `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

type Remaining = { days: number; hours: number; minutes: number; seconds: number };

/** Returns the time until `untilMs`, divided into days, hours, minutes and seconds. Zero after `untilMs`. */
export function remainingUntil(untilMs: number, nowMs: number): Remaining {
  const all = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3_600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  };
}

/** Formats a short wait in minutes and seconds: `0:42`, `14:05`. */
export const formatWait = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
