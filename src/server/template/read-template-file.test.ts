import { describe, expect, test } from 'vitest';
import { readTemplateFile } from '#server/template/read-template-file.ts';
import {
  aCompound,
  aCurrentUser,
  aPackage,
  aPdf,
  aWordStream,
  aWorkbookStream,
  aZip,
} from '#testing/office-builders.ts';

const codeOf = async (bytes: Buffer): Promise<string> => {
  const verdict = await readTemplateFile(bytes);
  return typeof verdict === 'string' ? verdict : verdict.code;
};
const macroType = (type: string) => `<Override PartName="/x" ContentType="application/vnd.${type}+xml"/>`;
const presentation = (bytes = Buffer.alloc(8), user = aCurrentUser()) =>
  aCompound({ 'PowerPoint Document': bytes, 'Current User': user });
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const macros = (isTrue: number) =>
  Buffer.from([0x1f, 0, 0xff, 3, 0x14, 0, 0, 0, 2, 0, 0, 4, 12, 0, 0, 0, 1, 0, 0, 0, isTrue, 0, 0, 0, 2, 0, 0, 0]);

describe('a file is what its content says', () => {
  test.each([
    ['pdf', aPdf()],
    ['docx', aPackage('docx')],
    ['xlsx', aPackage('xlsx')],
    ['pptx', aPackage('pptx')],
    ['doc', aCompound({ WordDocument: aWordStream() })],
    ['xls', aCompound({ Workbook: aWorkbookStream() })],
    ['xls', aCompound({ Workbook: aWorkbookStream(), Book: aWorkbookStream() })],
    ['ppt', presentation()],
    ['ppt', presentation(macros(0))],
  ])('%s', async (type, bytes) => expect(await codeOf(bytes)).toBe(type));
});

