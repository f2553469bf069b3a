import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Returns a minimal PDF with one empty page. `objects` are inserted after the page, `behind` after the end of the file.
 */
export function aPdf({ objects = '', trailer = '', behind = '' } = {}): Buffer {
  const body = `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200]>> endobj
${objects}`;
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer <</Size 4 /Root 1 0 R ${trailer}>>\n`;
  return Buffer.from(`${body}${table}startxref\n${body.length}\n%%EOF\n${behind}`, 'latin1');
}

type ZipEntry = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A false uncompressed size, which the entry claims to have. */
  readonly claimed?: number;
  readonly isEncrypted?: boolean;
};

/** Returns a zip archive with these entries. An entry's claims may be false. */
export function aZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, claimed, isEncrypted } of entries) {
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimed ?? bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const MAIN = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;
type Package = keyof typeof MAIN;

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

type PackageWish = { readonly types?: string; readonly more?: readonly ZipEntry[] };

/**
 * Returns a minimal office file in the newer format, which is a zip archive. It contains only what identifies its type.
 * `types` replaces the line that names the type of its main part.
 */
export function aPackage(kind: Package, { types, more = [] }: PackageWish = {}): Buffer {
  const [main, type] = MAIN[kind];
  const line = types ?? `<Override PartName="/${main}" ContentType="${OPEN_XML}.${type}.main+xml"/>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${line}</Types>`;
  return aZip([
    { name: '[Content_Types].xml', bytes: Buffer.from(xml) },
    { name: main, bytes: Buffer.from('<document/>') },
    ...more,
  ]);
}

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const TABLE = 0xfffffffd;

/**
 * Returns an office file in the older format. Its root contains the given streams and empty storages. Each stream is
 * large enough to have sectors of its own.
 */
export function aCompound(streams: Readonly<Record<string, Buffer>>, storages: readonly string[] = []): Buffer {
  const contents = Object.entries(streams).map(([name, bytes]) => {
    const length = Math.max(4_096, Math.ceil(bytes.length / SECTOR) * SECTOR);
    return { name, bytes: Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]) };
  });
  const items = contents.length + storages.length + 1;
  const directorySectors = Math.ceil(items / 4);
  const table: number[] = [TABLE];
  const chain = (count: number): number => {
    const start = table.length;
    for (let left = count; left > 0; left -= 1) table.push(left === 1 ? END : table.length + 1);
    return start;
  };
  const directoryStart = chain(directorySectors);
  const entries = [entry({ name: 'Root Entry', kind: 5, child: 1, next: FREE, start: END, size: 0 })];
  const all = [...contents, ...storages.map((name) => ({ name, bytes: undefined }))];
  all.forEach(({ name, bytes }, at) => {
    const next = at + 1 < all.length ? at + 2 : FREE;
    const start = bytes ? chain(bytes.length / SECTOR) : 0;
    entries.push(entry({ name, kind: bytes ? 2 : 1, child: FREE, next, start, size: bytes?.length ?? 0 }));
  });
  const directory = Buffer.alloc(directorySectors * SECTOR);
  Buffer.concat(entries).copy(directory);
  const sectors = Buffer.alloc(SECTOR, 0xff);
  table.forEach((next, at) => sectors.writeUInt32LE(next, at * 4));
  return Buffer.concat([headerOf(directoryStart), sectors, directory, ...contents.map(({ bytes }) => bytes)]);
}

type Entry = { name: string; kind: number; child: number; next: number; start: number; size: number };

function entry({ name, kind, child, next, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes[66] = kind;
  bytes.writeUInt32LE(FREE, 68);
  bytes.writeUInt32LE(next, 72);
  bytes.writeUInt32LE(child, 76);
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

function headerOf(directoryStart: number): Buffer {
  const header = Buffer.alloc(SECTOR, 0);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(END, 60);
  header.writeUInt32LE(END, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  return header;
}

/**
 * Returns the beginning of the main stream of a Word document. It contains the location of the document's list of
 * strings, and a text.
 */
export const aWordStream = (flags = 0, text = ''): Buffer => {
  const stream = Buffer.alloc(512);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(flags, 10);
  stream.writeUInt32LE(128, 0x019e);
  return Buffer.concat([stream, Buffer.from(text, 'latin1')]);
};

/**
 * Returns the table stream of a Word document. It starts with a list of strings about the document. The second string
 * is the name of the document's template.
 */
export const aWordTable = (template: string): Buffer => {
  const lengthOf = (text: string): Buffer => Buffer.from([text.length, 0]);
  const letters = Buffer.from(template, 'utf16le');
  return Buffer.concat([Buffer.from([0xff, 0xff, 18, 0, 0, 0]), lengthOf(''), lengthOf(template), letters]);
};

const record = (kind: number, data: readonly number[]): number[] => [kind & 0xff, kind >> 8, data.length, 0, ...data];

type WorkbookWish = {
  readonly hasPassword?: boolean;
  readonly sheetKind?: number;
  readonly links?: readonly number[][];
};

/**
 * Returns the main stream of a workbook. `links` are the data of links to other files and programs. A workbook of Excel
 * 95 has another record type for links.
 */
export const aWorkbookStream = (wish: WorkbookWish = {}, isOf1995 = false): Buffer => {
  const { hasPassword = false, sheetKind = 0, links = [] } = wish;
  return Buffer.from([
    ...record(0x0809, [0, isOf1995 ? 5 : 6, 5, 0]),
    ...(hasPassword ? record(0x002f, [0, 0]) : []),
    ...record(0x0085, [0, 0, 0, 0, 0, sheetKind, 1, 0, 65]),
    ...links.flatMap((data) => record(isOf1995 ? 0x0017 : 0x01ae, data)),
    ...record(0x000a, []),
  ]);
};

/** Returns the current-user stream of a presentation. Its token tells whether the presentation has a password. */
export const aCurrentUser = (token = 0xe391c05f): Buffer => {
  const stream = Buffer.alloc(20);
  stream.writeUInt32LE(token, 12);
  return stream;
};
