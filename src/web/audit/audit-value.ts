import type { Language } from '#domain/basics/language.ts';
import { formatCents, formatDateTime, formatPercent, formatQuantity, formatStep } from '#web/platform/format/format.ts';
import type { PhraseKey, Speaker } from '#web/platform/phrases/phrase.ts';

/** What a stored value needs to be read: words, the reader's language, the currency, and what ids stand for. */
export type Reading = {
  readonly say: Speaker;
  readonly language: Language;
  readonly currency: string;
  readonly names: Readonly<Record<string, string>>;
};

/** Columns whose values are codes, with the names of their words. */
const WORDS: Readonly<Record<string, (code: string) => string>> = {
  country: (code) => `country.${code}`,
  fuel_type: (code) => `fuel.${code}`,
  province: (code) => `province.${code}`,
  business_type: (code) => `businessType.${code}`,
};

/** As the database writes instants: in the zone that its connection has. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?(\d\d)?)$/;
/** From here on an instant means that there is none: the end of a paused auction, the times of a draft. */
const NEVER_MS = Date.UTC(9999, 11, 31);
/** Numbers that count nothing. */
const PLAIN = /^(id|seq|version|number|position|latitude|longitude|.*_(year|number|since))$/;

/** A column's value as people read it, in the reader's time zone; empty where there is none. */
export function valueText(column: string, value: unknown, reading: Reading): string {
  const { say, language, currency, names } = reading;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return numberText(column, value, currency);
  if (Array.isArray(value)) return value.map((one) => valueText(column, one, reading)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  const word = WORDS[column]?.(value);
  if (word && say.has(word)) return say(word as PhraseKey);
  if (INSTANT.test(value)) return Date.parse(value) < NEVER_MS ? formatDateTime(value, language) : '';
  return names[value] ?? value;
}

/** Columns that hold a price step. */
const STEPS = new Set(['price_step_cents', 'tick_cents']);

function numberText(column: string, value: number, currency: string): string {
  if (STEPS.has(column)) return formatStep(value / 100, currency);
  if (column.endsWith('_cents')) return formatCents(value, currency);
  if (column.endsWith('_hundredths')) return formatPercent(value / 100);
  return PLAIN.test(column) ? String(value) : formatQuantity(value);
}

/** What a column is called; as it is stored where this release has no word for it. */
export function columnText(say: Speaker, column: string): string {
  const key = `audit.column.${column}` as PhraseKey;
  return say.has(key) ? say(key) : column;
}
