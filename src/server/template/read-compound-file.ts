import type { TemplateFileType } from '#domain/template/template-file.ts';
import { wrongTemplateType } from '#domain/template/template-file.ts';
import { openCompound, type Compound } from '#server/template/open-compound.ts';
import type { FileVerdict } from '#server/template/read-template-file.ts';

/** How older office files begin: a file system of its own, of storages and streams ([MS-CFB]). */
export const COMPOUND_BEGINNING = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The stream at the root that each type has, and what it tells. */
const STREAMS: Readonly<Record<string, readonly [TemplateFileType, (stream: Buffer, file: Compound) => FileVerdict]>> =
  {
    WordDocument: ['doc', readWord],
    Workbook: ['xls', readWorkbook],
    Book: ['xls', readWorkbook],
    'PowerPoint Document': ['ppt', readPresentation],
  };

const MACRO_STORAGES = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur']);

/** An older office file, or a newer one behind a password. */
export function readCompoundFile(bytes: Buffer): FileVerdict {
  const file = openCompound(bytes);
  if (!file) return { code: 'file_unreadable' };
  if (file.rootNames.includes('EncryptedPackage')) return { code: 'file_encrypted' };
  if (file.names.some((name) => MACRO_STORAGES.has(name.toLowerCase()))) return { code: 'file_has_macros' };
  const found = file.rootNames.flatMap((name) => (STREAMS[name] ? [[name, STREAMS[name]] as const] : []));
  const [first] = found;
  if (!first) return wrongTemplateType;
  // Older workbooks come with a copy for programs that are older still; of two types each program might take another.
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

/** The first words of [MS-DOC]'s file information block. */
function readWord(stream: Buffer): FileVerdict {
  if (stream.length < 32 || stream.readUInt16LE(0) !== WORD_SIGNATURE) return { code: 'file_unreadable' };
  return stream.readUInt16LE(10) & WORD_ENCRYPTED ? { code: 'file_encrypted' } : 'doc';
}

const RECORD = { beginning: 0x0809, oldBeginning: 0x0409, end: 0x000a, password: 0x002f, sheet: 0x0085 };
const MACRO_SHEET = 1;

/** The records of [MS-XLS] up to the end of the globals: a password, and sheets that are macros. */
function readWorkbook(stream: Buffer): FileVerdict {
  let at = 0;
  const first = stream.length < 4 ? 0 : stream.readUInt16LE(0);
  if (first !== RECORD.beginning && first !== RECORD.oldBeginning) return { code: 'file_unreadable' };
  while (at + 4 <= stream.length) {
    const [kind, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    if (kind === RECORD.password) return { code: 'file_encrypted' };
    if (kind === RECORD.sheet && length > 5 && stream[at + 9] === MACRO_SHEET) return { code: 'file_has_macros' };
    if (kind === RECORD.end) return 'xls';
    at += 4 + length;
  }
  return { code: 'file_unreadable' };
}

/** [MS-PPT]: `Current User` says whether there is a password; macros are announced within the document itself. */
const PASSWORD_TOKEN = 0xf3d1c4df;
const MACROS_ANNOUNCED = Buffer.from([0x1f, 0x00, 0xff, 0x03, 0x14, 0x00, 0x00, 0x00]);
const HAS_MACROS_AT = 20;

function readPresentation(stream: Buffer, file: Compound): FileVerdict {
  const user = file.read('Current User');
  if (!user || user.length < 16) return { code: 'file_unreadable' };
  if (user.readUInt32LE(12) === PASSWORD_TOKEN || file.rootNames.includes('EncryptedSummary'))
    return { code: 'file_encrypted' };
  const announced = stream.indexOf(MACROS_ANNOUNCED);
  const hasMacros = announced >= 0 && stream[announced + HAS_MACROS_AT] !== 0;
  return hasMacros ? { code: 'file_has_macros' } : 'ppt';
}
