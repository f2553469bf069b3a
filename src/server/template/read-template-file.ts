import { judgeBytes } from '#domain/basics/file-limit.ts';
import { TEMPLATE_FILE_LIMIT, wrongTemplateType, type FileVerdict } from '#domain/template/template-file.ts';
import { COMPOUND_BEGINNING, readCompoundFile } from '#server/template/read-compound-file.ts';
import { readOfficePackage } from '#server/template/read-office-package.ts';

type Reader = (bytes: Buffer) => FileVerdict | Promise<FileVerdict>;

/** Files are known by how they begin, from their very first byte: what they call themselves says nothing. */
const READERS: readonly (readonly [beginning: Buffer, read: Reader])[] = [
  [Buffer.from('%PDF-'), readPdf],
  [COMPOUND_BEGINNING, readCompoundFile],
  [Buffer.from('PK\u0003\u0004'), readOfficePackage],
];

/** Judges an uploaded file by its content: which of the accepted types it is, or why it isn't accepted. */
export async function readTemplateFile(bytes: Buffer): Promise<FileVerdict> {
  const tooLarge = judgeBytes(TEMPLATE_FILE_LIMIT, bytes.length);
  if (tooLarge) return tooLarge;
  const reader = READERS.find(([beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  return reader ? reader[1](bytes) : wrongTemplateType;
}

/** Where the end is looked for: some programs write a little behind it. */
const END_BYTES = 1_024;
const HEAD_BYTES = 32;

/** Names of what a document does by itself, or starts, in a reader that follows it. */
const ACTIONS = ['/JavaScript', '/Launch'];

/** Whether a PDF is whole and open, as far as its frame tells: its pages are read by who reads them. */
function readPdf(bytes: Buffer): FileVerdict {
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
