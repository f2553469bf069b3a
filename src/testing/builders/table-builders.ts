import { aZip } from '#testing/builders/office-builders.ts';
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

/** Returns a workbook with these cells, as they are in its XML. */
export function aSheet(cells: string): Buffer {
  const open = 'http://schemas.openxmlformats.org';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${open}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="${open}/spreadsheetml/2006/main" xmlns:r="${open}/officeDocument/2006/relationships"><x:sheets><x:sheet name="a" r:id="rId7"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Type="${open}/officeDocument/2006/relationships/worksheet" Target="/xl/worksheets/one.xml"/></Relationships>`,
    'xl/worksheets/one.xml': `<worksheet><sheetData><row r="4">${cells}</row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si></sst>',
  };
  return aZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}
