import { judgeBytes, MEGABYTE } from '#domain/basics/file-limit.ts';
import {
  TEMPLATE_FILE_LIMIT,
  wrongTemplateType,
  type FileVerdict,
  type TemplateFileRefusal,
  type TemplateFileType,
} from '#domain/template/template-file.ts';
import { COMPOUND_BEGINNING, readCompoundFile } from '#server/template/read-compound-file.ts';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { Refusal } from '#domain/basics/result.ts';
import { embedsOrLinks } from '#server/template/embeds-or-links.ts';

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

/** All that a package may unfold to: who reads it does so in a browser. */
const UNFOLDED_BYTES_MAX = 100 * MEGABYTE;
const ENTRIES_MAX = 10_000;
const TYPES_BYTES_MAX = MEGABYTE;
/** Says what each part of a package is; programs go by it alone. */
const TYPES_ENTRY = '[content_types].xml';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const MAIN_PARTS: Readonly<Record<string, TemplateFileType>> = {
  [`${OPEN_XML}wordprocessingml.document.main+xml`]: 'docx',
  [`${OPEN_XML}spreadsheetml.sheet.main+xml`]: 'xlsx',
  [`${OPEN_XML}presentationml.presentation.main+xml`]: 'pptx',
};
const MACROS = /macroenabled|vbaproject|macrosheet/i;

type No = Refusal<TemplateFileRefusal>;

/** A newer office file is a zip archive. Every entry is unfolded once, so that a broken one and a bomb are known. */
export async function readOfficePackage(bytes: Buffer): Promise<FileVerdict> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    const entries = await Array.fromAsync(zip.eachEntry());
    const types = findTypes(entries);
    if ('code' in types) return types;
    const read = (entry: Entry): Promise<AsyncIterable<Buffer>> => zip.openReadStreamPromise(entry);
    const verdict = judgeTypes(await textOf(await read(types)), entries);
    if (typeof verdict !== 'string') return verdict;
    let hasObjects = false;
    for (const entry of entries) {
      if (entry !== types && (await embedsOrLinks(await read(entry)))) hasObjects = true;
    }
    return hasObjects ? { code: 'file_has_objects' } : verdict;
  } catch {
    return { code: 'file_unreadable' };
  }
}

/** The list of types, or why these entries are not a package that may be unfolded. */
function findTypes(entries: readonly Entry[]): Entry | No {
  const names = entries.map(({ fileName }) => fileName.toLowerCase());
  // Of two entries of one name each reader might take another.
  if (new Set(names).size < names.length) return { code: 'file_unreadable' };
  const types = entries[names.indexOf(TYPES_ENTRY)];
  if (!types) return wrongTemplateType;
  if (entries.some((entry) => entry.isEncrypted())) return { code: 'file_encrypted' };
  // What an entry says of itself is held against what it really unfolds to.
  const unfolded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isTooMuch =
    unfolded > UNFOLDED_BYTES_MAX || entries.length > ENTRIES_MAX || types.uncompressedSize > TYPES_BYTES_MAX;
  return isTooMuch ? { code: 'file_unfolds_too_far' } : types;
}

const textOf = async (part: AsyncIterable<Buffer>): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(await Array.fromAsync(part)));

function judgeTypes(types: string, entries: readonly Entry[]): FileVerdict {
  // Written plainly by every program; otherwise it could say what isn't read here.
  if (/&|<!|\0/.test(types)) return { code: 'file_unreadable' };
  const named = [...types.matchAll(/\bContentType\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    (double ?? single ?? '').trim(),
  );
  const hasMacros = named.some((type) => MACROS.test(type)) || entries.some(({ fileName }) => MACROS.test(fileName));
  if (hasMacros) return { code: 'file_has_macros' };
  const mains = new Set(named.flatMap((type) => MAIN_PARTS[type.toLowerCase()] ?? []));
  const [main] = mains;
  return main && mains.size === 1 ? main : wrongTemplateType;
}