describe('is not accepted', () => {
  const wide = Buffer.alloc(60_000_000);
  test.each<[string, string, Buffer]>([
    ['a web page', 'file_type_must_be', HTML],
    ['nothing', 'file_type_must_be', Buffer.alloc(0)],
    ['a web page before a PDF', 'file_type_must_be', Buffer.concat([HTML, aPdf()])],
    ['a PDF with a space before it', 'file_type_must_be', Buffer.concat([Buffer.from(' '), aPdf()])],
    ['a zip archive of anything', 'file_type_must_be', aZip([{ name: 'a.txt', bytes: HTML }])],
    [
      'a document of another kind',
      'file_type_must_be',
      aPackage('docx', { types: macroType('ms-visio.drawing.main') }),
    ],
    ['an installer', 'file_type_must_be', aCompound({ '!Table': Buffer.alloc(8) })],
    ['a program', 'file_type_must_be', Buffer.from('MZ\u0090')],

    ['a PDF behind a password', 'file_encrypted', aPdf({ trailer: '/Encrypt 9 0 R' })],
    ['a PDF that spells its password by number', 'file_encrypted', aPdf({ trailer: '/#45ncrypt 9 0 R' })],
    ['a Word document behind a password', 'file_encrypted', aCompound({ WordDocument: aWordStream(0x0100) })],
    ['a workbook behind a password', 'file_encrypted', aCompound({ Workbook: aWorkbookStream({ hasPassword: true }) })],
    ['a presentation behind a password', 'file_encrypted', presentation(undefined, aCurrentUser(0xf3d1c4df))],
    ['a newer one behind a password', 'file_encrypted', aCompound({ EncryptedPackage: Buffer.alloc(8) })],
    [
      'an archive with a locked entry',
      'file_encrypted',
      aPackage('docx', { more: [{ name: 'x', bytes: HTML, isEncrypted: true }] }),
    ],

    [
      'a PDF that spells its script by number',
      'file_has_macros',
      aPdf({ objects: '9 0 obj <</S /J#61vaScript /JS (app.alert\\(1\\))>> endobj\n' }),
    ],
    [
      'a document with macros under another name',
      'file_has_macros',
      aPackage('docx', { types: macroType('ms-word.document.macroEnabled.main') }),
    ],
    [
      'a document with a project of macros, whatever its main part says',
      'file_has_macros',
      aPackage('docx', { more: [{ name: 'word/vbaProject.bin', bytes: HTML }] }),
    ],
    [
      'a workbook with a sheet of macros',
      'file_has_macros',
      aPackage('xlsx', { more: [{ name: 'xl/macrosheets/sheet1.xml', bytes: HTML }] }),
    ],
    ['an older document with macros', 'file_has_macros', aCompound({ WordDocument: aWordStream() }, ['Macros'])],
    [
      'an older workbook with macros',
      'file_has_macros',
      aCompound({ Workbook: aWorkbookStream() }, ['_VBA_PROJECT_CUR']),
    ],
    ['an older sheet of macros', 'file_has_macros', aCompound({ Workbook: aWorkbookStream({ sheetKind: 1 }) })],
    ['an older presentation with macros', 'file_has_macros', presentation(macros(1))],
    [
      'a PDF with a script',
      'file_has_macros',
      aPdf({ objects: '4 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj\n' }),
    ],

    ['the beginning of a PDF', 'file_unreadable', aPdf().subarray(0, 100)],
    ['a PDF whose end leads nowhere', 'file_unreadable', Buffer.from('%PDF-1.7\nx\nstartxref\n2\n%%EOF')],
    ['a web page behind a PDF', 'file_unreadable', aPdf({ behind: `${'x'.repeat(2_000)}${HTML.toString()}` })],
    ['the beginning of a document', 'file_unreadable', aPackage('docx').subarray(0, 200)],
    ['an archive with two lists of types', 'file_unreadable', twoLists()],
    ['a document whose list of types hides something', 'file_unreadable', aPackage('docx', { types: '<!DOCTYPE x>' })],
    ['a damaged document', 'file_unreadable', damaged(aPackage('docx', { more: [{ name: 'x', bytes: noise() }] }))],
    [
      'the beginning of an older document',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream() }).subarray(0, 900),
    ],
    [
      'an older document that ends in its middle',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream() }).subarray(0, 2_048),
    ],
    ['an older document of another signature', 'file_unreadable', aCompound({ WordDocument: Buffer.alloc(32) })],
    ['an older document that goes round in circles', 'file_unreadable', circle()],
    [
      'two documents in one',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream(), Workbook: aWorkbookStream() }),
    ],

    [
      'a bomb',
      'file_unfolds_too_far',
      aPackage('docx', {
        more: [
          { name: 'a', bytes: wide },
          { name: 'b', bytes: wide },
        ],
      }),
    ],
    [
      'a bomb that says it is none',
      'file_unreadable',
      aPackage('docx', { more: [{ name: 'a', bytes: wide, claimed: 9 }] }),
    ],
  ])('%s: %s', async (_what, code, bytes) => expect(await codeOf(bytes)).toBe(code));

  test('25 MB, though not a byte less', async () => {
    const pdfOf = (size: number) => aPdf({ objects: `%${'x'.repeat(size - aPdf().length - 2)}\n` });
    const limit = 25 * 1_048_576;
    // The table stands further behind, in more digits.
    const less = pdfOf(limit - 1 - 5);
    expect([less.length, await codeOf(less)]).toEqual([limit - 1, 'pdf']);
    expect(await codeOf(Buffer.concat([less, Buffer.from('\n')]))).toBe('file_must_be_under');
  });
});

function noise(): Buffer {
  return Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at * 31 + at * 7) % 251));
}

/** As after a bad line: the last entry's bytes turned over. */
function damaged(bytes: Buffer): Buffer {
  const at = bytes.indexOf('PK\u0001\u0002') - 400;
  for (let one = at; one < at + 300; one += 1) bytes[one] = 255 - (bytes[one] ?? 0);
  return bytes;
}

function twoLists(): Buffer {
  return aPackage('docx', { more: [{ name: '[content_types].XML', bytes: HTML }] });
}

/** Its table of sectors says that the directory is followed by itself. */
function circle(): Buffer {
  const bytes = aCompound({ WordDocument: aWordStream() });
  bytes.writeUInt32LE(1, 512 + 4);
  return bytes;
}
