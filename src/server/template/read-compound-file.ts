import type { TemplateFileType, FileVerdict } from '#domain/template/template-file.ts';
import { wrongTemplateType } from '#domain/template/template-file.ts';
import { isLoadingField } from '#server/template/embeds-or-links.ts';
import { openCompound, type Compound } from '#server/template/open-compound.ts';

/** First bytes of older office files, which are a file system of storages and streams ([MS-CFB]). */
export const COMPOUND_BEGINNING = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Main stream of each file type, and the function that reads it. */
const STREAMS: Readonly<Record<string, readonly [TemplateFileType, (stream: Buffer, file: Compound) => FileVerdict]>> =
  {
    WordDocument: ['doc', readWord],
    Workbook: ['xls', readWorkbook],
    Book: ['xls', readWorkbook],
    'PowerPoint Document': ['ppt', readPresentation],
  };

const MACRO_STORAGES = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur']);
/** Name of the entry that Word stores for each embedded object. */
const OBJECT_INFO = '\u0003ObjInfo';
/** Matches Excel's storages of embedded objects, linked objects and controls. */
const OBJECTS = /^(?:(?:MBD|LNK)[\da-f]{8}|Ctls)$/i;

/** Checks an older office file, or a newer one with a password. */
export function readCompoundFile(bytes: Buffer): FileVerdict {
  const file = openCompound(bytes);
  if (!file) return { code: 'file_unreadable' };
  if (file.rootNames.includes('EncryptedPackage')) return { code: 'file_encrypted' };
  if (file.names.some((name) => MACRO_STORAGES.has(name.toLowerCase()))) return { code: 'file_has_macros' };
  if (file.names.some((name) => name === OBJECT_INFO || OBJECTS.test(name))) return { code: 'file_has_objects' };
  const found = file.rootNames.flatMap((name) => (STREAMS[name] ? [[name, STREAMS[name]] as const] : []));
  const [first] = found;
  if (!first) return wrongTemplateType;
  // Older workbooks also contain a copy for even older programs. If the types differ, programs may open different ones.
  if (new Set(found.map(([, [type]]) => type)).size > 1) return { code: 'file_unreadable' };
  for (const [name, [, read]] of found) {
    const stream = file.read(name);
    const verdict = stream ? read(stream, file) : ({ code: 'file_unreadable' } as const);
    if (typeof verdict !== 'string') return verdict;
  }
  return first[1][0];
}

const WORD_SIGNATURE = 0xa5ec;
const WORD_ENCRYPTED = 0x0100;

/** The first byte of a field in a Word document. */
const FIELD_MARK = '\u0013';
/** This many bytes after the mark are enough to recognize the field. */
const FIELD_BYTES = 200;

/** Returns the instructions of a text's fields. The text may have one or two bytes per letter. */
const fieldsOf = (stream: Buffer): string[] =>
  stream
    .toString('latin1')
    .split(FIELD_MARK)
    .slice(1)
    .map((text) => text.slice(0, FIELD_BYTES).replaceAll('\0', ''));

/** Checks the first words of [MS-DOC]'s file information block, the fields of the text, and the template. */
function readWord(stream: Buffer, file: Compound): FileVerdict {
  if (stream.length < 32 || stream.readUInt16LE(0) !== WORD_SIGNATURE) return { code: 'file_unreadable' };
  const flags = stream.readUInt16LE(10);
  if (flags & WORD_ENCRYPTED) return { code: 'file_encrypted' };
  const isLinked = fieldsOf(stream).some(isLoadingField) || isElsewhere(templateOf(stream, flags, file));
  return isLinked ? { code: 'file_has_objects' } : 'doc';
}

const WORD_TABLE_1 = 0x0200;
/**
 * Position in the main stream of the offset and the size of the document's list of strings. The list is in the table
 * stream. Its second string is the template's path.
 */
const STRINGS_AT = 0x019a;
const isElsewhere = (template: string): boolean => /^(?:\\\\|\/\/|[a-z]{2,}:)/i.test(template);

