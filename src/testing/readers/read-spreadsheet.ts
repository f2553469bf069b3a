import { readZip } from '#testing/readers/read-zip.ts';

/** The cells of a CSV file as RFC 4180 has them, line by line; what follows a closing quote within its cell is an error. */
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
 * Reads the cells as a spreadsheet that separates by semicolon or tab. Such a reader sees a quote only at the beginning of a
 * cell, so lines also end within our quotes. With `isPlain` it ignores all quotes.
 */
export function readCsvBySemicolon(text: string, isPlain: boolean): string[] {
  const cell = isPlain ? /()([^;\t\r\n]*)/g : /(?<=^|[;\t\r\n])(?:"((?:[^"]|"")*)")?([^;\t\r\n]*)/g;
  return [...text.matchAll(cell)].map(([, quoted = '', plain = '']) => quoted.replaceAll('""', '"') + plain);
}

/** The texts of a workbook, and whatever of it would be calculated or fetched when it is opened. */
export function readWorkbook(bytes: Uint8Array): { texts: string[]; active: string[] } {
  const files = readZip(bytes);
  const all = [...files.values()].join('\n');
  const texts = [...all.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text = '']) => text);
  const marked = all.match(/<f[ >/]|<ddeLink|<hyperlink|TargetMode="External"|t="str"/g) ?? [];
  const parts = [...files.keys()].filter((name) => /externalLink|connections|vba|query/i.test(name));
  return { texts, active: [...marked, ...parts] };
}
