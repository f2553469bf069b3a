import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum number of bytes of a file in memory. The rest is in a temporary file. */
const MEMORY_MAX = 1_048_576;

type Spooled = { readonly bytes: Uint8Array; readonly rest?: AsyncIterable<Uint8Array> };

/**
 * Writes a file completely before it is sent. So a slow client occupies no database connection, an error is an error
 * reply and not a file that ends early, and memory stays flat. The temporary file has no name as soon as it is open, so it
 * disappears with the process.
 */
export async function spool(parts: AsyncIterable<string>): Promise<Spooled> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let disk: FileHandle | undefined;
  try {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      if (size + bytes.length <= MEMORY_MAX && !disk) kept.push(bytes);
      else await (disk ??= await openTemporary()).writeFile(bytes);
      size += bytes.length;
    }
  } catch (error) {
    await disk?.close();
    throw error;
  }
  const bytes = Buffer.concat(kept);
  return disk ? { bytes, rest: disk.createReadStream({ start: 0 }) } : { bytes };
}

async function openTemporary(): Promise<FileHandle> {
  const path = join(tmpdir(), `greenlot-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
