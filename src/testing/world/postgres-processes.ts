import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Kills all processes of a PostgreSQL server. Data in memory that were not written to the disk yet are lost. */
export async function killPostgres(dataFolder: string): Promise<void> {
  const postmaster = await postmasterOf(dataFolder);
  // The postmaster is stopped first. Otherwise it could start new processes, or shut others down, in the meantime.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of [...(await childrenOf(postmaster)), postmaster]) killIfThere(pid);
  while (isThere(postmaster)) await pause(5);
}

/**
 * Kills the process of one connection, as the kernel does when memory is short. PostgreSQL then recovers automatically.
 */
export async function killBackend(dataFolder: string, choose: (pids: readonly number[]) => number): Promise<void> {
  const backends: number[] = [];
  for (const pid of await childrenOf(await postmasterOf(dataFolder))) if (await isBackend(pid)) backends.push(pid);
  if (backends.length > 0) killIfThere(choose(backends));
}

/** Stops the processes that send changes to standbys, so that a standby receives nothing more. */
export const holdReplication = (dataFolder: string): Promise<void> => signalSenders(dataFolder, 'SIGSTOP');

/** Lets the processes continue that `holdReplication` stopped. */
export const continueReplication = (dataFolder: string): Promise<void> => signalSenders(dataFolder, 'SIGCONT');

async function signalSenders(dataFolder: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await childrenOf(await postmasterOf(dataFolder)))
    if (await hasTitle(pid, 'postgres: walsender ')) signalled(pid, signal);
}

async function postmasterOf(dataFolder: string): Promise<number> {
  const [pid = ''] = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

/** Returns the children of a process. The kernel's own list of children may lack some while others end. */
async function childrenOf(pid: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isChild = async (name: string): Promise<boolean> => {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === pid;
  };
  const found = await Promise.all(processes.map(async (name) => ((await isChild(name)) ? [Number(name)] : [])));
  return found.flat();
}

/** Returns whether a process serves a connection. The title of such a process contains the user and the address. */
const isBackend = (pid: number): Promise<boolean> => hasTitle(pid, 'postgres: postgres ');

const hasTitle = (pid: number, start: string): Promise<boolean> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (title) => title.startsWith(start),
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
