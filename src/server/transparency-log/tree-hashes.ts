import {
  consistencyRanges,
  foldHashes,
  inclusionRanges,
  joinSubtrees,
  subtreesOf,
  type EntryRange,
  type Sha256,
} from '#domain/transparency/merkle.ts';

/** Reads stored hashes of a level: `count` from `from` on. It returns fewer if the tree does not have them. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Uint8Array[]>;

/** A tree of which the hashes are stored, in a database or as tiles of a server. */
export type Tree = { readonly sha256: Sha256; readonly read: ReadHashes };

async function hashOf({ sha256, read }: Tree, range: EntryRange): Promise<Uint8Array> {
  const roots: Uint8Array[] = [];
  for (const { level, from, count } of subtreesOf(range)) {
    const hashes = await read(level, from, count);
    if (hashes.length !== count) throw new Error(`the log has ${hashes.length} of ${count} hashes of level ${level}`);
    roots.push(foldHashes(sha256, hashes));
  }
  return joinSubtrees(sha256, roots);
}

async function hashesOf(tree: Tree, ranges: readonly EntryRange[]): Promise<Uint8Array[]> {
  const hashes: Uint8Array[] = [];
  for (const range of ranges) hashes.push(await hashOf(tree, range));
  return hashes;
}

/** Returns the root of the tree with this many entries. */
export const rootOf = (tree: Tree, size: number): Promise<Uint8Array> => hashOf(tree, { from: 0, to: size });

/** Returns the proof that an entry is in the tree with `size` entries. */
export const inclusionProof = (tree: Tree, index: number, size: number): Promise<Uint8Array[]> =>
  hashesOf(tree, inclusionRanges(index, { from: 0, to: size }));

/** Returns the proof that the tree with `size` entries begins with the one with `before`. */
export const consistencyProof = (tree: Tree, before: number, size: number): Promise<Uint8Array[]> =>
  hashesOf(tree, consistencyRanges(before, size));
