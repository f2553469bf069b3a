import type { Proofs } from '#contract/award/judge-record.ts';
import type { ReadRecord, RecordSeal } from '#contract/award/record.ts';
import { plainReceiptsSchema, receiptsFileSchema } from '#contract/bidding/receipt.ts';
import { findMissing, type MissingLine } from '#domain/record/find-missing.ts';
import { fileOf, leadsTo, leafOf, signedHeadText, type ReceiptsFile, type SignedHead } from '#domain/record/receipt.ts';

/** Reasons to refuse a file of receipts. Their texts are phrases, `receiptFault.<kind>`. */
export const RECEIPT_FAULTS = ['damaged', 'empty', 'foreign', 'forged', 'otherKey', 'noReceipts'] as const;
export type ReceiptFault = (typeof RECEIPT_FAULTS)[number];

/** The comparison of receipts with a record. */
export type JudgedReceipts = {
  /** The number of lines, without repetitions. */
  readonly count: number;
  readonly missing: readonly MissingLine[];
  /** The head that the page saw, if the record has another history. */
  readonly otherHistory: SignedHead | null;
};

/** Cryptography for receipts. A browser may check signatures in the background. */
export type ReceiptProofs = Pick<Proofs, 'sha256'> & {
  /** Whether the key in the seal signed this text. False for an invalid key or signature. */
  isSigned(text: string, seal: RecordSeal): boolean | Promise<boolean>;
};

/** Reads a file of receipts, and checks each signature and each path. Returns why it is refused, or its content. */
export async function readReceipts(text: string, proofs: ReceiptProofs): Promise<ReceiptFault | ReceiptsFile> {
  const file = parseFile(text);
  if (!file) return 'damaged';
  const { auctionId, heads, lines, seen } = file;
  if (lines.length === 0 && !seen) return 'empty';
  const isWhole = lines.every(({ head }) => head < heads.length);
  if (!isWhole || headsIn(file).some((head) => head.auctionId !== auctionId)) return 'damaged';
  // The browser may check signatures in the background, while this thread computes hashes.
  const signed = areSigned(headsIn(file), proofs);
  const isProven = areProven(file, proofs);
  return (await signed) && isProven ? file : 'forged';
}

const headsIn = ({ heads, seen }: ReceiptsFile): readonly SignedHead[] => (seen ? [...heads, seen] : heads);

/** Returns whether each line belongs to the root in its head. */
function areProven({ heads, lines }: ReceiptsFile, { sha256 }: ReceiptProofs): boolean {
  const known = heads.map(({ root }) => new Set([root]));
  return lines.every((line) => {
    const hashes = known[line.head];
    return hashes !== undefined && leadsTo(hashes, { leaf: leafOf(line, sha256), path: line.path }, sha256);
  });
}

/** Returns whether the keys in the heads signed them. */
async function areSigned(heads: readonly SignedHead[], proofs: ReceiptProofs): Promise<boolean> {
  const checks = heads.map(async (head) => proofs.isSigned(signedHeadText(head), { algorithm: 'Ed25519', ...head }));
  return (await Promise.all(checks)).every(Boolean);
}

/** Compares a file of receipts with a verified record. Returns why the file is refused, or what is missing. */
export async function judgeReceipts(
  text: string,
  { record, seal }: Pick<ReadRecord, 'record' | 'seal'>,
  proofs: ReceiptProofs,
): Promise<ReceiptFault | JudgedReceipts> {
  if (record.head.salt === undefined) return 'noReceipts';
  const file = await readReceipts(text, proofs);
  if (typeof file === 'string') return file;
  if (file.auctionId !== record.head.auctionId) return 'foreign';
  if (headsIn(file).some(({ publicKey }) => publicKey !== seal.publicKey)) return 'otherKey';
  const { seen } = file;
  const isKept = !seen || seen.seq === null || record.lines[seen.seq - 1]?.hash === seen.hash;
  return { ...findMissing(file, record.lines), otherHistory: isKept ? null : seen };
}

function parseFile(text: string): ReceiptsFile | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const plain = plainReceiptsSchema.safeParse(content);
  return plain.success ? fileOf(plain.data) : receiptsFileSchema.safeParse(content).data;
}
