import { ApiError } from '#web/platform/calls/api-error.ts';
import { isServerReachable } from '#web/platform/calls/wait-for-server.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/**
 * After a deployment, the chunks of the old page are gone, and one reload loads the new ones. If loading fails again
 * within this time, in ms, a deployment is not the cause, and the page shows the error.
 */
const RELOAD_AGAIN_MS = 60_000;
/** After the person began to leave the page, failed loads are not reported for this time, in ms. */
const LEAVING_MS = 1_000;

/**
 * Code, styles or phrases of the page that could not be loaded. React caches the failure of a lazy component, and some
 * browsers cache the failure of code. Only a reload of the page (`reloadPage`) helps.
 */
export class ChunkMissing extends ApiError {}

const isTime = (value: unknown): value is number => typeof value === 'number';
const PENDING = new Promise<never>(() => undefined);
let isReloading = false;
let isUnderWay = false;
let attempt = PENDING;

/**
 * Returns a promise for callers whose chunk is missing. The promise stays pending while the page reloads. It rejects if
 * no reload is possible.
 */
export const pageReload = (): Promise<never> => attempt;

/** Listens for chunks and phrases that could not be fetched. Called once, at the start. */
export function reloadOnMissingChunk(): void {
  let leavingAtMs = -LEAVING_MS;
  window.addEventListener('beforeunload', (event) => {
    leavingAtMs = performance.now();
    // Forms save unsent input and restore it after the reload, so the browser need not ask.
    if (isReloading) event.stopImmediatePropagation();
  });
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    if (performance.now() - leavingAtMs < LEAVING_MS) return;
    const isAgain = Date.now() - (readStored('reloadedAt', isTime) ?? 0) < RELOAD_AGAIN_MS;
    void reloadPage(isAgain ? event.payload : undefined);
  });
}

/**
 * Reloads the page. If the server does not respond, or if `broken` is given, `pageReload` rejects instead. `broken` is
 * an error that a reload did not fix.
 */
export async function reloadPage(broken?: Error): Promise<void> {
  if (isUnderWay) return;
  isUnderWay = true;
  attempt = reload(broken);
  await attempt.catch(() => undefined);
  isUnderWay = false;
}

/**
 * Reloads the page, but only if the server responds. Otherwise the browser's own error page would replace this page,
 * and unsent input would be lost.
 */
async function reload(broken: Error | undefined): Promise<never> {
  // Must be read before the request to the server, because the network may return during the request.
  const code = navigator.onLine ? 'no_response' : 'connection_lost';
  if (!(await isServerReachable())) throw new ChunkMissing(code, {});
  if (broken) throw broken;
  keep('reloadedAt', Date.now());
  isReloading = true;
  location.reload();
  return PENDING;
}
