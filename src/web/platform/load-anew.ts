import { ApiError } from '#web/platform/api-error.ts';
import { keep, readStored } from '#web/platform/browser-storage.ts';

/**
 * After a deployment the chunks of the old page are gone: one reload brings the new ones. A second failure soon after is
 * something else, and shown.
 */
const RELOAD_AGAIN_MS = 60_000;
/** What is broken off because the page is being left isn't missing. */
const LEAVING_MS = 1_000;

const isTime = (value: unknown): value is number => typeof value === 'number';
const NEVER = new Promise<never>(() => undefined);
let isReloading = false;
let underWay: Promise<never> | undefined;

/** What waits for a chunk that is gone waits for the new page: this ends only where none can be had, with an ApiError. */
export const pageLoadedAnew = (): Promise<never> => underWay ?? NEVER;

/** Once, at start: listens for chunks and words that couldn't be fetched. */
export function loadAnewWhereMissing(): void {
  let leavingAtMs = -LEAVING_MS;
  window.addEventListener('beforeunload', (event) => {
    leavingAtMs = performance.now();
    // What was typed is kept by its form, and there again: nobody is asked about it.
    if (isReloading) event.stopImmediatePropagation();
  });
  window.addEventListener('vite:preloadError', (event) => {
    if (performance.now() - leavingAtMs < LEAVING_MS) return event.preventDefault();
    if (Date.now() - (readStored('reloadedAt', isTime) ?? 0) < RELOAD_AGAIN_MS) return;
    event.preventDefault();
    underWay ??= loadAnew().finally(() => (underWay = undefined));
    // Told to whoever waits for it.
    underWay.catch(() => undefined);
  });
}

/** Without a server the page stays: the browser's own error page would have nothing on it, not even what was typed. */
async function loadAnew(): Promise<never> {
  const isThere = await fetch('/env', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  keep('reloadedAt', Date.now());
  isReloading = true;
  location.reload();
  return NEVER;
}
