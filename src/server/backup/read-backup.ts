import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { MANIFEST, readManifest, type Manifest } from '#server/backup/manifest.ts';
import { unpackTar, type Entry } from '#server/backup/tar.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** The entries of an archive, one at a time in memory. */
export async function* entriesIn(path: string): AsyncGenerator<Entry> {
  const file = createReadStream(path);
  const plain = file.pipe(createGunzip());
  file.on('error', (failure) => plain.destroy(failure));
  try {
    yield* unpackTar(plain);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && String(failure.code).startsWith('Z_'))
      throw new Error(`the archive is damaged: ${failure.message}`, { cause: failure });
    throw failure;
  } finally {
    plain.destroy();
    file.destroy();
  }
}

/** Reads the whole archive and holds every byte of it against its manifest; throws where anything is missing or different. */
export async function checkBackup(path: string): Promise<Manifest> {
  const found = new Map<string, string>();
  let manifest: Manifest | undefined;
  for await (const { name, bytes } of entriesIn(path)) {
    if (manifest) throw new Error(`the archive is damaged: ${name} comes after its end`);
    if (name === MANIFEST) manifest = readManifest(bytes);
    else found.set(name, sha256(bytes));
  }
  if (!manifest) throw new Error('the archive is damaged: it has no manifest');
  for (const { name, sha256: expected } of manifest.entries) {
    if (found.get(name) !== expected) throw new Error(`the archive is damaged: ${name} is not what was written`);
    found.delete(name);
  }
  const [unknown] = found.keys();
  if (unknown !== undefined) throw new Error(`the archive is damaged: ${unknown} is not in its manifest`);
  return manifest;
}
