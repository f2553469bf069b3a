import { fromBufferPromise, type Entry } from 'yauzl';
import { MEGABYTE } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';
import {
  wrongTemplateType,
  type TemplateFileRefusal,
  type TemplateFileType,
  type FileVerdict,
} from '#domain/template/template-file.ts';
import { embedsOrLinks } from '#server/template/embeds-or-links.ts';

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
