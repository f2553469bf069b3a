import { hasLocks } from '#web/platform/session/refresh-turns.ts';

/** A tab that nobody looks at lets the others go first. */
const HIDDEN_WAITS_MS = 600;
/** Longer than the tabs take to hear of the same thing. */
const HELD_MS = 15_000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Does something in one tab of all that come to it: the one that takes the lock, which it then holds for a while. */
export async function tellOnce(name: string, tell: () => void): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(HIDDEN_WAITS_MS);
  if (!hasLocks()) return tell();
  await navigator.locks.request(`greenlot.notice.${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    tell();
    await pause(HELD_MS);
  });
}
