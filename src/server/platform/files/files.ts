import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where uploaded files are kept. Names are ours, never a client's: letters, digits, `-` and `.`. */
export type FileStore = {
  /** Answers once the file is there as a whole, whatever happens to this process. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The same bit by bit, for what is too large to be held for everybody who reads it. */
  stream(name: string): Promise<Readable | undefined>;
  /** Also where there is none. */
  remove(name: string): Promise<void>;
  /** All there are, in no order; those that come or go meanwhile may be among them or not. */
  names(): AsyncIterable<string>;
  /** Throws where files can't be kept here: a fault of the configuration, or of a service that isn't there. */
  check(): Promise<void>;
};

const NAME = /^[\w-]+\.\w+$/;

/** The name, where it is one of ours; throws where it could lead elsewhere. */
export function fileNameOf(name: string): string {
  if (!NAME.test(name)) throw new Error(`not a name of a file: ${name}`);
  return name;
}

const UNFINISHED = '.unfinished';

/** A local folder, which several processes of one machine may share. */
export function folderStore(folder: string): FileStore {
  const pathOf = (name: string): string => join(folder, fileNameOf(name));
  return {
    async write(name, bytes) {
      await mkdir(folder, { recursive: true });
      // Under another name first: nobody reads half a file.
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
