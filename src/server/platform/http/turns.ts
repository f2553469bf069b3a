/** A semaphore: limits how many run at a time. The others wait in order of arrival. */
export type Turns = { take(): Promise<() => void> };

export function createTurns(most: number): Turns {
  let free = most;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take() {
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
