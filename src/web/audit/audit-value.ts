import { decimalsOf } from '#domain/basics/currency.ts';
import type { Language } from '#domain/basics/language.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { formatCents, formatDateTime, formatPercent, formatQuantity, formatStep } from '#web/platform/format/format.ts';
import type { companyWords } from '#web/platform/format/company-words.ts';
import type { PhraseKey, Speaker } from '#web/platform/phrases/phrase.ts';

/**
 * The data needed to show a stored value: phrases, the reader's language, the currency, and the names that belong to
 * ids.
 */
export type ValueContext = {
  readonly say: Speaker;
  /** Names the codes of companies. */
  readonly words: ReturnType<typeof companyWords>;
  readonly language: Language;
  readonly currency: string;
  readonly names: Readonly<Record<string, string>>;
};

/** For each column that contains codes, a function that returns the phrase key of a code. */
const WORDS: Readonly<Record<string, (code: string) => string>> = {
  fuel_type: (code) => `fuel.${code}`,
};

/** The columns with codes of a company, whose names depend on the settings of the platform. */
const COMPANY_COLUMNS: Readonly<Record<string, keyof ReturnType<typeof companyWords>>> = {
  country: 'country',
  province: 'province',
  business_type: 'businessType',
};

/** The pattern of an instant as the database writes it, with the UTC offset of the connection's time zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?(\d\d)?)$/;
/** This instant and all later instants mean “no time”: the end of a paused auction, or the start and end of a draft. */
const NEVER_MS = Date.UTC(9999, 11, 31);
/** The columns whose numbers are not quantities, so their digits are not grouped. */
const PLAIN = /^(id|seq|version|number|position|latitude|longitude|.*_(year|number|since))$/;

/** Returns a column's value as text, with times in the reader's time zone. A missing value becomes an empty text. */
export function valueText(column: string, value: unknown, context: ValueContext): string {
  const { say, words, language, currency, names } = context;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return numberText(column, value, currency);
  if (Array.isArray(value)) return value.map((one) => valueText(column, one, context)).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  const ofCompany = COMPANY_COLUMNS[column];
  if (ofCompany) return words[ofCompany](value);
  const word = WORDS[column]?.(value);
  if (word && say.has(word)) return say(word as PhraseKey);
  if (INSTANT.test(value)) return Date.parse(value) < NEVER_MS ? formatDateTime(value, language) : '';
  return names[value] ?? value;
}

/** The columns that contain a price step. */
const STEPS = new Set(['price_step_cents', 'tick_cents']);

/** Returns a number with the unit of its column: money for cents, percent for hundredths, else a quantity. */
function numberText(column: string, value: number, currency: string): string {
  if (STEPS.has(column)) return formatStep(decimalOfCents(value, decimalsOf(currency)), currency);
  if (column.endsWith('_cents')) return formatCents(value, currency);
  if (column.endsWith('_hundredths')) return formatPercent(value / 100);
  return PLAIN.test(column) ? String(value) : formatQuantity(value);
}

/** Returns the label of a column, or its stored name if this release has no phrase for it. */
export function columnText(say: Speaker, column: string): string {
  const key = `audit.column.${column}` as PhraseKey;
  return say.has(key) ? say(key) : column;
}
