import * as z from 'zod/mini';
import type { Proofs } from '#contract/award/judge-record.ts';
import type { ReadRecord } from '#contract/award/record.ts';
import { receiptSchema } from '#contract/bidding/receipt.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import { leafOf, rootOf, signedHeadText, type Receipt, type ReceiptLine } from '#domain/record/receipt.ts';

const fileSchema = z.strictObject({
  greenlotReceipts: z.literal(1),
  auctionId: z.string(),
  receipts: z.array(receiptSchema),
});

/** Reasons to refuse a file of receipts. Their texts are phrases, `receiptFault.<kind>`. */
export const RECEIPT_FAULTS = ['damaged', 'empty', 'foreign', 'forged', 'otherKey', 'noReceipts'] as const;
export type ReceiptFault = (typeof RECEIPT_FAULTS)[number];

/**
 * Findings of receipts against a record. Their texts are phrases, `receiptProof.<kind>`. `dropped`: the record does not
 * have the line. `replaced`: it has another line with this number. `changed`: it has the line with other figures.
 * `rewritten`: it has the line, but a later line that the same signature covers is another one.
 */
export const RECEIPT_PROOFS = ['dropped', 'replaced', 'changed', 'rewritten'] as const;
export type MissingLine = { readonly why: (typeof RECEIPT_PROOFS)[number]; readonly line: ReceiptLine };

/** The comparison of receipts with a record. `count` is the number of lines, without repetitions. */
export type JudgedReceipts = { readonly count: number; readonly missing: readonly MissingLine[] };

/** Reads a file of receipts, and checks each signature and each path. Returns why it is refused, or the receipts. */
export function readReceipts(text: string, proofs: Proofs): ReceiptFault | readonly Receipt[] {
  const file = fileSchema.safeParse(parse(text));
  if (!file.success) return 'damaged';
  const { auctionId, receipts } = file.data;
  if (receipts.length === 0) return 'empty';
  if (receipts.some(({ head }) => head.auctionId !== auctionId)) return 'damaged';
  return receipts.every((receipt) => isGenuine(receipt, proofs)) ? receipts : 'forged';
}

/** Returns whether the key in the receipt signed it, and whether each line belongs to the signed root. */
export const isGenuine = ({ head, lines }: Receipt, { sha256, isSigned }: Proofs): boolean =>
  lines.every((line) => rootOf(leafOf(line, sha256), line.path, sha256) === head.root) &&
  isSigned(signedHeadText(head), { algorithm: 'Ed25519', ...head });

/** Compares a file of receipts with a verified record. Returns why the file is refused, or what is missing. */
export function judgeReceipts(
  text: string,
  { record, seal }: Pick<ReadRecord, 'record' | 'seal'>,
  proofs: Proofs,
): ReceiptFault | JudgedReceipts {
  if (record.head.salt === undefined) return 'noReceipts';
  const receipts = readReceipts(text, proofs);
  if (typeof receipts === 'string') return receipts;
  if (receipts.some(({ head }) => head.auctionId !== record.head.auctionId)) return 'foreign';
  if (receipts.some(({ head }) => head.publicKey !== seal.publicKey)) return 'otherKey';
  const lines = new Map(record.lines.map(({ line, hash }) => [hash, line]));
  const known = new Set<string>();
  const missing = receipts.flatMap(({ head, lines: own }) =>
    own.flatMap((line): MissingLine[] => {
      if (known.has(line.hash)) return [];
      known.add(line.hash);
      const why = faultOf(line, lines.get(line.hash), record.lines.length);
      if (why) return [{ why, line }];
      return lines.has(head.hash) ? [] : [{ why: 'rewritten', line }];
    }),
  );
  return { count: known.size, missing };
}

function faultOf(line: ReceiptLine, found: HistoryLine | undefined, length: number): MissingLine['why'] | undefined {
  if (!found) return line.seq !== null && line.seq <= length ? 'replaced' : 'dropped';
  const isSame = FIELDS.every((field) => found[field] === line[field]) && (line.seq ?? found.seq) === found.seq;
  return isSame ? undefined : 'changed';
}

const FIELDS = [
  'kind',
  'at',
  'bidId',
  'itemId',
  'priceCents',
  'quantity',
  'allowsPartial',
  'minimumAcceptable',
] as const satisfies readonly (keyof HistoryLine & keyof ReceiptLine)[];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
