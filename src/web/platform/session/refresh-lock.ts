/**
 * The lock under which tabs exchange refresh tokens and replace the session, one tab after another. Each tab may run in
 * its own process, so the shared storage may show another tab's write late. Browsers keep locks in one place, so a lock
 * is never late.
 */
const LOCK_NAME = 'greenlot.refresh';

/**
 * Returns true if the browser has locks. Locks exist only with HTTPS or on localhost. Without locks, calls wait only
 * for other calls in this tab.
 */
export const hasLocks = (): boolean => 'locks' in navigator;

let last: Promise<unknown> = Promise.resolve();

/** Calls `run` while no other call of this function runs in any tab. */
export function withRefreshLock<Value>(run: () => Promise<Value>): Promise<Value> {
  if (hasLocks()) return navigator.locks.request(LOCK_NAME, run);
  const mine = last.then(run);
  last = mine.catch(() => undefined);
  return mine;
}

const markOf = (refreshToken: string): string => `greenlot.spent.${refreshToken.slice(-16)}`;
let dropLast: (() => void) | undefined;

/**
 * Tells all tabs that this token was exchanged. The mark is a lock. This tab holds the lock until its next exchange.
 */
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

/** Returns true if the last exchange of an open tab used this refresh token. Without locks, always returns false. */
export async function isExchanged(refreshToken: string): Promise<boolean> {
  if (!hasLocks()) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === markOf(refreshToken)) ?? false;
}
