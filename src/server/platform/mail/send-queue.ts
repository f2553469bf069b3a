import type { Timers } from '#server/platform/runtime/timers.ts';

/** What waits in the database to be sent, each by one of the processes. */
export type SendQueue<T> = {
  /** Takes at most so many that are due, so that no other process takes them too. */
  claim(this: void, max: number): Promise<readonly T[]>;
  /** Sends one and notes what came of it; says whether it went out. */
  send(this: void, one: T): Promise<boolean>;
};

type Options = {
  /** How many this process sends at the same time. */
  readonly slots: number;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (error: unknown) => void;
};

const LOOK_EVERY_MS = 1_000;

/**
 * Sends for as long as the process lives. Nothing waits for another one to be sent: whatever goes out makes room for the
 * next at once, whatever fails at the next look, a second later at most. Stopping waits for what is under way.
 */
export function startSending<T>({ claim, send }: SendQueue<T>, { slots, timers, failed }: Options) {
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let mayHaveMore = false;
  let isStopped = false;

  async function take(): Promise<void> {
    do {
      mayHaveMore = false;
      for (const one of await claim(slots - underWay.size)) begin(one);
    } while (mayHaveMore && mayTake());
  }
  const mayTake = (): boolean => !isStopped && underWay.size < slots;
  function look(): void {
    mayHaveMore = true;
    if (!mayTake()) return;
    looking ??= take()
      .catch(failed)
      .finally(() => (looking = undefined));
  }
  function begin(one: T): void {
    const finish = async (): Promise<void> => {
      const isSent = await send(one).catch(failed);
      underWay.delete(sending);
      if (isSent) look();
    };
    const sending = finish();
    underWay.add(sending);
  }

  const stop = timers.every(LOOK_EVERY_MS, look);
  look();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      stop();
      await looking;
      await Promise.all(underWay);
    },
  };
}
