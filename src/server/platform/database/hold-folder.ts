import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The refusal of a second process. Two processes in one folder would destroy the database. */
export const FOLDER_IN_USE =
  'The embedded database allows one process only. Stop the server, run this command, and start the server again.';

/**
 * Holds the folder of an embedded database until `release` is called or the process ends. A socket holds it, and no file:
 * the operating system closes the sockets of a process that crashed.
 * @throws Error if another process holds the folder
 */
export async function holdFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const path = socketOf(folder);
  const holder = await listenAt(path).catch(async (error: unknown) => {
    if (await isHeld(path)) throw new Error(FOLDER_IN_USE);
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    // A process that crashed left the name of its socket.
    await rm(path, { force: true });
    return listenAt(path);
  });
  holder.unref();
  return {
    release: async () => {
      holder.close();
      await once(holder, 'close');
    },
  };
}

/** Returns a short path, because a path of a socket has at most about 100 characters. */
function socketOf(folder: string): string {
  const name = `greenlot-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(path);
  await once(server, 'listening');
  return server;
}

async function isHeld(path: string): Promise<boolean> {
  const socket = connect(path);
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
