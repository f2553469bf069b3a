import { Parser } from 'htmlparser2';
import { fromBufferPromise, type Entry } from 'yauzl';
import { accept, refuse } from '#domain/basics/accept.ts';
import { IMPORT_COLUMNS_MAX, type TableCell, type TableRow } from '#domain/import/import-table.ts';
import { ROWS_READ, type ReadTable } from '#server/import/read-csv.ts';
import { dateStylesOf, textOfNumber } from '#server/import/workbook-numbers.ts';

/** Events of an XML file, with names without their prefix. */
type Handlers = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** Reads the parts of a workbook, one after the other. */
type ReadPart = (path: string, handlers: Handlers) => Promise<boolean>;

/**
 * Reads the first sheet of a workbook, which was checked before. Cells with a formula have the value that the program
 * stored. A cell with an error, or with a formula without a value, keeps its fault.
 */
export async function readWorkbook(bytes: Buffer): Promise<ReadTable> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
  const entries = new Map((await Array.fromAsync(zip.eachEntry())).map((entry) => [entry.fileName, entry]));
  const read: ReadPart = async (path, handlers) => {
    const entry = entries.get(path);
    if (entry) await parsePart(await zip.openReadStreamPromise(entry), handlers);
    return entry !== undefined;
  };
  const { sheet, isFrom1904 } = await findSheet(read, entries);
  if (sheet === undefined) return refuse({ code: 'file_unreadable' });
  const texts = await readTexts(read);
  const dateStyles = await dateStylesOf((handlers) => read('xl/styles.xml', handlers));
  const rows: TableRow[] = [];
  const numbers = { dateStyles, isFrom1904 };
  await read(
    sheet,
    sheetHandlers({ texts, numberText: (value, style) => textOfNumber(value, style, numbers) }, (row) => {
      if (rows.length < ROWS_READ && row.cells.some((cell) => typeof cell !== 'string' || cell.trim() !== ''))
        rows.push(row);
    }),
  );
  return accept(rows);
}

async function parsePart(part: AsyncIterable<Buffer>, { open, text, close }: Handlers): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for await (const chunk of part) parser.write(decoder.decode(chunk, { stream: true }));
  parser.end(decoder.decode());
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Finds the file of the first sheet. */
async function findSheet(read: ReadPart, entries: ReadonlyMap<string, Entry>) {
  let relation: string | undefined;
  let isFrom1904 = false;
  await read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') relation ??= attributes['r:id'] ?? attributes['d3p1:id'] ?? '';
      if (name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  let target: string | undefined;
  await read('xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === relation) target = Target;
    },
  });
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`;
  return { sheet: entries.has(path) ? path : undefined, isFrom1904 };
}

/** Returns the texts that cells share. Notes on how to speak a text (`rPh`) are left out. */
async function readTexts(read: ReadPart): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  await read('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isSpoken = true;
      isText = name === 't' && !isSpoken;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      if (name === 'rPh') isSpoken = false;
      if (name === 't') isText = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

type CellParts = {
  readonly texts: readonly string[];
  readonly numberText: (value: string, style: string) => string;
};
type OpenCell = {
  readonly at: number;
  readonly type: string;
  readonly style: string;
  value: string;
  hasFormula: boolean;
};

/** Returns the handlers that read the rows of a sheet. */
function sheetHandlers(parts: CellParts, take: (row: TableRow) => void): Handlers {
  let row = 0;
  let cells: TableCell[] = [];
  let cell: OpenCell | undefined;
  let isValue = false;
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        cells = [];
      } else if (name === 'c') {
        const at = attributes['r'] ? columnOf(attributes['r']) : (cell?.at ?? -1) + 1;
        cell = { at, type: attributes['t'] ?? 'n', style: attributes['s'] ?? '0', value: '', hasFormula: false };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      isValue = name === 'v' || name === 't';
    },
    text: (piece) => {
      if (isValue && cell) cell.value += piece;
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && cell && cell.at < IMPORT_COLUMNS_MAX) {
        while (cells.length < cell.at) cells.push('');
        cells[cell.at] = cellOf(cell, parts);
      } else if (name === 'row') {
        take({ row, cells });
        cell = undefined;
      }
    },
  };
}

/** Returns the index of a cell's column: 0 for `A7`. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address.replaceAll(/[^A-Z]/g, '')) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellOf({ type, style, value, hasFormula }: OpenCell, { texts, numberText }: CellParts): TableCell {
  if (type === 'e') return { fault: 'cell_error', text: value };
  if (hasFormula && value === '' && type !== 'str') return { fault: 'cell_without_value', text: '' };
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return value.slice(0, 10);
  return type === 'n' && value !== '' ? numberText(value, style) : value;
}
