import { sql } from 'kysely';
import { logProofText } from '#domain/transparency/log-proof.ts';
import { signatureLine, timestampIdOf } from '#domain/transparency/note.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { requireResult, type ResultCall } from '#server/award/result-operations.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import type { FileReply } from '#contract/basics/file.ts';
import { bestCheckpointWith, hashReader, noteOf, timestampsOf } from '#server/transparency-log/log-rows.ts';
import { inclusionProof } from '#server/transparency-log/tree-hashes.ts';

/**
 * Returns the proof that the last line of a closed auction is in the log, with the checkpoint that most witnesses signed.
 * Its time stamps are lines beside the signatures.
 *
 * @throws Refused log_proof_not_ready in the first seconds after the closing
 */
export async function makeLogProof(parts: AuctionParts, call: ResultCall): Promise<FileReply> {
  const { db } = call;
  const { id, version } = await requireResult(parts, call);
  const { rows } = await sql<{ position: number; entry: string }>`
    select position, entry from log_entry where auction_id = ${id} and seq = ${version}`.execute(db);
  const [found] = rows;
  const checkpoint = found && (await bestCheckpointWith(db, found.position));
  if (!found || !checkpoint) throw new Refused('log_proof_not_ready');
  const { position: index, entry } = found;
  const tree = { sha256: sha256Bytes, read: hashReader(db) };
  const hashes = await inclusionProof(tree, index, checkpoint.size);
  const stamps = (await timestampsOf(db, checkpoint.size)).map(({ authority: name, response }) =>
    signatureLine({ name, keyId: timestampIdOf(sha256Bytes, name), bytes: new Uint8Array(response) }),
  );
  const note = [await noteOf(db, checkpoint), ...stamps].join('');
  const text = logProofText({ entry, index, hashes, note });
  return { name: `record-${id}.tlog-proof`, type: 'text/plain; charset=utf-8', bytes: Buffer.from(text) };
}
