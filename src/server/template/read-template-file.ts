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

/** For each kind of file, its first bytes and the function that checks it. The name of a file proves nothing. */
const READERS: readonly (readonly [beginning: Buffer, read: Reader])[] = [
  [Buffer.from('%PDF-'), readPdf],
  [COMPOUND_BEGINNING, readCompoundFile],
  [Buffer.from('PK\u0003\u0004'), readOfficePackage],
];

/** Checks the content of an uploaded file. Returns its accepted type, or the reason for a refusal. */
export async function readTemplateFile(bytes: Buffer): Promise<FileVerdict> {
  const tooLarge = judgeBytes(TEMPLATE_FILE_LIMIT, bytes.length);
  if (tooLarge) return tooLarge;
  const reader = READERS.find(([beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  return reader ? reader[1](bytes) : wrongTemplateType;
}

/** A PDF's end mark may be this many bytes before the end, because some programs write a little after the mark. */
const END_BYTES = 1_024;
const HEAD_BYTES = 32;

/** Names of PDF actions that run a script or start a program. Some PDF readers do this automatically. */
const ACTIONS = ['/JavaScript', '/Launch'];

/**
 * Checks that a PDF is complete, unencrypted and without actions. It checks the structure only and does not parse the
 * pages.
 */
function readPdf(bytes: Buffer): FileVerdict {
  const end = bytes.subarray(Math.max(0, bytes.length - END_BYTES)).toString('latin1');
  const start = /startxref\s+(?<at>\d{1,8})\s+%%EOF\s*[^%]*$/.exec(end)?.groups?.['at'];
  if (start === undefined || !hasTable(bytes, Number(start))) return { code: 'file_unreadable' };
  const text = withPlainNames(bytes);
  if (text.includes('/Encrypt')) return { code: 'file_encrypted' };
  return ACTIONS.some((action) => text.includes(action)) ? { code: 'file_has_macros' } : 'pdf';
}

/** Decodes letters that PDF names contain as numbers. PDF readers treat `/J#61vaScript` as `/JavaScript`. */
const withPlainNames = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

/**
 * Returns whether the PDF's table of objects is at `at`, the offset that the end of the file specifies. The table may
 * be plain text or an object.
 */
function hasTable(bytes: Buffer, at: number): boolean {
  const head = bytes.subarray(at, at + HEAD_BYTES).toString('latin1');
  return /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(head);
}

/** Maximum uncompressed size of a package in bytes, because users open the package in a browser. */
const UNFOLDED_BYTES_MAX = 100 * MEGABYTE;
const ENTRIES_MAX = 10_000;
const TYPES_BYTES_MAX = MEGABYTE;
/** The part that lists the type of every other part. Office programs read the types only there. */
const TYPES_ENTRY = '[content_types].xml';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.';
const MAIN_PARTS: Readonly<Record<string, TemplateFileType>> = {
  [`${OPEN_XML}wordprocessingml.document.main+xml`]: 'docx',
  [`${OPEN_XML}spreadsheetml.sheet.main+xml`]: 'xlsx',
  [`${OPEN_XML}presentationml.presentation.main+xml`]: 'pptx',
};
const MACROS = /macroenabled|vbaproject|macrosheet/i;

type No = Refusal<TemplateFileRefusal>;

/**
 * Checks a newer office file, which is a zip archive. Decompresses every entry once, to detect damaged entries and zip
 * bombs.
 */
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

/** Returns the entry with the list of types, or a refusal if the package must not be decompressed. */
function findTypes(entries: readonly Entry[]): Entry | No {
  const names = entries.map(({ fileName }) => fileName.toLowerCase());
  // If two entries have the same name, one program may read the first and another program the second.
  if (new Set(names).size < names.length) return { code: 'file_unreadable' };
  const types = entries[names.indexOf(TYPES_ENTRY)];
  if (!types) return wrongTemplateType;
  if (entries.some((entry) => entry.isEncrypted())) return { code: 'file_encrypted' };
  // Adds up the sizes that the entries declare. Decompressing compares them with the real sizes.
  const unfolded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isTooMuch =
    unfolded > UNFOLDED_BYTES_MAX || entries.length > ENTRIES_MAX || types.uncompressedSize > TYPES_BYTES_MAX;
  return isTooMuch ? { code: 'file_unfolds_too_far' } : types;
}

const textOf = async (part: AsyncIterable<Buffer>): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(await Array.fromAsync(part)));

function judgeTypes(types: string, entries: readonly Entry[]): FileVerdict {
  // Every program writes this list plainly. Escapes, declarations or zero bytes could hide types from this check.
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
