import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TemporaryFolder = { readonly path: string; remove(): Promise<void> };

/**
 * Creates a folder for a test. `remove` deletes the folder. If `remove` is not called, the folder is deleted when the
 * process ends, also by Ctrl-C.
 */
export async function temporaryFolder(name: string, parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, `greenlot-${name}-`));
  const removeAtExit = (): void => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  return {
    path,
    async remove() {
      process.off('exit', removeAtExit);
      // A killed program may still write to the folder for a moment.
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
