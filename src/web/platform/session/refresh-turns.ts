/**
 * Tabs exchange refresh tokens, and replace the session, one after the other. The storage that they share may show one
 * tab's writing late to another, which runs in a process of its own; locks are kept in one place and are never late.
 */
const TURN = 'greenlot.refresh';

/** Locks exist in secure contexts only; without them the calls of one tab still take turns. */
export const hasLocks = (): boolean => 'locks' in navigator;

let last: Promise<unknown> = Promise.resolve();

export function takeTurns<Value>(run: () => Promise<Value>): Promise<Value> {
  if (hasLocks()) return navigator.locks.request(TURN, run);
  const mine = last.then(run);
  last = mine.catch(() => undefined);
  return mine;
}

const markOf = (refreshToken: string): string => `greenlot.spent.${refreshToken.slice(-16)}`;
let dropLast: (() => void) | undefined;

/** Says to all tabs that this token was exchanged, by a lock that this one holds until the next. */
export async function markSpent(refreshToken: string): Promise<void> {
  if (!hasLocks()) return;
  dropLast?.();
  const untilNext = new Promise<void>((drop) => {
    dropLast = drop;
  });
  await new Promise<void>((isHeld) => {
    void navigator.locks.request(markOf(refreshToken), () => {
      isHeld();
      return untilNext;
    });
  });
}

export async function isSpent(refreshToken: string): Promise<boolean> {
  if (!hasLocks()) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === markOf(refreshToken)) ?? false;
}
