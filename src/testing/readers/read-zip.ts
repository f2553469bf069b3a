import { inflateRawSync } from 'node:zlib';

const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Returns the files in a zip archive as texts, by name. It supports only what tests need to inspect a workbook. */
export function readZip(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16);
  while (zip.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    files.set(name, (zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed).toString());
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
