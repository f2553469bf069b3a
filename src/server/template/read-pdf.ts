import type { FileVerdict } from '#domain/template/template-file.ts';

/** Where the end is looked for: some programs write a little behind it. */
const END_BYTES = 1_024;
const HEAD_BYTES = 32;

/** Names of what a document does by itself, or starts, in a reader that follows it. */
const ACTIONS = ['/JavaScript', '/Launch'];

/** Whether a PDF is whole and open, as far as its frame tells: its pages are read by who reads them. */
export function readPdf(bytes: Buffer): FileVerdict {
  const end = bytes.subarray(Math.max(0, bytes.length - END_BYTES)).toString('latin1');
  const start = /startxref\s+(?<at>\d{1,8})\s+%%EOF\s*[^%]*$/.exec(end)?.groups?.['at'];
  if (start === undefined || !hasTable(bytes, Number(start))) return { code: 'file_unreadable' };
  const text = withPlainNames(bytes);
  if (text.includes('/Encrypt')) return { code: 'file_encrypted' };
  return ACTIONS.some((action) => text.includes(action)) ? { code: 'file_has_macros' } : 'pdf';
}

/** Names may write letters as numbers: `/J#61vaScript` is `/JavaScript` to every reader. */
const withPlainNames = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/** The table of a PDF's objects stands where its end says: as such, or in an object of its own. */
function hasTable(bytes: Buffer, at: number): boolean {
  const head = bytes.subarray(at, at + HEAD_BYTES).toString('latin1');
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(head);
}
