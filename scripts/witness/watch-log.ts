import { isConsistent } from '#domain/transparency/merkle.ts';
import { base64Of, readKey } from '#domain/transparency/note.ts';
import { sha256, sha256Bytes } from '#server/platform/runtime/sha256.ts';
import { consistencyProof, rootOf } from '#server/transparency-log/tree-hashes.ts';
import { cosign, knownTree, readSigned, type SignedCheckpoint } from './judge-checkpoint.ts';
import { get, tileReader } from './log-files.ts';
import type { WitnessKey, WitnessState } from './witness-state.ts';

type Witness = { readonly key: WitnessKey; readonly state: WitnessState };

/** The address of a log and its name. */
export type WatchedLog = { readonly url: string; readonly origin: string };

/** The log as its server describes it. Its key is stored at the first visit and never replaced. */
export async function learnLog(
  state: WitnessState,
  url: string,
  publicKey: string | undefined,
): Promise<WatchedLog & { readonly isNew: boolean; readonly publicKey: string }> {
  const text = publicKey ?? (await publishedKey(url));
  const key = readKey(sha256Bytes, text);
  if (key?.type !== 'log') throw new Error(`${text} is not the public key of a log`);
  const known = state.find(key.name);
  if (publicKey !== undefined && known && known.publicKey !== text)
    throw new Error(`This witness knows the log ${key.name} with the key ${known.publicKey}`);
  if (!known)
    state.store(key.name, { publicKey: text, size: 0, root: base64Of(sha256Bytes(new Uint8Array())), note: '' });
  return { url, origin: key.name, isNew: !known, publicKey: text };
}

async function publishedKey(url: string): Promise<string> {
  const home = url.replace(/\/log$/, '');
  const reply = (await (await get(`${home}/auction-api/transparency-log`)).json()) as { data: { publicKey: string } };
  return reply.data.publicKey;
}

/** The finding of a visit. Only `contradiction` is proof that the log was changed. */
export type Visit =
  | { readonly found: 'same' | 'older' | 'signed'; readonly size: number }
  | { readonly found: 'contradiction'; readonly what: string; readonly file: string };

/**
 * Reads the checkpoint of a log, and signs it if the log still contains everything that the witness signed before.
 *
 * @throws Error if the log cannot be read; that is no proof of anything
 */
export async function visitLog(witness: Witness, { url, origin }: WatchedLog): Promise<Visit> {
  const { state } = witness;
  const text = await (await get(`${url}/checkpoint`)).text();
  const signed = readSigned(state, text);
  const known = state.find(origin);
  if (!known) throw new Error(`the log ${origin} is not known`);
  if ('status' in signed && signed.status === 400) throw new Error(`${url}/checkpoint is not a checkpoint`);
  if ('status' in signed || signed.origin !== origin)
    return contradict(state, origin, text, `the log is not signed with the key that it had before, ${known.publicKey}`);
  if (known.note !== '' && signed.size === known.size && base64Of(signed.root) === known.root)
    return { found: 'same', size: signed.size };
  if (signed.size < known.size)
    return (await isPrefix(url, signed, knownTree(known)))
      ? { found: 'older', size: signed.size }
      : contradict(
          state,
          origin,
          text,
          `entries were removed: the log has ${signed.size} entries, and had ${known.size} before`,
        );
  const tree = { sha256: sha256Bytes, read: tileReader(url, signed.size) };
  const proof = await consistencyProof(tree, known.size, signed.size);
  const isRight = await isRootOf(tree, signed);
  // Another answer may have moved the state while this visit read tiles.
  if (state.find(origin)?.size !== known.size) return { found: 'older', size: signed.size };
  const judged = isRight ? cosign(witness, signed, { before: known.size, proof }) : undefined;
  return judged?.status === 200
    ? { found: 'signed', size: signed.size }
    : contradict(state, origin, text, 'entries were changed: the log does not contain what this witness signed before');
}

/** Returns whether the tiles of a log give the root that it signed. */
const isRootOf = async (tree: Parameters<typeof rootOf>[0], { size, root }: SignedCheckpoint): Promise<boolean> =>
  Buffer.from(await rootOf(tree, size)).equals(root);

/** Returns whether a smaller state is an earlier one of the known log, such as from a cache. */
async function isPrefix(url: string, signed: SignedCheckpoint, known: ReturnType<typeof knownTree>): Promise<boolean> {
  try {
    const tree = { sha256: sha256Bytes, read: tileReader(url, known.size) };
    return isConsistent(sha256Bytes, signed, known, await consistencyProof(tree, signed.size, known.size));
  } catch {
    // The server no longer has the entries that it had.
    return false;
  }
}

function contradict(state: WitnessState, origin: string, note: string, what: string): Visit {
  const before = state.find(origin)?.note ?? '';
  const name = `evidence-${sha256(before + note).slice(0, 16)}.txt`;
  const file = state.keepEvidence(name, `${what}\n\nSigned before:\n\n${before}\nNow:\n\n${note}`);
  return { found: 'contradiction', what, file };
}
