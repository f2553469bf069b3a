import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TICK_MS = 10;

/** Returns the milliseconds of processor time that one process, without its children, has used so far. Exact to 10 ms. */
export async function processorMsOf(pid: number): Promise<number> {
  const { user, system } = await statOf(String(pid));
  return (user + system) * TICK_MS;
}

/**
 * Returns the milliseconds of processor time that this process and a PostgreSQL server have used so far. The server's
 * time includes all its connections and parallel workers, and is exact to 10 ms. Other work on the machine does not
 * count.
 */
export async function processorMs(dataFolder: string): Promise<number> {
  const postmaster = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0] ?? '';
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ticks = await Promise.all(processes.map((process) => ticksOf(process, postmaster)));
  const { user, system } = process.cpuUsage();
  return ticks.reduce((sum, took) => sum + took, 0) * TICK_MS + (user + system) / 1_000;
}

/**
 * Returns the CPU ticks of a process: of the postmaster with its ended children, of a running child alone, 0 for any
 * other process. The postmaster's ticks already include those of a child that ends before it is read.
 */
async function ticksOf(process: string, postmaster: string): Promise<number> {
  const { parent, user, system, ofChildren } = await statOf(process);
  if (process === postmaster) return user + system + ofChildren;
  return parent === postmaster ? user + system : 0;
}

/** Reads a process's parent and its CPU ticks. A process that has ended meanwhile has none. */
async function statOf(process: string) {
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(9, 13).map(Number);
  return { parent, user, system, ofChildren: ofChildren + systemOfChildren };
}