function templateOf(stream: Buffer, flags: number, file: Compound): string {
  const table = file.read(flags & WORD_TABLE_1 ? '1Table' : '0Table');
  if (!table || stream.length < STRINGS_AT + 8) return '';
  const from = stream.readUInt32LE(STRINGS_AT);
  const strings = table.subarray(from, from + stream.readUInt32LE(STRINGS_AT + 4));
  const second = strings.length < 8 ? Infinity : 8 + 2 * strings.readUInt16LE(6);
  if (strings.length < second + 2) return '';
  const letters = second + 2;
  return strings.subarray(letters, letters + 2 * strings.readUInt16LE(second)).toString('utf16le');
}

const RECORD = {
  beginning: 0x0809,
  oldBeginning: 0x0409,
  end: 0x000a,
  password: 0x002f,
  sheet: 0x0085,
  oldLink: 0x0017,
  link: 0x01ae,
};
const MACRO_SHEET = 1;
const VERSION_97 = 0x0600;
/** Special values of a link's number of letters. Such a link means the workbook itself, or functions of an add-in. */
const NO_PATHS = new Set([0x0401, 0x3a01]);

/** Searches the records of [MS-XLS], up to the end of the globals, for a password, macro sheets and links. */
function readWorkbook(stream: Buffer): FileVerdict {
  let at = 0;
  const first = stream.length < 4 ? 0 : stream.readUInt16LE(0);
  if (first !== RECORD.beginning && first !== RECORD.oldBeginning) return { code: 'file_unreadable' };
  const isOld = stream.length >= 6 && stream.readUInt16LE(4) < VERSION_97;
  while (at + 4 <= stream.length) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    if (kind === RECORD.password) return { code: 'file_encrypted' };
    if (kind === RECORD.sheet && length > 5 && stream[at + 9] === MACRO_SHEET) return { code: 'file_has_macros' };
    if (isLink(kind, stream.subarray(at + 4, at + 4 + length), isOld)) return { code: 'file_has_objects' };
    if (kind === RECORD.end) return 'xls';
    at += 4 + length;
  }
  return { code: 'file_unreadable' };
}

/**
 * Returns whether a record links to another workbook, an object or a program, by path or by name and topic. A link of
 * one letter is only a placeholder.
 */
function isLink(kind: number, data: Buffer, isOld: boolean): boolean {
  if (isOld) return kind === RECORD.oldLink && data[1] !== 3 && (data[1] === 1 || data.includes(3, 2));
  if (kind !== RECORD.link || data.length < 4) return false;
  const letters = data.readUInt16LE(2);
  return letters > 1 && !NO_PATHS.has(letters);
}

/** [MS-PPT]: the value in the stream `Current User` if the presentation has a password. */
const PASSWORD_TOKEN = 0xf3d1c4df;
/** [MS-PPT]: the first bytes of the record that tells whether the presentation has macros. */
const MACROS_ANNOUNCED = Buffer.from([0x1f, 0x00, 0xff, 0x03, 0x14, 0x00, 0x00, 0x00]);
const HAS_MACROS_AT = 20;
/** First bytes of the records of embedded objects, linked objects and controls. */
const OBJECT_RECORDS = [0xcc, 0xce, 0xee].map((kind) => Buffer.from([0x0f, 0x00, kind, 0x0f]));

function readPresentation(stream: Buffer, file: Compound): FileVerdict {
  const user = file.read('Current User');
  if (!user || user.length < 16) return { code: 'file_unreadable' };
  if (user.readUInt32LE(12) === PASSWORD_TOKEN || file.rootNames.includes('EncryptedSummary'))
    return { code: 'file_encrypted' };
  const announced = stream.indexOf(MACROS_ANNOUNCED);
  const hasMacros = announced >= 0 && stream[announced + HAS_MACROS_AT] !== 0;
  if (hasMacros) return { code: 'file_has_macros' };
  return OBJECT_RECORDS.some((begins) => stream.includes(begins)) ? { code: 'file_has_objects' } : 'ppt';
}
