/**
 * A file in an archive. The archive uses only the part of the tar format (POSIX ustar) that a backup needs: files with
 * short names, one after another. Any `tar` can read the archive.
 */
export type Entry = { readonly name: string; readonly bytes: Uint8Array };

const BLOCK = 512;
/** A larger size in a header means damage, because no entry of ours is that large. */
const ENTRY_BYTES_MAX = 256 * 2 ** 20;
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };

/** Yields the entries as an archive, including its end. */
export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of entries) {
    yield headerOf(name, bytes.length);
    yield bytes;
    yield Buffer.alloc(paddingOf(bytes.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Yields the entries of an archive, in order. Throws if the archive is damaged or ends too early. */
export async function* unpackTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const take = reader(source);
  for (;;) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const [name, size] = readHeader(header);
    const bytes = await take(size);
    await take(paddingOf(size));
    yield { name, bytes };
  }
  await take(BLOCK);
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`the file name is too long for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0'.repeat(2), 108);
  header.write(octal(size, SIZE.length), SIZE.at);
  header.write(octal(0, 12), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(checksumOf(header), 7)} `, CHECKSUM.at);
  return header;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Returns the sum of a header's bytes, with the checksum field counted as spaces. */
function checksumOf(header: Buffer): number {
  const copy = Buffer.from(header).fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.length);
  return copy.reduce((sum, byte) => sum + byte, 0);
}

function readHeader(header: Buffer): [name: string, size: number] {
  const octalAt = ({ at, length }: typeof SIZE): number =>
    Number.parseInt(header.toString('ascii', at, at + length), 8);
  const size = octalAt(SIZE);
  if (octalAt(CHECKSUM) !== checksumOf(header) || !(size >= 0 && size <= ENTRY_BYTES_MAX))
    throw new Error('the archive is damaged: a header is invalid');
  return [header.toString('utf8', 0, header.indexOf(0)), size];
}

/** Returns a function that reads exact numbers of bytes from a stream. */
function reader(source: AsyncIterable<Uint8Array>): (count: number) => Promise<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  return async (count) => {
    while (heldBytes < count) {
      const { done, value } = await pieces.next();
      if (done) throw new Error('the archive is damaged: it ends too early');
      held.push(value);
      heldBytes += value.length;
    }
    const all = held.length === 1 && held[0] ? Buffer.from(held[0]) : Buffer.concat(held);
    held = [all.subarray(count)];
    heldBytes -= count;
    return all.subarray(0, count);
  };
}
