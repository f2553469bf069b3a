import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends every process of a PostgreSQL server at once: what was in their memory and not yet written is gone. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = await postmasterOf(dataFolder);
  // Held still, so that it starts nothing new and ends nobody politely while its children are killed.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of [...(await childrenOf(postmaster)), postmaster]) killIfThere(pid);
  while (isThere(postmaster)) await pause(5);
}

/** Ends the process behind one connection, as the kernel does when memory is short; PostgreSQL then recovers by itself. */
export async function killBackend(dataFolder: string, choose: (pids: readonly number[]) => number): Promise<void> {
  const backends: number[] = [];
  for (const pid of await childrenOf(await postmasterOf(dataFolder))) if (await isBackend(pid)) backends.push(pid);
  if (backends.length > 0) killIfThere(choose(backends));
}

async function postmasterOf(dataFolder: string): Promise<number> {
  const [pid = ''] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** A process says in its title what it does: those of connections name the user and the address. */
const isBackend = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (title) => title.startsWith('postgres: postgres '),
    () => false,
  );

const isThere = (pid: number): boolean => signalled(pid, 0);
const killIfThere = (pid: number): boolean => signalled(pid, 'SIGKILL');

function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
