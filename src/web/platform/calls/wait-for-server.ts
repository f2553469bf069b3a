import { backoffMs } from '#web/platform/calls/backoff.ts';

/** Resolves to true if the server responds now. */
export const isServerReachable = (signal: AbortSignal | null = null): Promise<boolean> =>
  fetch('/env', { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Resolves as soon as the server responds. A browser may report that it is online before requests reach the server.
 * Sends a request immediately, and more after growing waits, until `signal` is aborted.
 */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; !signal.aborted && !(await isServerReachable(signal)); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
}
