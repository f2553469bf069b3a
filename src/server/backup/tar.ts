import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, pack, type Pack } from 'tar-stream';

/** A file in an archive. */
export type Entry = { readonly name: string; readonly bytes: Uint8Array };

/** A larger size in a header means damage, because no entry of ours is that large. */
const ENTRY_BYTES_MAX = 256 * 2 ** 20;

/** Yields the entries as a tar archive, including its end. Only one entry is in memory at a time. */
export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const adding = addAll(archive, entries).catch((failure: Error) => archive.destroy(failure));
  yield* archive as AsyncIterable<Uint8Array>;
  await adding;
}

async function addAll(archive: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  for await (const { name, bytes } of entries) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The time is fixed, so that the same rows give the same archive.
    archive.entry({ name, mode: 0o600, mtime: new Date(0) }, Buffer.from(bytes), (failure) =>
      failure ? reject(failure) : resolve(),
    );
    await promise;
  }
  archive.finalize();
}

/** Yields the entries of an archive, in order. Throws if the archive is damaged or ends too early. */
export async function* unpackTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const archive = extract();
  const reading = Readable.from(source);
  reading.on('error', (failure) => archive.destroy(failure)).pipe(archive);
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header;
      if (size > ENTRY_BYTES_MAX) throw new Error(`${name} is too large`);
      yield { name, bytes: await buffer(entry) };
    }
  } catch (failure) {
    if (!(failure instanceof Error) || 'code' in failure) throw failure;
    throw new Error(`the archive is damaged: ${failure.message}`, { cause: failure });
  }
}
