import type { HashText, HistoryKind, HistoryLine } from '#domain/bidding/history.ts';

/** The newest line of a history, signed with the deployment's key (decision 133). */
export type SignedHead = {
  readonly auctionId: string;
  /** The number of the line. Null for a sealed bid, because the number would reveal how often rivals bid. */
  readonly seq: number | null;
  readonly hash: string;
  /** When the server signed, by the database's clock. */
  readonly time: string;
  /** The root of the tree over the lines that were stored together. The line's own hash if there is no tree. */
  readonly root: string;
  /** The public key and the signature are in base64url, without padding. */
  readonly publicKey: string;
  readonly signature: string;
};

/** A line in its bidder's receipt: its hash, what was recorded, and the path to the signed root. */
export type ReceiptLine = Pick<
  HistoryLine,
  'at' | 'bidId' | 'itemId' | 'priceCents' | 'quantity' | 'allowsPartial' | 'minimumAcceptable'
> & {
  readonly kind: HistoryKind;
  readonly seq: number | null;
  readonly hash: string;
  readonly path: PathStep[];
};

/** A step of a path: the hash beside the present one, and on which side it is. */
export type PathStep = { readonly side: 'left' | 'right'; readonly hash: string };

/** Proves that the operator stored these lines. One signature covers all lines that were stored together. */
export type Receipt = { readonly head: SignedHead; readonly lines: ReceiptLine[] };

/** Returns the text that the deployment's key signs. */
export const signedHeadText = ({ auctionId, seq, hash, time, root }: Omit<SignedHead, 'publicKey' | 'signature'>) =>
  ['greenlot head 1', auctionId, seq ?? '', hash, time, root].join('\n');

/** Returns the leaf of a line in the tree. It covers the content, so a receipt proves what was recorded. */
export const leafOf = (line: Omit<ReceiptLine, 'path'>, sha256: HashText): string =>
  sha256(
    `line\n${line.hash}\n${JSON.stringify([
      line.seq,
      line.kind,
      line.at,
      line.bidId,
      line.itemId,
      line.priceCents,
      line.quantity,
      line.allowsPartial,
      line.minimumAcceptable,
    ])}`,
  );

const nodeOf = (left: string, right: string, sha256: HashText): string => sha256(`node\n${left}\n${right}`);

/**
 * Returns the root of a Merkle tree over these leaves, and the path from each leaf to the root. A leaf without a
 * neighbor moves up unchanged. There must be at least one leaf.
 */
export function treeOf(leaves: readonly string[], sha256: HashText) {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = parentsOf(level, sha256);
  const [root = ''] = levels.pop() ?? [];
  const pathOf = (leaf: number): PathStep[] => {
    const path: PathStep[] = [];
    for (const [height, level] of levels.entries()) {
      const index = leaf >> height;
      const hash = level[index ^ 1];
      if (hash !== undefined) path.push({ side: index % 2 === 0 ? 'right' : 'left', hash });
    }
    return path;
  };
  return { root, pathOf };
}

const parentsOf = (level: readonly string[], sha256: HashText): string[] =>
  Array.from({ length: Math.ceil(level.length / 2) }, (_, index) => {
    const left = level[2 * index] ?? '';
    const right = level[2 * index + 1];
    return right === undefined ? left : nodeOf(left, right, sha256);
  });

/** A path as text, which is short and quick to read: each hash with a sign for its side. */
const pathText = (path: readonly PathStep[]): string =>
  path.map(({ side, hash }) => `${side === 'left' ? '<' : '>'}${hash}`).join('');

const HASH_LENGTH = 64;
const STEP_LENGTH = 1 + HASH_LENGTH;

/** Returns the beginning of a path, up to an end that is written already, and adds its own ends to the written ones. */
function newPart(path: string, written = new Set([''])): string {
  let at = 0;
  for (let end = path; !written.has(end); end = path.slice((at += STEP_LENGTH))) written.add(end);
  return path.slice(0, at);
}

/**
 * Returns whether a path leads from a leaf to one of the known hashes, which lead to a root themselves. Adds the hashes
 * on the way and beside it, so that a later path of the same root is short.
 */
export function leadsTo(
  known: Set<string>,
  { leaf, path }: { readonly leaf: string; readonly path: string },
  sha256: HashText,
): boolean {
  const passed: string[] = [];
  let hash = leaf;
  for (let at = 0; at < path.length && !known.has(hash); at += STEP_LENGTH) {
    const beside = path.slice(at + 1, at + STEP_LENGTH);
    passed.push(hash, beside);
    hash = path[at] === '<' ? nodeOf(beside, hash, sha256) : nodeOf(hash, beside, sha256);
  }
  if (!known.has(hash)) return false;
  for (const one of passed) known.add(one);
  return true;
}

/** A line of a file of receipts. `head` is the place of its head among the heads. */
export type FiledLine = Omit<ReceiptLine, 'path'> & { readonly path: string; readonly head: number };

/**
 * A file of an auction's receipts. Lines that were stored together share a head. `seen` is the newest head that the page
 * of the bidder has checked.
 */
export type ReceiptsFile = {
  readonly auctionId: string;
  readonly heads: readonly SignedHead[];
  readonly lines: readonly FiledLine[];
  readonly seen?: SignedHead | undefined;
};

/** The receipts that a bidder keeps of an auction. */
export type KeptFile = Pick<ReceiptsFile, 'auctionId' | 'seen'> & { readonly receipts: readonly Receipt[] };

/**
 * Returns receipts in the form of a file: each head once, and paths as texts. A path ends where an earlier line of the
 * same head continues, which makes a long file half as large.
 */
export function fileOf({ auctionId, receipts, seen }: KeptFile): ReceiptsFile {
  const places = new Map<string, number>();
  const heads: SignedHead[] = [];
  const written: Set<string>[] = [];
  const placeOf = (head: SignedHead): number => {
    const text = JSON.stringify(head);
    const place = places.get(text) ?? heads.push(head) - 1;
    places.set(text, place);
    written[place] ??= new Set(['']);
    return place;
  };
  const lines = receipts.flatMap(({ head, lines: own }) => {
    const place = placeOf(head);
    return own.map((line): FiledLine => ({ ...line, path: newPart(pathText(line.path), written[place]), head: place }));
  });
  return { auctionId, heads, lines, seen };
}

/** Returns the file of an auction's receipts, which a bidder keeps and compares with the record. */
export const receiptsText = (kept: KeptFile): string => `${JSON.stringify({ greenlotReceipts: 2, ...fileOf(kept) })}\n`;
