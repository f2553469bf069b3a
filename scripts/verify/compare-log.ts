import type { ReadRecord } from '#contract/award/record.ts';
import { headsOf } from '#domain/transparency/entry.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { readLog } from '../witness/log-files.ts';

/**
 * Compares each head of the auction in the public log with the record.
 *
 * @throws Error if the log cannot be read
 */
export async function compareLog({ record: { head, lines }, seal }: ReadRecord, url: string) {
  const log = await readLog(url, new Uint8Array(Buffer.from(seal.publicKey, 'base64url')));
  if ('fault' in log) return { isFit: false, findings: { code: log.fault }, told: [LOG_FAULTS[log.fault]] };
  const heads = headsOf(sha256Bytes, head.auctionId, log.entries);
  const other = heads.find(({ seq, hash }) => lines[seq - 1]?.hash !== hash);
  if (heads.length === 0) return { isFit: false, findings: { code: 'noHead' }, told: [LOG_FAULTS.noHead] };
  if (!other)
    return {
      isFit: true,
      findings: { origin: log.origin, heads: heads.length },
      told: [`The record has all ${heads.length} heads of this auction in the public log ${log.origin}.`],
    };
  const { seq, at, position } = other;
  const told = `Entries were changed, removed or moved: entry ${seq} of this auction, of ${at}, is in the public log with another hash (number ${position} of ${log.origin}).`;
  return { isFit: false, findings: { code: 'otherHistory', ...other }, told: [told] };
}

const LOG_FAULTS = {
  notSigned: 'The public log is not signed with the key of the record.',
  otherEntries: 'The entries of the public log do not make the state that it signed.',
  noHead: 'The public log has no head of this auction.',
};
