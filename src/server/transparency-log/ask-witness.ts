import type { LogWitness } from '#contract/transparency-log.ts';
import { addCheckpointText, readSize } from '#domain/transparency/checkpoint.ts';
import { checkSignature, keyIdOf, readSignatures, signatureLine } from '#domain/transparency/note.ts';
import { isSameBytes } from '#domain/transparency/merkle.ts';
import type { ConfiguredWitness } from '#server/platform/config/config-log.ts';
import { postPublicly, type PostReply } from '#server/platform/http/post-publicly.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';

/** Within this time, a witness must have sent its whole answer. */
const TIMEOUT_MS = 5_000;
const REPLY_BYTES_MAX = 65_536;

/** The state of the log that a witness is asked to sign. */
export type AskedCheckpoint = {
  readonly size: number;
  readonly text: string;
  /** The checkpoint with the signature of the log. */
  readonly note: string;
  /** Returns the proof that this state begins with an earlier one. */
  readonly proofFrom: (before: number) => Promise<readonly Uint8Array[]>;
};

type Problem = NonNullable<LogWitness['problem']>;
export type WitnessAnswer = { readonly line: string; readonly seconds: number } | { readonly problem: Problem };

type Options = {
  /** The size that the witness signed last, as far as we know. */
  readonly before: number;
  readonly mayBePrivate: boolean;
};

/**
 * Asks a witness to sign a checkpoint (c2sp.org/tlog-witness). If the witness knows another earlier state than we
 * thought, it is asked again from there. It never rejects.
 */
export async function askWitness(
  witness: ConfiguredWitness,
  asked: AskedCheckpoint,
  { before, mayBePrivate }: Options,
): Promise<WitnessAnswer> {
  try {
    const first = await post(witness, asked, { before, mayBePrivate });
    const known = first.status === 409 ? readSize(first.body.toString().trimEnd()) : undefined;
    if (known === undefined) return judgeReply(witness, asked, first);
    if (known > asked.size) return { problem: 'wentBack' };
    return judgeReply(witness, asked, await post(witness, asked, { before: known, mayBePrivate }));
  } catch {
    return { problem: 'unreachable' };
  }
}

async function post(
  { url }: ConfiguredWitness,
  { note, proofFrom }: AskedCheckpoint,
  { before, mayBePrivate }: Options,
): Promise<PostReply> {
  const body = Buffer.from(addCheckpointText({ before, proof: await proofFrom(before), note }));
  return postPublicly({
    url: `${url}/add-checkpoint`,
    body,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'Greenlot-Log/1' },
    timeoutMs: TIMEOUT_MS,
    bytesMax: REPLY_BYTES_MAX,
    mayBePrivate,
  });
}

const PROBLEMS: Readonly<Record<number, Problem>> = { 403: 'unknownLog', 404: 'unknownLog', 422: 'inconsistent' };

function judgeReply({ key }: ConfiguredWitness, { text }: AskedCheckpoint, { status, body }: PostReply): WitnessAnswer {
  if (status !== 200) return { problem: PROBLEMS[status] ?? (status >= 500 ? 'unreachable' : 'wrongAnswer') };
  const signatures = readSignatures(body.toString()) ?? [];
  const checked = checkSignature(NOTE_CRYPTO, { text, signatures }, key);
  const own = signatures.find((one) => one.name === key.name && isSameBytes(one.keyId, keyIdOf(sha256Bytes, key)));
  if (!own || checked === 'wrong' || checked === 'missing' || checked.seconds === null)
    return { problem: 'wrongAnswer' };
  return { line: signatureLine(own), seconds: checked.seconds };
}
