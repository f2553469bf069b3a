/** Returns the SHA-256 of bytes. Node and the browser each bring their own implementation. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Hashes of a tile: a tile covers eight levels of the tree (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

/** Joins bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Returns the hash of an entry (RFC 6962, section 2.1). */
export const leafHash = (sha256: Sha256, entry: Uint8Array): Uint8Array => sha256(joinBytes([Uint8Array.of(0), entry]));

/** Returns the hash of a node with two children (RFC 6962, section 2.1). */
const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joinBytes([Uint8Array.of(1), left, right]));

/** Returns the root of a complete subtree. The number of hashes must be a power of two. */
export function foldHashes(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  let level = [...hashes];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(nodeHash(sha256, level[at] ?? new Uint8Array(), level[at + 1] ?? new Uint8Array()));
    level = above;
  }
  const [root] = level;
  if (!root) throw new Error('a subtree has no hashes');
  return root;
}

/** Returns the largest power of two that is smaller than a number above 1. */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

const isPowerOfTwo = (size: number): boolean => size === 1 || splitOf(size) * 2 === size;

/** The entries from `from` to before `to`. In a proof, they are a node of the tree. */
export type EntryRange = { readonly from: number; readonly to: number };

/**
 * Stored hashes that make a complete subtree. Level 0 has the hashes of the entries. Each hash of a higher level covers
 * 256 hashes of the level below.
 */
export type StoredHashes = { readonly level: number; readonly from: number; readonly count: number };

/** Returns the complete subtrees of which a node consists, from left to right. */
export function subtreesOf({ from, to }: EntryRange): StoredHashes[] {
  const size = to - from;
  if (size === 0) return [];
  if (!isPowerOfTwo(size)) {
    const middle = from + splitOf(size);
    return [...subtreesOf({ from, to: middle }), ...subtreesOf({ from: middle, to })];
  }
  let [level, covered] = [0, 1];
  while (covered * TILE_WIDTH <= size) [level, covered] = [level + 1, covered * TILE_WIDTH];
  return [{ level, from: from / covered, count: size / covered }];
}

/** Returns the hash of a node from the roots of its complete subtrees. Without entries, it is the hash of no bytes. */
export const joinSubtrees = (sha256: Sha256, roots: readonly Uint8Array[]): Uint8Array =>
  roots.length === 0 ? sha256(new Uint8Array()) : roots.reduceRight((right, left) => nodeHash(sha256, left, right));

/** Returns the nodes that prove that an entry is in the tree with `size` entries (RFC 6962, section 2.1.1). */
export function inclusionRanges(index: number, { from, to }: EntryRange): EntryRange[] {
  if (to - from <= 1) return [];
  const middle = from + splitOf(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return index < middle ? [...inclusionRanges(index, left), right] : [...inclusionRanges(index, right), left];
}

/** Returns the nodes that prove that a tree begins with the one with `before` entries (RFC 6962, section 2.1.2). */
export const consistencyRanges = (before: number, size: number): EntryRange[] =>
  before === 0 || before === size ? [] : consistencyPart(before, { from: 0, to: size }, true);

function consistencyPart(before: number, range: EntryRange, isWhole: boolean): EntryRange[] {
  const { from, to } = range;
  if (before === to) return isWhole ? [] : [range];
  const middle = from + splitOf(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return before <= middle
    ? [...consistencyPart(before, left, isWhole), right]
    : [...consistencyPart(before, right, false), left];
}

const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
};

/** Returns whether a proof shows that the entry with this hash is in the tree (RFC 9162, section 2.1.3.2). */
export function isIncluded(sha256: Sha256, { index, size, leaf, root }: Inclusion, proof: readonly Uint8Array[]) {
  if (index < 0 || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sha256, other, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(sha256, hash, other);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameBytes(hash, root);
}

/** A tree as its log signed it: the number of entries and the root. */
export type TreeHead = { readonly size: number; readonly root: Uint8Array };

/** Returns whether a proof shows that a tree begins with an earlier one (RFC 9162, section 2.1.4.2). */
export function isConsistent(sha256: Sha256, before: TreeHead, now: TreeHead, proof: readonly Uint8Array[]): boolean {
  if (before.size > now.size) return false;
  if (before.size === now.size) return proof.length === 0 && isSameBytes(before.root, now.root);
  if (before.size === 0) return proof.length === 0 && isSameBytes(before.root, sha256(new Uint8Array()));
  const [first, ...rest] = isPowerOfTwo(before.size) ? [before.root, ...proof] : proof;
  if (!first) return false;
  let [at, last] = [before.size - 1, now.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [old, fresh] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [old, fresh] = [nodeHash(sha256, other, old), nodeHash(sha256, other, fresh)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else fresh = nodeHash(sha256, fresh, other);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameBytes(old, before.root) && isSameBytes(fresh, now.root);
}
