import { readAddCheckpoint, readCheckpoint, type Checkpoint } from '#domain/transparency/checkpoint.ts';
import { isConsistent, isSameBytes, type TreeHead } from '#domain/transparency/merkle.ts';
import { base64Of, bytesOfBase64, checkSignature, readKey, readNote, textOfNote } from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import type { KnownLog, WitnessKey, WitnessState } from './witness-state.ts';

/** A checkpoint with a valid signature of a log that the witness knows. */
export type SignedCheckpoint = Checkpoint & { readonly text: string; readonly note: string };

/** Why a checkpoint is not signed, as an HTTP status of c2sp.org/tlog-witness. */
export type Refusal = { readonly status: 400 | 403 | 404 | 409 | 422; readonly body: string };

const refusal = (status: Refusal['status'], body: string): Refusal => ({ status, body: `${body}\n` });

/** Returns the tree of a log that the witness signed last. */
export const knownTree = ({ size, root }: Pick<KnownLog, 'size' | 'root'>): TreeHead => ({
  size,
  root: bytesOfBase64(root) ?? new Uint8Array(),
});

/** Checks that a known log signed a checkpoint. Only the signature of the log is kept of the note. */
export function readSigned(state: WitnessState, text: string): SignedCheckpoint | Refusal {
  const note = readNote(text);
  const checkpoint = note && readCheckpoint(note.text);
  if (!note || !checkpoint) return refusal(400, 'the checkpoint is malformed');
  const known = state.find(checkpoint.origin);
  const key = known && readKey(sha256Bytes, known.publicKey);
  if (!key) return refusal(404, 'this witness does not know the log');
  const checked = checkSignature(NOTE_CRYPTO, note, key);
  if (checked === 'missing' || checked === 'wrong') return refusal(403, 'the log has not signed the checkpoint');
  const signatures = note.signatures.filter(({ name }) => name === key.name);
  return { ...checkpoint, text: note.text, note: textOfNote({ text: note.text, signatures }) };
}

/**
 * Signs a checkpoint if the log still contains everything that the witness signed before. It stores the new state
 * before it returns the line of the signature. Nothing else can happen in between, because nothing here waits.
 */
export function cosign(
  { key, state }: { readonly key: WitnessKey; readonly state: WitnessState },
  signed: SignedCheckpoint,
  { before, proof }: { readonly before: number; readonly proof: readonly Uint8Array[] },
): Refusal | { readonly status: 200; readonly body: string } {
  const known = state.find(signed.origin);
  if (!known) return refusal(404, 'this witness does not know the log');
  if (before > signed.size) return refusal(400, 'the old size is larger than the size of the checkpoint');
  if (before !== known.size) return refusal(409, String(known.size));
  if (signed.size === 0 && !isSameBytes(signed.root, sha256Bytes(new Uint8Array())))
    return refusal(422, 'the root is not that of the empty tree');
  if (!isConsistent(sha256Bytes, knownTree(known), signed, proof))
    return refusal(422, 'the checkpoint does not contain what this witness signed before');
  const line = key.cosign(signed.text);
  const { publicKey } = known;
  state.store(signed.origin, { publicKey, size: signed.size, root: base64Of(signed.root), note: signed.note + line });
  return { status: 200, body: line };
}

/** Answers a request of c2sp.org/tlog-witness. */
export function answerAddCheckpoint(witness: Parameters<typeof cosign>[0], body: string): ReturnType<typeof cosign> {
  const request = readAddCheckpoint(body);
  if (!request) return refusal(400, 'the request is malformed');
  const signed = readSigned(witness.state, request.note);
  return 'status' in signed ? signed : cosign(witness, signed, request);
}
