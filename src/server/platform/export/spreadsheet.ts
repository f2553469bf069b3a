import type { Cell } from 'write-excel-file/node';
import type { EXPORT_FORMATS } from '#contract/basics/file.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Money: written exactly as text, counted with as a number wherever a spreadsheet can hold it. */
type ExportMoney = { readonly money: string };
/** A time is shown as a clock in the caller's zone showed it. */
export type ExportValue = string | number | Date | ExportMoney;
export type ExportLine = readonly ExportValue[];

/** A file for spreadsheets; the first line holds the headings. */
export const writeSpreadsheet = (
  lines: readonly ExportLine[],
  { format, timeZone }: { readonly format: ExportFormat; readonly timeZone: string },
): Promise<Uint8Array> => WRITERS[format](lines, localTime(timeZone));

type SayTime = (time: Date) => string;
const WRITERS: Record<ExportFormat, (lines: readonly ExportLine[], say: SayTime) => Promise<Uint8Array>> = {
  csv: async (lines, say) => Buffer.from(BYTE_ORDER_MARK + lines.map((line) => csvLine(line, say)).join('')),
  xlsx: writeXlsx,
};

/** `2026-03-01 17:00:00`, which every spreadsheet takes for a time; Swedish is what Intl calls this way of writing. */
function localTime(timeZone: string): SayTime {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => clock.format(time);
}

/** Without it Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

const csvLine = (line: ExportLine, say: SayTime): string => `${line.map((value) => csvCell(value, say)).join(',')}\r\n`;

/**
 * What a spreadsheet would calculate instead of showing, signs in full width too, and behind what it leaves away first:
 * somebody else wrote it.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * The same within a text, at each place where a cell begins for a spreadsheet that separates by semicolon or tab, as
 * Excel does in locales with a decimal comma. Such a reader does not see the quotes of our cells, so it also ends lines
 * within them.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

function csvCell(value: ExportValue, say: SayTime): string {
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return say(value);
  if (typeof value === 'object') return value.money;
  const text = (FORMULA.test(value) ? `'${value}` : value).replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const WIDTH = 24;

/** Texts are stored as texts here: none of them can be a formula. */
async function writeXlsx([headings = [], ...lines]: readonly ExportLine[], say: SayTime): Promise<Uint8Array> {
  // Loading it takes longer than writing most lists: those that are text do without.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const texts = headings.filter((heading) => typeof heading === 'string');
  const bold = texts.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return writeExcelFile([bold, ...lines.map((line) => line.map((value) => xlsxCell(value, say)))], {
    columns: headings.map(() => ({ width: WIDTH })),
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm:ss',
  }).toBuffer();
}

/** Spreadsheets count with this many digits; of a longer amount the last ones would be lost. */
const DIGITS_MAX = 15;

function moneyCell({ money }: ExportMoney): Cell {
  const isHeld = money.replaceAll(/\D/g, '').length <= DIGITS_MAX;
  return isHeld ? { value: Number(money), type: Number, format: '#,##0.00' } : { value: money, type: String };
}

/** Times of a spreadsheet have no zone: what the clock showed is written as if it were UTC. */
function xlsxCell(value: ExportValue, say: SayTime): Cell {
  if (value instanceof Date) return { value: new Date(`${say(value).replace(' ', 'T')}Z`), type: Date };
  if (typeof value === 'object') return moneyCell(value);
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}
