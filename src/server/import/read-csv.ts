import { CsvError, parse } from 'csv-parse/sync';
import { accept, refuse } from '#domain/basics/accept.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';
import { IMPORT_COLUMNS_MAX, IMPORT_LINES_MAX, type TableRefusal, type TableRow } from '#domain/import/import-table.ts';
import { decodeText } from '#server/import/decode-text.ts';

export type ReadTable = Result<readonly TableRow[], Refusal<TableRefusal>>;

/** One row more than a file may have, besides its headings. A longer file is refused, not cut. */
export const ROWS_READ = IMPORT_LINES_MAX + 2;

/** A first line such as `sep=;`, by which Excel learns the separator. */
const SEPARATOR_LINE = /^sep=(?<mark>[,;\t])\r?\n/i;

/** Reads a CSV file: comma, semicolon or tab between the cells, and quotes around cells that contain them. */
export function readCsv(bytes: Buffer): ReadTable {
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  const [declared = '', mark] = SEPARATOR_LINE.exec(decoded.value) ?? [];
  const text = decoded.value.slice(declared.length);
  const before = declared === '' ? 0 : 1;
  const rows: TableRow[] = [];
  let read = 0;
  try {
    parse(text, {
      delimiter: mark ?? separatorOf(text),
      relax_column_count: true,
      // A quote within a text is a quote. A cell that begins with a quote must end with one.
      relax_quotes: true,
      skip_empty_lines: false,
      to: ROWS_READ * 2,
      on_record: (cells: string[]) => {
        read += 1;
        if (rows.length < ROWS_READ && cells.some((cell) => cell.trim() !== ''))
          rows.push({ row: read + before, cells: cells.slice(0, IMPORT_COLUMNS_MAX) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refuse({ code: 'table_quote', params: { line: read + before + 1 } });
  }
  return accept(rows);
}

/** Returns the separator that the first line with text has most often outside quotes. */
function separatorOf(text: string): string {
  const first = /[^\r\n]*\S[^\r\n]*/.exec(text)?.[0] ?? '';
  const outside = first.replaceAll(/"[^"]*"/g, '');
  const counts = ['\t', ';', ','].map((mark) => ({ mark, count: outside.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}
