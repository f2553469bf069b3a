import * as z from 'zod/mini';
import type { Proofs } from '#contract/award/judge-record.ts';
import type { ReadRecord, RecordSeal } from '#contract/award/record.ts';
import { receiptSchema, signedHeadSchema } from '#contract/bidding/receipt.ts';
import { findMissing, type MissingLine } from '#domain/record/find-missing.ts';
import {
  leadsTo,
  leafOf,
  signedHeadText,
  type Receipt,
  type ReceiptsFile,
  type SignedHead,
} from '#domain/record/receipt.ts';

const fileSchema = z.strictObject({
  greenlotReceipts: z.literal(1),
  auctionId: z.string(),
  receipts: z.array(receiptSchema),
  seen: z.optional(signedHeadSchema),
}) satisfies z.ZodMiniType<ReceiptsFile>;

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
  const parsed = fileSchema.safeParse(parse(text));
  if (!parsed.success) return 'damaged';
  const { auctionId, receipts, seen } = parsed.data;
  if (receipts.length === 0 && !seen) return 'empty';
  const heads = [...receipts.map(({ head }) => head), ...(seen ? [seen] : [])];
  if (heads.some((head) => head.auctionId !== auctionId)) return 'damaged';
  const areProven = provesLines(receipts, proofs) && (await areSigned(heads, proofs));
  return areProven ? parsed.data : 'forged';
}

/** Returns whether each line belongs to the root in the head of its receipt. */
function provesLines(receipts: readonly Receipt[], { sha256 }: ReceiptProofs): boolean {
  const known = new Map<string, Set<string>>();
  return receipts.every(({ head: { root }, lines }) => {
    const hashes = known.get(root) ?? new Set([root]);
    known.set(root, hashes);
    return lines.every((line) => leadsTo(hashes, { leaf: leafOf(line, sha256), path: line.path }, sha256));
  });
}

/** Returns whether the keys in the heads signed them. Receipts of one commit share a head, which is checked once. */
async function areSigned(heads: readonly SignedHead[], proofs: ReceiptProofs): Promise<boolean> {
  const distinct = new Map(heads.map((head) => [`${head.signature} ${head.publicKey} ${signedHeadText(head)}`, head]));
  const checks = [...distinct.values()].map(async (head) =>
    proofs.isSigned(signedHeadText(head), { algorithm: 'Ed25519', ...head }),
  );
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
  const { auctionId, receipts, seen } = file;
  if (auctionId !== record.head.auctionId) return 'foreign';
  const keys = [...receipts.map(({ head }) => head), ...(seen ? [seen] : [])].map(({ publicKey }) => publicKey);
  if (keys.some((publicKey) => publicKey !== seal.publicKey)) return 'otherKey';
  const isKept = !seen || seen.seq === null || record.lines[seen.seq - 1]?.hash === seen.hash;
  return { ...findMissing(receipts, record.lines), otherHistory: isKept ? null : seen };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
