import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  cosignatureBytes,
  cosignedMessage,
  keyIdOf,
  signatureLine,
  textOfKey,
  type NoteKey,
} from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';

/** The memory of a witness about one log. Before the first signature, the size is 0 and the note is empty. */
export type KnownLog = {
  /** The public key of the log with its name. */
  readonly publicKey: string;
  readonly size: number;
  /** The root in base64. */
  readonly root: string;
  /** The last checkpoint, with the signatures of the log and of the witness. */
  readonly note: string;
};

/** The key of a witness. */
export type WitnessKey = {
  readonly text: string;
  readonly key: NoteKey;
  /** Returns the line of the signature on the text of a checkpoint, with the present time. */
  cosign(text: string): string;
};

/** Writes a file so that it is whole at any moment, also after a power cut. */
function writeWhole(path: string, folder: string, text: string): void {
  const part = `${path}.part`;
  const file = openSync(part, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(part, path);
  const parent = openSync(folder, 'r');
  fsyncSync(parent);
  closeSync(parent);
}

/** Returns whether a process runs. This process itself does not count: a container gives each start the same number. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Locks the folder of a witness until this process exits, because two processes could sign different states.
 *
 * @throws Error if another process uses the folder
 */
export function lockFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'witness.lock');
  const owner = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN;
  if (isRunning(owner)) throw new Error(`The process ${owner} already uses the folder ${folder}`);
  rmSync(path, { force: true });
  writeFileSync(path, String(process.pid), { flag: 'wx' });
  process.once('exit', () => rmSync(path, { force: true }));
}

/**
 * Reads the key of the witness. Creates it if there is none.
 *
 * @throws Error if the name is needed and missing
 */
export function openWitnessKey(folder: string, name: string | undefined): WitnessKey {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'witness-key.json');
  if (!existsSync(path)) {
    if (name === undefined) throw new Error('A new witness needs a name: --name=witness.example');
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
    writeWhole(path, folder, `${JSON.stringify({ name, key: jwk })}\n`);
  }
  const stored = JSON.parse(readFileSync(path, 'utf8')) as { name: string; key: { kty: string; x: string } };
  const privateKey = createPrivateKey({ key: stored.key, format: 'jwk' });
  const publicKey = new Uint8Array(Buffer.from(stored.key.x, 'base64url'));
  const key: NoteKey = { name: stored.name, type: 'witness', publicKey };
  return {
    key,
    text: textOfKey(sha256Bytes, key),
    cosign(text) {
      const seconds = Math.floor(Date.now() / 1_000);
      const bytes = cosignatureBytes(seconds, sign(null, cosignedMessage(text, seconds), privateKey));
      return signatureLine({ name: key.name, keyId: keyIdOf(sha256Bytes, key), bytes });
    },
  };
}

/** The memory of a witness: what it signed last of each log, by the log's origin. */
export type WitnessState = {
  find(origin: string): KnownLog | undefined;
  /** Stores a log durably before it returns. */
  store(origin: string, log: KnownLog): void;
  /** Keeps two checkpoints that contradict each other. Returns the path of the file. */
  keepEvidence(name: string, text: string): string;
};

export function openWitnessState(folder: string): WitnessState {
  const path = join(folder, 'witness-state.json');
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, KnownLog>) : {};
  const logs = new Map(Object.entries(stored));
  return {
    find: (origin) => logs.get(origin),
    store(origin, log) {
      const next = new Map(logs).set(origin, log);
      writeWhole(path, folder, `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`);
      logs.set(origin, log);
    },
    keepEvidence(name, text) {
      const file = join(folder, name);
      writeWhole(file, folder, text);
      return file;
    },
  };
}
