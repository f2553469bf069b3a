import { readCheckpoint } from '#domain/transparency/checkpoint.ts';
import { entryHash } from '#domain/transparency/entry.ts';
import { foldHashes, isSameBytes, joinSubtrees, subtreesOf, TILE_WIDTH } from '#domain/transparency/merkle.ts';
import { checkSignature, readNote } from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { NOTE_CRYPTO } from '#server/transparency-log/note-crypto.ts';
import type { ReadHashes } from '#server/transparency-log/tree-hashes.ts';

const TIMEOUT_MS = 10_000;
const HASH_BYTES = 32;

/** Returns the address of the log's files for the address of a platform or of its log; undefined if it is no address. */
export function logUrlOf(address: string): string | undefined {
  const plain = address.replace(/\/+$/, '');
  if (!URL.canParse(plain) || !/^https?:/.test(plain)) return undefined;
  return plain.endsWith('/log') ? plain : `${plain}/log`;
}

/**
 * Requests a file.
 *
 * @throws Error if there is no answer, or an error
 */
export async function get(url: string): Promise<Response> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return reply;
}

/** Returns the name of a tile: its number in groups of three digits, and the width of a partial one. */
function tileName(tile: number, width: number): string {
  const digits = String(tile);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${number}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** Returns a function that reads hashes from the tiles of a log with this many entries. It reads each tile once. */
export function tileReader(url: string, size: number): ReadHashes {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const tileAt = (path: string): Promise<Uint8Array> => {
    const read =
      tiles.get(path) ?? get(`${url}/tile/${path}`).then(async (reply) => new Uint8Array(await reply.arrayBuffer()));
    tiles.set(path, read);
    return read;
  };
  return async (level, from, count) => {
    const tile = Math.floor(from / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - tile * TILE_WIDTH);
    const bytes = await tileAt(`${level}/${tileName(tile, width)}`);
    const start = from - tile * TILE_WIDTH;
    return Array.from({ length: count }, (_, at) =>
      bytes.slice((start + at) * HASH_BYTES, (start + at + 1) * HASH_BYTES),
    );
  };
}

/** Returns the entries of a bundle: each with its length in two bytes. */
function entriesOf(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    entries.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}

/** The entries of a log, and why they prove nothing if they do not fit its signed state. */
export type ReadLog =
  | { readonly origin: string; readonly entries: readonly string[] }
  | { readonly fault: 'notSigned' | 'otherEntries' };

/**
 * Reads all entries of a log, and checks that they make the tree that the key signed.
 *
 * @throws Error if a file of the log cannot be read
 */
export async function readLog(url: string, publicKey: Uint8Array): Promise<ReadLog> {
  const note = readNote(await (await get(`${url}/checkpoint`)).text());
  const checkpoint = note && readCheckpoint(note.text);
  if (!note || !checkpoint) throw new Error(`${url}/checkpoint is not a checkpoint`);
  const { origin, size, root } = checkpoint;
  if (typeof checkSignature(NOTE_CRYPTO, note, { name: origin, type: 'log', publicKey }) === 'string')
    return { fault: 'notSigned' };
  const entries: string[] = [];
  for (let tile = 0; tile * TILE_WIDTH < size; tile += 1) {
    const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH);
    const reply = await get(`${url}/tile/entries/${tileName(tile, width)}`);
    entries.push(...entriesOf(Buffer.from(await reply.arrayBuffer())));
  }
  return isSameBytes(rootOfEntries(entries), root) ? { origin, entries } : { fault: 'otherEntries' };
}

function rootOfEntries(entries: readonly string[]): Uint8Array {
  const leaves = entries.map((entry) => entryHash(sha256Bytes, entry));
  const roots = subtreesOf({ from: 0, to: leaves.length }).map(({ level, from, count }) => {
    const covered = TILE_WIDTH ** level;
    return foldHashes(sha256Bytes, leaves.slice(from * covered, (from + count) * covered));
  });
  return joinSubtrees(sha256Bytes, roots);
}
