import { readCheckpoint, readProofLines, readSize, type Checkpoint } from '#domain/transparency/checkpoint.ts';
import { entryHash, entryText, type AuctionHead } from '#domain/transparency/entry.ts';
import { isIncluded, isSameBytes } from '#domain/transparency/merkle.ts';
import {
  base64Of,
  bytesOfBase64,
  bytesOfText,
  checkSignature,
  readNote,
  timestampIdOf,
  type Note,
  type NoteCrypto,
  type NoteKey,
  type NoteSignature,
} from '#domain/transparency/note.ts';

/** A proof that an entry is in the log, as a file (c2sp.org/tlog-proof). `note` is the signed checkpoint. */
export type LogProof = {
  readonly entry: string;
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly note: string;
};

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

export const logProofText = ({ entry, index, hashes, note }: LogProof): string =>
  [FIRST_LINE, `extra ${base64Of(bytesOfText(entry))}`, `index ${index}`, ...hashes.map(base64Of), '', note].join('\n');

/** Reads the file of a proof. Returns undefined if it is malformed. */
export function readLogProof(text: string): LogProof | undefined {
  const end = text.indexOf('\n\n');
  const [first, extra = '', indexLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const entry = bytesOfBase64(/^extra (.+)$/.exec(extra)?.[1] ?? '');
  const index = readSize(/^index (.+)$/.exec(indexLine)?.[1] ?? '');
  const hashes = readProofLines(lines);
  if (first !== FIRST_LINE || !entry || index === undefined || !hashes) return undefined;
  return { entry: new TextDecoder().decode(entry), index, hashes, note: text.slice(end + 2) };
}

/** Kinds of faults of a proof. Their texts are phrases, `logFault.<kind>`. */
export const LOG_FAULT_KINDS = [
  'malformed',
  'otherEntry',
  'notSigned',
  'notIncluded',
  'wrongWitness',
  'noWitness',
] as const;
export type LogFaultKind = (typeof LOG_FAULT_KINDS)[number];

/** A signature beside that of the log. `at` is the time that a known witness stated; unknown witnesses are not checked. */
export type Cosigner = { readonly name: string; readonly at: string | null };

/** An unchecked time stamp of a checkpoint's text: the answer of the named authority, as RFC 3161 specifies. */
export type ProofTimestamp = { readonly name: string; readonly response: Uint8Array };

/** Kinds of faults of a time stamp. */
export const TIMESTAMP_FAULT_KINDS = [
  'malformed',
  'rejected',
  'wrongImprint',
  'wrongNonce',
  'wrongSignature',
  'untrusted',
] as const;
export type TimestampFaultKind = (typeof TIMESTAMP_FAULT_KINDS)[number];

/** A valid proof. `text` is the signed state of the log, which time stamps cover. */
export type ProvenHead = Pick<Checkpoint, 'origin' | 'size'> & {
  readonly index: number;
  readonly cosigners: readonly Cosigner[];
  readonly text: string;
  readonly timestamps: readonly ProofTimestamp[];
};

type Expected = {
  /** The head of the record that the proof belongs to. */
  readonly head: AuctionHead;
  /** The key that sealed the record, which also signs the log: 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The witnesses that the reader trusts. If there are any, one of them must have signed. */
  readonly witnesses: readonly NoteKey[];
};

/** Checks that the head of a record is in the log, and who signed that state of the log. Returns the first fault. */
export function judgeLogProof(text: string, expected: Expected, checks: NoteCrypto): ProvenHead | LogFaultKind {
  const { head, publicKey, witnesses } = expected;
  const proof = readLogProof(text);
  const note = proof && readNote(proof.note);
  const checkpoint = note && readCheckpoint(note.text);
  if (!proof || !note || !checkpoint) return 'malformed';
  const { origin, size, root } = checkpoint;
  if (proof.entry !== entryText(checks.sha256, head)) return 'otherEntry';
  const signed = checkSignature(checks, note, { name: origin, type: 'log', publicKey });
  if (signed === 'missing' || signed === 'wrong') return 'notSigned';
  const leaf = entryHash(checks.sha256, proof.entry);
  if (!isIncluded(checks.sha256, { index: proof.index, size, leaf, root }, proof.hashes)) return 'notIncluded';
  const { stamps, signatures } = partNote(note, checks);
  const timestamps = stamps.map(({ name, bytes }) => ({ name, response: bytes }));
  const cosigners = findCosigners({ ...note, signatures }, { origin, witnesses }, checks);
  if (cosigners === 'wrongWitness') return cosigners;
  if (witnesses.length > 0 && !cosigners.some(({ at }) => at !== null)) return 'noWitness';
  return { origin, size, index: proof.index, cosigners, text: note.text, timestamps };
}

/** Separates the time stamps of a note from its signatures. */
function partNote({ signatures }: Note, { sha256 }: NoteCrypto) {
  const isStamp = ({ name, keyId }: NoteSignature): boolean => isSameBytes(keyId, timestampIdOf(sha256, name));
  return { stamps: signatures.filter(isStamp), signatures: signatures.filter((one) => !isStamp(one)) };
}

function findCosigners(
  note: Note,
  { origin, witnesses }: { readonly origin: string; readonly witnesses: readonly NoteKey[] },
  checks: NoteCrypto,
): Cosigner[] | 'wrongWitness' {
  const checked = witnesses.map((key) => ({ name: key.name, signed: checkSignature(checks, note, key) }));
  if (checked.some(({ signed }) => signed === 'wrong')) return 'wrongWitness';
  const known = checked.flatMap(({ name, signed }) =>
    typeof signed === 'object' && signed.seconds !== null
      ? [{ name, at: new Date(signed.seconds * 1_000).toISOString() }]
      : [],
  );
  const names = new Set([origin, ...known.map(({ name }) => name)]);
  const others = note.signatures.filter(({ name }) => !names.has(name)).map(({ name }) => ({ name, at: null }));
  return [...known, ...others];
}
