import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '#testing/world/server-process.ts';

/** The server processes of a run. */
export type Fleet = {
  /** Addresses of the running processes. */
  urls(): readonly string[];
  /** Kills these processes at the same time, runs `meanwhile` while they are down, and restarts them. */
  strike(which: readonly number[], meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops one process where it is (SIGSTOP), runs `meanwhile`, and lets the process continue. */
  freeze(index: number, meanwhile: () => Promise<void>): Promise<void>;
  /**
   * Shuts one process down gracefully, waits for its end, and restarts it. Returns how long the shutdown took, in ms.
   */
  shutDown(index: number): Promise<number>;
  /** Error output of servers that ended although nobody killed them. */
  endedAlone(): readonly string[];
  /** Kills all processes and does not restart them. */
  end(): Promise<void>;
};

const START_TRIES = 10;

/**
 * Starts the processes.
 *
 * @param entrance the common address of all processes, if a proxy is in front of them
 */
export async function startFleet(
  start: (index: number) => Promise<ServerProcess>,
  size: number,
  entrance?: string,
): Promise<Fleet> {
  const running = new Map<number, ServerProcess>();
  const endedAlone: string[] = [];

  const launch = async (index: number): Promise<void> => {
    const server = await startPatiently(() => start(index));
    running.set(index, server);
    void mind(index, server);
  };
  const mind = async (index: number, server: ServerProcess): Promise<void> => {
    const complaint = await server.ended;
    if (running.get(index) !== server) return;
    running.delete(index);
    endedAlone.push(complaint);
    await launch(index);
  };
  const kill = async (index: number): Promise<void> => {
    const server = running.get(index);
    running.delete(index);
    await server?.kill();
  };

  await Promise.all(Array.from({ length: size }, (_, index) => launch(index)));
  return {
    urls: () => (entrance === undefined ? [...running.values()].map(({ baseUrl }) => baseUrl) : [entrance]),
    async strike(which, meanwhile) {
      await Promise.all(which.map(kill));
      await meanwhile?.();
      await Promise.all(which.map(launch));
    },
    async freeze(index, meanwhile) {
      const pid = running.get(index)?.pid;
      if (pid !== undefined) process.kill(pid, 'SIGSTOP');
      try {
        await meanwhile();
      } finally {
        if (pid !== undefined) process.kill(pid, 'SIGCONT');
      }
    },
    async shutDown(index) {
      const server = running.get(index);
      running.delete(index);
      const askedAtMs = performance.now();
      await server?.stop();
      const tookMs = performance.now() - askedAtMs;
      await launch(index);
      return tookMs;
    },
    endedAlone: () => endedAlone,
    end: async () => void (await Promise.all([...running.keys()].map(kill))),
  };
}

/** Retries the start, because a server does not start without its database, which may be down at the moment. */
async function startPatiently(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (let i = 1; ; i += 1) {
    try {
      return await start();
    } catch (cause) {
      if (i === START_TRIES) throw new Error('a server did not start again', { cause });
      await pause(300);
    }
  }
}
