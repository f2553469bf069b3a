import type { Cell } from '#web/document/office-file.ts';

/** Reads rows of text: comma, semicolon or tab between the cells, and quotes around cells that contain them. */
export async function rowsOfText(text: string): Promise<string[][]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text.trim(), { delimiter: separatorOf(text), bom: true, relax_column_count: true, relax_quotes: true });
}

/** Returns the separator of the first row: a tab, if there is one, because texts and figures contain the other two. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.trim().split('\n', 1);
  return ['\t', ';'].find((mark) => first.includes(mark)) ?? ',';
};

/**
 * Reads a CSV or XLSX file as text. The first sheet of a workbook gets tabs between the cells. Undefined if the workbook
 * cannot be read, or has more rows than the reader takes.
 */
export async function textOfFile(file: File, signal: AbortSignal): Promise<string | undefined> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return file.text();
  const { readOffice } = await import('#web/document/open-file.tsx');
  const [sheet] = (await readOffice('xlsx', file, signal)) ?? [];
  // A sheet that was cut would lose rows without a word.
  if (!sheet || sheet.rows.length < sheet.rowCount) return undefined;
  return sheet.rows.map((row) => row.map(textOfCell).join('\t')).join('\n');
}

/** A spreadsheet keeps 15 digits of a number. Longer ones are written with an exponent, so that nobody takes them as exact. */
const EXACT_BELOW = 1e15;

const textOfCell = (cell: Cell): string => {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'number' && Math.abs(cell) >= EXACT_BELOW) return cell.toExponential();
  return cell === null ? '' : String(cell).replaceAll(/\s+/g, ' ');
};
