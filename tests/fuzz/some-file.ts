import { aBomb, aPhoto, aPng } from '#testing/builders/image-builders.ts';
import { aCompound, aPackage, aPdf, aWordStream, aZip } from '#testing/builders/office-builders.ts';
import type { Chance } from '#testing/world/chance.ts';

export type SomeFile = { readonly name: string; readonly bytes: Buffer };

const MEGABYTE = 1_048_576;
const MARKUP = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

/** Files as people upload them, and files that decompress to more than memory can hold. */
const FILES: readonly SomeFile[] = [
  { name: 'x.png', bytes: await aPng() },
  { name: 'x.jpg', bytes: await aPhoto() },
  { name: 'bomb.png', bytes: await aBomb(60_000, 60_000) },
  { name: 'x.pdf', bytes: aPdf() },
  { name: 'x.docx', bytes: aPackage('docx') },
  { name: 'x.xlsx', bytes: aPackage('xlsx') },
  {
    name: 'bomb.docx',
    bytes: aPackage('docx', { more: [{ name: 'word/big.xml', bytes: Buffer.alloc(30 * MEGABYTE) }] }),
  },
  { name: 'x.doc', bytes: aCompound({ WordDocument: aWordStream() }) },
  { name: 'lie.xlsx', bytes: aZip([{ name: '[Content_Types].xml', bytes: Buffer.alloc(MEGABYTE), claimed: 3 }]) },
  { name: 'x.svg', bytes: Buffer.from(MARKUP) },
  { name: 'x.html', bytes: Buffer.from(`<!doctype html>${MARKUP}`) },
  { name: 'x.gif', bytes: Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)', 'latin1') },
];

const NAMES = ['../../x.png', 'x.pdf.exe', 'a\0.png', '.htaccess', '说明.docx', 'x'.repeat(400), 'con', '"; x="'];

/** Returns one of the files: unchanged, damaged, cut off, under the name of another file, or two files combined. */
export function someFile(chance: Chance): SomeFile {
  const { name, bytes } = chance.one(FILES);
  const changes: (() => Buffer)[] = [
    () => bytes,
    () => bytes.subarray(0, chance.below(bytes.length)),
    () => flipped(bytes, chance),
    () => flipped(bytes, chance),
    () => Buffer.concat([bytes, chance.one(FILES).bytes]),
    () => Buffer.concat([bytes, Buffer.from(MARKUP)]),
    () => Buffer.concat([bytes.subarray(0, 16), chance.one(FILES).bytes]),
    () => Buffer.alloc(0),
  ];
  const named = chance.happens(0.2) ? chance.one([...NAMES, ...FILES.map((file) => file.name)]) : name;
  return { name: named, bytes: chance.one(changes)() };
}

/** Changes a few bytes, mostly near the beginning, where lengths and counts are. */
function flipped(bytes: Buffer, chance: Chance): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = chance.between(1, 8); i > 0; i -= 1) {
    const at = chance.below(chance.happens(0.7) ? Math.min(512, copy.length) : copy.length);
    copy[at] = chance.one([0, 0xff, 0x7f, 0x80, chance.below(256)]);
  }
  return copy;
}
