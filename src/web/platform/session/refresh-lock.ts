/**
 * Tabs exchange refresh tokens and replace the session one after the other, under this lock. Each tab may run in its
 * own process, and the shared storage may show another tab's write late. Locks are kept in one place and never late.
 */
const LOCK_NAME = 'greenlot.refresh';

/** Locks exist in secure contexts only. Without them, only the calls within one tab take turns. */
export const hasLocks = (): boolean => 'locks' in navigator;

let last: Promise<unknown> = Promise.resolve();

/** Runs `run` alone: no other call of this function, in any tab, runs at the same time. */
export function withRefreshLock<Value>(run: () => Promise<Value>): Promise<Value> {
  if (hasLocks()) return navigator.locks.request(LOCK_NAME, run);
  const mine = last.then(run);
  last = mine.catch(() => undefined);
  return mine;
}

const markOf = (refreshToken: string): string => `greenlot.spent.${refreshToken.slice(-16)}`;
let dropLast: (() => void) | undefined;

/** Tells all tabs that this token was exchanged. The sign is a lock that this tab holds until the next exchange. */
export async function markExchanged(refreshToken: string): Promise<void> {
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

/** Returns whether an open tab's last exchange used this refresh token. Always false without locks. */
export async function isExchanged(refreshToken: string): Promise<boolean> {
  if (!hasLocks()) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === markOf(refreshToken)) ?? false;
}
