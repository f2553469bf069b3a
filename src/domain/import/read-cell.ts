import { accept, refuse } from '#domain/basics/accept.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';
import { comparable, type CellForm, type CellRefusal, type TableCell } from '#domain/import/import-table.ts';

type ReadText = Result<string, Refusal<CellRefusal>>;

/** How the cells of a column are read. */
export type CellRule = {
  readonly form?: CellForm | undefined;
  /** The values that a cell takes, by their comparable words. */
  readonly choices?: ReadonlyMap<string, string> | undefined;
};

/**
 * Matches a formula that a spreadsheet program would calculate. A plus or a minus begins a formula only if letters
 * follow: `+60 3` is a phone number. The first sign may be full-width.
 */
const FORMULA = /^(?:[=＝@＠]|[+\-＋－][\s\d+\-(.]*\p{L})/u;
/** Our own exports write an apostrophe before such texts, so that no program calculates them. */
const GUARDED = /^'(?=\s*[=+\-@＝＋－＠])/;

/** Reads a cell. The value is text: a day is `2026-01-31`, a number has no separators, yes or no is `true` or `false`. */
export function readCell(cell: TableCell, { form, choices }: CellRule): ReadText {
  if (typeof cell !== 'string') return refuse({ code: cell.fault, params: { text: cell.text } });
  const text = cell.trim();
  if (text === '') return accept('');
  if (FORMULA.test(text)) return refuse({ code: 'cell_formula' });
  const plain = text.replace(GUARDED, '');
  if (choices) return readChoice(plain, choices);
  return form ? READERS[form](plain) : accept(plain);
}

function readChoice(text: string, choices: ReadonlyMap<string, string>): ReadText {
  const value = choices.get(comparable(text));
  return value === undefined ? refuse({ code: 'choice_unknown' }) : accept(value);
}

const YES = new Set(['yes', 'y', 'true', '1', '是']);
const NO = new Set(['no', 'n', 'false', '0', '否']);

const READERS: Record<CellForm, (text: string) => ReadText> = {
  date: readDate,
  number: readNumber,
  yesNo: (text) => {
    const word = comparable(text);
    return YES.has(word) ? accept('true') : NO.has(word) ? accept('false') : refuse({ code: 'choice_unknown' });
  },
};

/** Commas that separate groups of three digits are dropped. Other commas could be decimal commas, so they are refused. */
function readNumber(text: string): ReadText {
  const plain = /^[+-]?\d{1,3}(?:[, \u00A0\u202F]\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(/[, \u00A0\u202F]/g, '')
    : text;
  return /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? accept(plain) : refuse({ code: 'number_unreadable' });
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Dates that begin with the year, as in ISO 8601 and in Chinese. */
const YEAR_FIRST = /^(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
/** Dates with the name of the month, as English screens show them: `Jan 31, 2026`, `31 January 2026`. */
const NAMED =
  /^(?:(?<name>[a-z]{3,9})\.? (?<day>\d{1,2}),? |(?<first>\d{1,2})[ -](?<second>[a-z]{3,9})\.?,?[ -])(?<year>\d{4})$/i;
/** Dates that end with the year. The first number is the day or the month. */
const YEAR_LAST = /^(?<one>\d{1,2})[-/.](?<two>\d{1,2})[-/.](?<year>\d{4})$/;

/**
 * Reads a date. A date such as `03/04/2026` means two days, so it is refused. `31/12/2026` and `12/31/2026` mean the
 * same day.
 */
function readDate(text: string): ReadText {
  const { year, month, day } = YEAR_FIRST.exec(text)?.groups ?? {};
  if (year) return dayOf(year, month, day);
  const named = NAMED.exec(text)?.groups;
  if (named) {
    const word = (named['name'] ?? named['second'] ?? '').toLowerCase();
    const at = MONTHS.findIndex((one) => word === one || word === `${one}t` || isNameOf(word, one));
    return dayOf(named['year'], String(at + 1), named['day'] ?? named['first']);
  }
  const { one = '', two = '', year: last } = YEAR_LAST.exec(text)?.groups ?? {};
  if (!last) return refuse({ code: 'date_invalid' });
  if (one === two || Number(two) > MONTHS.length) return dayOf(last, one, two);
  if (Number(one) > MONTHS.length) return dayOf(last, two, one);
  return refuse({ code: 'date_ambiguous', params: { text } });
}

const LONG_MONTHS = 'january february march april may june july august september october november december'.split(' ');
const isNameOf = (word: string, short: string): boolean =>
  LONG_MONTHS.some((name) => name === word && name.startsWith(short));

/** Returns a day of the calendar as `YYYY-MM-DD`. */
function dayOf(year = '', month = '', day = ''): ReadText {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isDay ? accept(text) : refuse({ code: 'date_invalid' });
}
