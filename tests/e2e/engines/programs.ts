import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Starts programs. They end together with everything that they started, at the latest when this process ends. */
export type Programs = {
  /** Starts a program. `lineOf` can wait for lines of its stderr, and of its file descriptor 3. */
  begin(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  end(): void;
};

export function programs(): Programs {
  const started: ChildProcess[] = [];
  const killAll = (): void => {
    for (const { pid } of started.splice(0)) if (pid !== undefined) killGroup(pid);
  };
  process.once('exit', killAll);
  return {
    begin(command, args, env = {}) {
      // A detached program has its own process group, so that the whole group can be killed.
      const child = spawn(command, args, {
        detached: true,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      });
      // A missing program is noticed later, when the test waits for its output. Unread output would block a program.
      child.on('error', () => undefined);
      for (const stream of [child.stderr, child.stdio[3] as Readable]) stream?.resume();
      started.push(child);
      return child;
    },
    end() {
      process.off('exit', killAll);
      killAll();
    },
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

/** Waits for the first line that matches a pattern. */
export const lineOf = (stream: Readable, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    const lines = createInterface(stream);
    lines.on('line', (line) => {
      const found = pattern.exec(line);
      if (found) resolve(found);
    });
    lines.on('close', () => reject(new Error('the program ended without an answer')));
  });

/**
 * Rejects after a time-out, because some calls of browsers never return.
 *
 * @throws Error after `ms` milliseconds
 */
export async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
