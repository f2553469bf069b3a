import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Storage of uploaded files. Our code chooses the file names, never a client. A name consists of letters, digits, `_`,
 * `-` and one `.`.
 */
export type FileStore = {
  /** Stores a file. When the promise resolves, the whole file is stored, even if this process crashes afterwards. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Returns a file as a stream, for files that are too large to hold in memory during each download. */
  stream(name: string): Promise<Readable | undefined>;
  /** Removes a file; does nothing if there is none. */
  remove(name: string): Promise<void>;
  /** Lists all names in no particular order. Names that are added or removed meanwhile may be included or not. */
  names(): AsyncIterable<string>;
  /** Throws if files cannot be stored: the configuration is wrong, or the service is unreachable. */
  check(): Promise<void>;
};

const NAME = /^[\w-]+\.\w+$/;

/** Returns the name if it is one of ours; throws an Error if it could lead to another path. */
export function fileNameOf(name: string): string {
  if (!NAME.test(name)) throw new Error(`invalid file name: ${name}`);
  return name;
}

const UNFINISHED = '.unfinished';

/** Stores files in a local folder, which several processes of one machine may share. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, fileNameOf(name));
  return {
    async write(name, bytes) {
      await mkdir(folder, { recursive: true });
      // The file has a temporary name until it is complete, so that nobody reads half a file.
      const unfinished = join(folder, randomUUID() + UNFINISHED);
      const file = await open(unfinished, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, pathOf(name));
    },
    read: async (name) => readFile(pathOf(name)).catch(ifMissing),
    stream: async (name) => (await open(pathOf(name)).catch(ifMissing))?.createReadStream(),
    remove: async (name) => rm(pathOf(name), { force: true }),
    async *names() {
      const all = (await readdir(folder).catch(ifMissing)) ?? [];
      yield* all.filter((name) => NAME.test(name) && !name.endsWith(UNFINISHED));
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK);
    },
  };
}

function ifMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code !== 'ENOENT') throw failure;
}
