/**
 * Limits how many tasks run at the same time. Other tasks wait in order of arrival. `acquire` returns a function that
 * ends the caller's turn.
 */
export type Semaphore = { acquire(): Promise<() => void> };

export function createSemaphore(most: number): Semaphore {
  let free = most;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async acquire() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isOver = false;
      return () => {
        if (!isOver) giveBack();
        isOver = true;
      };
    },
  };
}
