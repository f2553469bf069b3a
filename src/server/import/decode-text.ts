import { accept, refuse } from '#domain/basics/accept.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';
import type { TableRefusal } from '#domain/import/import-table.ts';

const LINE_END = 0x0a;
const SEPARATORS: ReadonlySet<number> = new Set([',', ';', '\t'].map((mark) => mark.charCodeAt(0)));

/**
 * Decodes a text file: UTF-8 or UTF-16, with or without a byte order mark. A file with another encoding is refused with
 * the line and the column of the first byte that is no UTF-8.
 */
export function decodeText(bytes: Buffer): Result<string, Refusal<TableRefusal>> {
  const encoding = encodingOf(bytes);
  const text = tryDecode(bytes, encoding);
  if (text !== undefined && !text.includes('\0')) return accept(text);
  const place = encoding === 'utf-8' ? firstWrong(bytes) : { line: 1, column: 1 };
  return refuse({ code: 'table_encoding', params: place });
}

/** In UTF-16 without a mark, a separator or the end of a line has a zero before or after its byte. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const first = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (first === 0xfffe) return 'utf-16le';
  if (first === 0xfeff) return 'utf-16be';
  for (let at = 0; at + 1 < Math.min(bytes.length, BEGINNING_BYTES); at += 2) {
    const [one = 1, two = 1] = bytes.subarray(at, at + 2);
    if (two === 0 && isMark(one)) return 'utf-16le';
    if (one === 0 && isMark(two)) return 'utf-16be';
  }
  return 'utf-8';
}

const BEGINNING_BYTES = 400;
const isMark = (byte: number): boolean => byte === LINE_END || SEPARATORS.has(byte);

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the line and the column of the first cell that is no UTF-8 text. Both count from 1. */
function firstWrong(bytes: Buffer): { line: number; column: number } {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_END, from);
    const to = found < 0 ? bytes.length : found;
    const own = bytes.subarray(from, to);
    if (!isText(own)) return { line, column: columnOfWrong(own) };
    from = to + 1;
  }
  return { line: 1, column: 1 };
}

const isText = (bytes: Uint8Array): boolean => tryDecode(bytes, 'utf-8')?.includes('\0') === false;

function columnOfWrong(line: Buffer): number {
  let column = 1;
  let from = 0;
  for (const [at, byte] of line.entries()) {
    if (!SEPARATORS.has(byte)) continue;
    if (!isText(line.subarray(from, at))) return column;
    column += 1;
    from = at + 1;
  }
  return column;
}
