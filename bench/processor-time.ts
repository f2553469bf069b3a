import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TICK_MS = 10;

/**
 * Returns the milliseconds of processor time that a PostgreSQL server (with all its connections and parallel workers)
 * and this process have used so far. Other work on the machine does not count. Linux reports hundredths of a second.
 */
export async function processorMs(dataFolder: string): Promise<number> {
  const postmaster = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0] ?? '';
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const ticks = await Promise.all(processes.map((process) => ticksOf(process, postmaster)));
  const { user, system } = process.cpuUsage();
  return ticks.reduce((sum, took) => sum + took, 0) * TICK_MS + (user + system) / 1_000;
}

/** Returns the ticks of the server's process, which include those of its ended children, or of a running child. */
async function ticksOf(process: string, postmaster: string): Promise<number> {
  // The parent counts a child that has just ended.
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(9, 13).map(Number);
  if (process === postmaster) return user + system + ofChildren + systemOfChildren;
  return parent === postmaster ? user + system : 0;
}
