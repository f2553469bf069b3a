import { bytesOfText, hexOf } from '#domain/transparency/note.ts';
import { leafHash, type Sha256 } from '#domain/transparency/merkle.ts';

/** The head of an auction's history: the number, the hash and the time of its last line. */
export type AuctionHead = {
  readonly auctionId: string;
  readonly seq: number;
  readonly hash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly at: string;
};

/**
 * Returns the name of an auction in the log. An id is random, so nobody can find it from the hash. People who know the
 * id find all entries of their auction (decision 134).
 */
export const loggedAuction = (sha256: Sha256, auctionId: string): string => hexOf(sha256(bytesOfText(auctionId)));

/** Returns the entry of the log for the head of an auction. */
export const entryText = (sha256: Sha256, { auctionId, seq, hash, at }: AuctionHead): string =>
  `greenlot head 1 ${loggedAuction(sha256, auctionId)} ${seq} ${hash} ${at}`;

/** A head as an entry of the log has it. `position` is the number of the entry. */
export type LoggedHead = Omit<AuctionHead, 'auctionId'> & { readonly position: number };

const ENTRY = /^greenlot head 1 ([0-9a-f]{64}) ([1-9]\d{0,14}) ([0-9a-f]{64}) (\S+)$/;

/** Returns the heads of an auction in the entries of a log, in their order. */
export function headsOf(sha256: Sha256, auctionId: string, entries: readonly string[]): LoggedHead[] {
  const name = loggedAuction(sha256, auctionId);
  return entries.flatMap((entry, position) => {
    const [, auction, seq = '', hash = '', at = ''] = ENTRY.exec(entry) ?? [];
    return auction === name ? [{ position, seq: Number(seq), hash, at }] : [];
  });
}

/** Returns the hash of an entry in the tree. */
export const entryHash = (sha256: Sha256, entry: string): Uint8Array => leafHash(sha256, bytesOfText(entry));
