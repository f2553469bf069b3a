import { ApiError } from '#web/platform/calls/api-error.ts';
import { isServerThere } from '#web/platform/calls/server-there.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

/**
 * After a deployment the chunks of the old page are gone: one reload brings the new ones. A second failure soon after is
 * something else, and shown.
 */
const RELOAD_AGAIN_MS = 60_000;
/** What is broken off because the page is being left isn't missing. */
const LEAVING_MS = 1_000;

/**
 * Code, styles or words of the page that didn't come. React remembers that of a part that it was to draw, and some
 * browsers of code: only the page loaded anew brings them (`loadPageAnew`).
 */
export class PartMissing extends ApiError {}

const isTime = (value: unknown): value is number => typeof value === 'number';
const NEVER = new Promise<never>(() => undefined);
let isReloading = false;
let isUnderWay = false;
let attempt = NEVER;

/** What waits for a chunk that is gone waits for the new page: this ends only where none is to be had. */
export const pageLoadedAnew = (): Promise<never> => attempt;

/** Once, at start: listens for chunks and words that couldn't be fetched. */
export function loadAnewWhereMissing(): void {
  let leavingAtMs = -LEAVING_MS;
  window.addEventListener('beforeunload', (event) => {
    leavingAtMs = performance.now();
    // What was typed is kept by its form, and there again: nobody is asked about it.
    if (isReloading) event.stopImmediatePropagation();
  });
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    if (performance.now() - leavingAtMs < LEAVING_MS) return;
    const isAgain = Date.now() - (readStored('reloadedAt', isTime) ?? 0) < RELOAD_AGAIN_MS;
    void loadPageAnew(isAgain ? event.payload : undefined);
  });
}

/** Where no server answers the page stays, and `pageLoadedAnew` ends; so it does with `broken`, what no reload mends. */
export async function loadPageAnew(broken?: Error): Promise<void> {
  if (isUnderWay) return;
  isUnderWay = true;
  attempt = reload(broken);
  await attempt.catch(() => undefined);
  isUnderWay = false;
}

/** Without a server the browser's own error page would have nothing on it, not even what was typed. */
async function reload(broken: Error | undefined): Promise<never> {
  // Read before the server is asked: the network may be back by then.
  const code = navigator.onLine ? 'no_response' : 'connection_lost';
  if (!(await isServerThere())) throw new PartMissing(code, {});
  if (broken) throw broken;
  keep('reloadedAt', Date.now());
  isReloading = true;
  location.reload();
  return NEVER;
}
