import type { AuctionRecord } from '#domain/record/record.ts';
import { leafOf, receiptsText, signedHeadText, treeOf, type Receipt } from '#domain/record/receipt.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { receiptLine, type SignText } from '#server/room/judging/sign-receipts.ts';

/**
 * Returns a file with a receipt for each line of a record that is about a bid. `perCommit` lines share a signature, as if
 * they had been stored together.
 */
export function receiptsOf({ head, lines }: AuctionRecord, sign: SignText, perCommit: number): string {
  const about = lines.filter(({ line }) => line.bidId !== null);
  const receipts: Receipt[] = [];
  for (let from = 0; from < about.length; from += perCommit) {
    const commit = about.slice(from, from + perCommit).map((stored) => receiptLine(stored, false));
    const last = commit.at(-1);
    if (!last) break;
    const { root, pathOf } = treeOf(
      commit.map((line) => leafOf(line, sha256)),
      sha256,
    );
    const own = { auctionId: head.auctionId, seq: last.seq, hash: last.hash, time: last.at, root };
    const signed = { ...own, ...sign(signedHeadText(own)) };
    receipts.push(...commit.map((line, at) => ({ head: signed, lines: [{ ...line, path: pathOf(at) }] })));
  }
  return receiptsText({ auctionId: head.auctionId, receipts });
}
