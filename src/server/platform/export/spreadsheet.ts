import type { Cell } from 'write-excel-file/node';
import { decimalsOfText } from '#domain/basics/price.ts';
import type { EXPORT_FORMATS } from '#contract/basics/file.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Money as exact text. A workbook stores the amount as a number if a spreadsheet can hold all digits of the amount. */
export type ExportMoney = { readonly money: string };
/** A value of a cell. A time is shown in the caller's time zone. */
export type ExportValue = string | number | Date | ExportMoney;
export type ExportLine = readonly ExportValue[];

/** Returns a spreadsheet file. The first line has the headings. */
export const writeSpreadsheet = (
  lines: readonly ExportLine[],
  { format, timeZone }: { readonly format: ExportFormat; readonly timeZone: string },
): Promise<Uint8Array> => WRITERS[format](lines, localTime(timeZone));

type SayTime = (time: Date) => string;
const WRITERS: Record<ExportFormat, (lines: readonly ExportLine[], say: SayTime) => Promise<Uint8Array>> = {
  csv: async (lines, say) => Buffer.from(BYTE_ORDER_MARK + lines.map((line) => csvLine(line, say)).join('')),
  xlsx: writeXlsx,
};

/**
 * Returns a function that formats times as `2026-03-01 17:00:00`, which every spreadsheet reads as a time. Intl has
 * this format for Swedish.
 */
function localTime(timeZone: string): SayTime {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => clock.format(time);
}

/** Without this mark, Excel does not read a CSV file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const csvLine = (line: ExportLine, say: SayTime): string => `${line.map((value) => csvCell(value, say)).join(',')}\r\n`;

/**
 * Matches texts that a spreadsheet would calculate as a formula. This is dangerous, because other people wrote the
 * texts. The first sign may be full-width. White space may precede the sign, because spreadsheets drop white space.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * Matches the beginning of a formula within a text. Excel separates cells by semicolons in locales with a decimal
 * comma; other spreadsheets separate cells by tabs. Such spreadsheets ignore the quotes around our cells. So a
 * semicolon, a tab or the end of a line within a text can begin a new cell.
 */
const FORMULA_WITHIN = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;

function csvCell(value: ExportValue, say: SayTime): string {
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return say(value);
  return typeof value === 'object' ? value.money : csvText(value);
}

/** Returns a typed text as a cell of a CSV file. An apostrophe precedes what a spreadsheet would calculate. */
export function csvText(value: string): string {
  const text = (FORMULA.test(value) ? `'${value}` : value).replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const WIDTH = 24;

/** Writes a workbook. Texts are stored as texts, so none of them can be a formula. */
async function writeXlsx([headings = [], ...lines]: readonly ExportLine[], say: SayTime): Promise<Uint8Array> {
  // Loaded on demand: loading takes longer than writing most lists, and CSV files do not need it.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const texts = headings.filter((heading) => typeof heading === 'string');
  const bold = texts.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  return writeExcelFile([bold, ...lines.map((line) => line.map((value) => xlsxCell(value, say)))], {
    columns: headings.map(() => ({ width: WIDTH })),
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm:ss',
  }).toBuffer();
}

/** Maximum number of digits with which spreadsheets calculate. They would drop the last digits of a longer amount. */
const DIGITS_MAX = 15;

function moneyCell({ money }: ExportMoney): Cell {
  const isHeld = money.replaceAll(/\D/g, '').length <= DIGITS_MAX;
  const decimals = decimalsOfText(money);
  const format = `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  return isHeld ? { value: Number(money), type: Number, format } : { value: money, type: String };
}

/**
 * Returns a cell of a workbook. Times in a workbook have no zone, so the caller's local time is written as if it were
 * UTC.
 */
function xlsxCell(value: ExportValue, say: SayTime): Cell {
  if (value instanceof Date) return { value: new Date(`${say(value).replace(' ', 'T')}Z`), type: Date };
  if (typeof value === 'object') return moneyCell(value);
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}
