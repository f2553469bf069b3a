import writeExcelFile, { type Cell } from 'write-excel-file/node';

/** Returns a form with a file, as a browser sends it. */
export function aTableForm(content: string | Uint8Array, name = 'list.csv'): FormData {
  const form = new FormData();
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  form.set('File', new File([bytes], name));
  return form;
}

/** Returns a CSV file with a line of headings. */
export const aCsv = (headings: readonly string[], lines: readonly (readonly string[])[]): string =>
  [headings, ...lines].map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** Returns an XLSX file with one sheet. */
export const aWorkbook = (rows: readonly (readonly (string | number | boolean | Date)[])[]): Promise<Buffer> =>
  writeExcelFile(
    rows.map((row) => row.map((value): Cell => (value instanceof Date ? { value, format: 'dd/mm/yyyy' } : { value }))),
  ).toBuffer();
