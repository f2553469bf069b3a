import { readZip } from '#testing/readers/read-zip.ts';

/**
 * Returns the cells of a CSV file by RFC 4180, line by line.
 *
 * @throws Error if a cell has text after its closing quote
 */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  let line: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`no cell at ${text.slice(at, at + 80)}`);
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/**
 * Reads the cells of a CSV file like a spreadsheet program that separates cells by semicolons or tabs. Such a program
 * recognizes a quote only at the beginning of a cell. So line breaks within our quotes also end a line. With `isPlain`
 * it ignores all quotes.
 */
export function readCsvBySemicolon(text: string, isPlain: boolean): string[] {
  const cell = isPlain ? /()([^;\t\r\n]*)/g : /(?<=^|[;\t\r\n])(?:"((?:[^"]|"")*)")?([^;\t\r\n]*)/g;
  return [...text.matchAll(cell)].map(([, quoted = '', plain = '']) => quoted.replaceAll('""', '"') + plain);
}

/**
 * Returns the texts of a workbook. `active` lists everything that a program would calculate or load when it opens the
 * workbook.
 */
export function readWorkbook(bytes: Uint8Array): { texts: string[]; active: string[] } {
  const files = readZip(bytes);
  const all = [...files.values()].join('\n');
  const texts = [...all.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text = '']) => text);
  const marked = all.match(/<f[ >/]|<ddeLink|<hyperlink|TargetMode="External"|t="str"/g) ?? [];
  const parts = [...files.keys()].filter((name) => /externalLink|connections|vba|query/i.test(name));
  return { texts, active: [...marked, ...parts] };
}
