import type { TreeHead } from '#domain/transparency/merkle.ts';
import { base64Of, bytesOfBase64 } from '#domain/transparency/note.ts';

/** The signed state of a log (c2sp.org/tlog-checkpoint). */
export type Checkpoint = TreeHead & { readonly origin: string };

const HASH_BYTES = 32;
/** A size as the format writes it: without leading zeros. Larger numbers would not be exact. */
const SIZE = /^(?:0|[1-9]\d{0,14})$/;

export const readSize = (text: string): number | undefined => (SIZE.test(text) ? Number(text) : undefined);

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64Of(root)}\n`;

/** Reads the text of a checkpoint, without its signatures. Returns undefined if it is malformed. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', sizeText = '', rootText = '', ...more] = text.split('\n');
  const size = readSize(sizeText);
  const root = bytesOfBase64(rootText);
  const isWhole = more.at(-1) === '' && more.slice(0, -1).every((line) => line !== '');
  return origin !== '' && size !== undefined && root?.length === HASH_BYTES && isWhole
    ? { origin, size, root }
    : undefined;
}

/** Reads lines of a proof: one hash in base64 each. Returns undefined if one is malformed or there are too many. */
export function readProofLines(lines: readonly string[]): Uint8Array[] | undefined {
  const hashes = lines.map((line) => bytesOfBase64(line)).filter((hash) => hash?.length === HASH_BYTES);
  return hashes.length === lines.length && lines.length <= 63 ? (hashes as Uint8Array[]) : undefined;
}

/** A request to a witness (c2sp.org/tlog-witness). `note` is the signed checkpoint. */
export type AddCheckpoint = { readonly before: number; readonly proof: readonly Uint8Array[]; readonly note: string };

export const addCheckpointText = ({ before, proof, note }: AddCheckpoint): string =>
  `old ${before}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${note}`;

/** Reads a request to a witness. Returns undefined if it is malformed. */
export function readAddCheckpoint(text: string): AddCheckpoint | undefined {
  const end = text.indexOf('\n\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const before = readSize(/^old (\d+)$/.exec(first)?.[1] ?? '');
  const proof = readProofLines(lines);
  return before !== undefined && proof ? { before, proof, note: text.slice(end + 2) } : undefined;
}
