/** Lets so many at a time; the others wait in the order in which they came. */
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
