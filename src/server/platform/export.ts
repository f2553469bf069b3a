import writeExcelFile, { type Cell } from 'write-excel-file/node';
import type { EXPORT_FORMATS, FileReply } from '#contract/file.ts';
import { Refused } from '#server/platform/refused.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** A time is shown as the caller's clock showed it. */
export type ExportValue = string | number | Date;
export type ExportColumn<Row> = { readonly heading: string; readonly value: (row: Row) => ExportValue };
export type ExportTable<Row> = {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  readonly rows: readonly Row[];
};

/** Rows that one file holds. Queries ask for one more, so that a longer list is noticed instead of cut off. */
const EXPORT_ROWS_MAX = 100_000;
export const EXPORT_ROWS_SOUGHT = EXPORT_ROWS_MAX + 1;

/** A list as a file for spreadsheets. Its headings are in the caller's language already, its times become the caller's. */
export async function exportFile<Row>(
  { name, columns, rows }: ExportTable<Row>,
  { format, timeZone }: { readonly format: ExportFormat; readonly timeZone: string },
): Promise<FileReply> {
  if (rows.length > EXPORT_ROWS_MAX) throw new Refused('export_too_large', { maximum: EXPORT_ROWS_MAX });
  const say = localTime(timeZone);
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return format === 'csv'
    ? { name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes: csvOf(lines, say) }
    : { name: `${name}.xlsx`, type: XLSX, bytes: await xlsxOf(lines, say) };
}

type Line = readonly ExportValue[];
type SayTime = (time: Date) => string;

/** `2026-03-01 17:00:00`, which every spreadsheet takes for a time; Swedish is how Intl calls this way of writing. */
function localTime(timeZone: string): SayTime {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => clock.format(time);
}

/** Without it Excel takes UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

const csvOf = (lines: readonly Line[], say: SayTime): Uint8Array =>
  Buffer.from(
    BYTE_ORDER_MARK + lines.map((line) => `${line.map((value) => csvCell(value, say)).join(',')}\r\n`).join(''),
  );

/** What a spreadsheet would calculate instead of showing, full-width signs too: somebody else wrote it. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

function csvCell(value: ExportValue, say: SayTime): string {
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return say(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const WIDTH = 24;

/** Texts are stored as texts here: none of them can be a formula. */
function xlsxOf([headings = [], ...lines]: readonly Line[], say: SayTime): Promise<Uint8Array> {
  const bold = headings.map((heading) => ({ value: String(heading), type: String, fontWeight: 'bold' as const }));
  return writeExcelFile([bold, ...lines.map((line) => line.map((value) => xlsxCell(value, say)))], {
    columns: headings.map(() => ({ width: WIDTH })),
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm:ss',
  }).toBuffer();
}

/** Times of a spreadsheet have no zone: what the caller's clock showed is written as if it were UTC. */
function xlsxCell(value: ExportValue, say: SayTime): Cell {
  if (value instanceof Date) return { value: new Date(`${say(value).replace(' ', 'T')}Z`), type: Date };
  return typeof value === 'number' ? { value, type: Number } : { value, type: String };
}
