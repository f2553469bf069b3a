import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  foldHashes,
  isConsistent,
  isIncluded,
  leafHash,
  TILE_WIDTH,
  type Sha256,
} from '#domain/transparency/merkle.ts';
import { consistencyProof, inclusionProof, rootOf, type ReadHashes } from '#server/transparency-log/tree-hashes.ts';

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Returns a reader of stored hashes, as the log stores them. */
function treeOf(entries: readonly Uint8Array[]) {
  const levels = [entries.map((entry) => leafHash(sha256, entry))];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + TILE_WIDTH <= below.length; at += TILE_WIDTH)
      above.push(foldHashes(sha256, below.slice(at, at + TILE_WIDTH)));
    levels.push(above);
  }
  const read: ReadHashes = async (level, from, count) => (levels[level] ?? []).slice(from, from + count);
  return { sha256, read, leaves: levels[0] ?? [] };
}

/** Entries and roots of the reference implementation of RFC 6962. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the roots are those of the reference implementation of RFC 6962', async () => {
  const tree = treeOf(ENTRIES.map((entry) => Buffer.from(entry, 'hex')));
  const roots = await Promise.all(ROOTS.map((_, size) => rootOf(tree, size)));
  expect(roots.map(hex)).toEqual(ROOTS);
});

test('the proofs are those of the reference implementation of RFC 6962', async () => {
  const tree = treeOf(ENTRIES.map((entry) => Buffer.from(entry, 'hex')));
  expect((await inclusionProof(tree, 0, 8)).map(hex)).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  expect((await consistencyProof(tree, 6, 8)).map(hex)).toEqual([
    '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
});

const SIZES = [1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 700];

test('every proof of a tree with several tiles verifies, and no changed one does', async () => {
  const entries = Array.from({ length: 700 }, (_, at) => Buffer.from(`entry ${at}`));
  const tree = treeOf(entries);
  const other = treeOf(entries.with(0, Buffer.from('another entry')));
  for (const size of SIZES) {
    const root = await rootOf(tree, size);
    for (const index of new Set([0, Math.floor(size / 2), size - 1])) {
      const leaf = tree.leaves[index] ?? new Uint8Array();
      const proof = await inclusionProof(tree, index, size);
      expect(isIncluded(sha256, { index, size, leaf, root }, proof)).toBe(true);
      expect(isIncluded(sha256, { index, size, leaf: sha256(leaf), root }, proof)).toBe(false);
      expect(isIncluded(sha256, { index, size, leaf, root }, [...proof, root])).toBe(false);
      expect(isIncluded(sha256, { index: size, size, leaf, root }, proof)).toBe(false);
    }
    for (const before of [0, ...SIZES.filter((one) => one <= size)]) {
      const old = { size: before, root: await rootOf(tree, before) };
      const proof = await consistencyProof(tree, before, size);
      expect([before, size, isConsistent(sha256, old, { size, root }, proof)]).toEqual([before, size, true]);
      if (before === 0) continue;
      const changed = { size: before, root: await rootOf(other, before) };
      expect(isConsistent(sha256, changed, { size, root }, proof)).toBe(false);
      expect(isConsistent(sha256, old, { size, root: sha256(root) }, proof)).toBe(false);
      expect(isConsistent(sha256, old, { size, root }, [...proof, root])).toBe(false);
    }
  }
});

test('a smaller tree is never the continuation of a larger one', async () => {
  const tree = treeOf(ENTRIES.map((entry) => Buffer.from(entry, 'hex')));
  const [small, large] = [
    { size: 4, root: await rootOf(tree, 4) },
    { size: 8, root: await rootOf(tree, 8) },
  ];
  expect(isConsistent(sha256, large, small, await consistencyProof(tree, 4, 8))).toBe(false);
});
