import { backoffMs } from '#web/platform/calls/backoff.ts';

/** Returns whether the server answers now. */
export const isServerReachable = (signal: AbortSignal | null = null): Promise<boolean> =>
  fetch('/env', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Resolves when the server answers. A browser reports that it is online before requests get through. Asks at once, and
 * again after growing waits until `signal` is aborted.
 */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted && !(await isServerReachable(signal)); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
}
