import type { Timers } from '#server/platform/runtime/timers.ts';

/** Items in the database that wait to be sent. Exactly one of the processes sends each item. */
export type SendQueue<T> = {
  /** Claims at most `max` due items, so that no other process takes them. */
  claim(this: void, max: number): Promise<readonly T[]>;
  /** Sends one item, records the result, and returns whether the item was sent. */
  send(this: void, one: T): Promise<boolean>;
};

type Options = {
  /** The maximum number of items that this process sends at the same time. */
  readonly slots: number;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (error: unknown) => void;
};

const LOOK_EVERY_MS = 1_000;

/**
 * Sends queued items until stopped. Items do not wait for each other. The queue is read every second, and also
 * immediately after an item was sent. The returned `stop` waits for sends in progress.
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
