import { pageLoadedAnew } from '#web/platform/chunks/load-anew.ts';

/** Fetches a JSON file of this release. */
export async function fetchOfRelease(path: string): Promise<unknown> {
  const response = await fetch(path).catch(() => missing(path));
  return response.ok ? response.json() : missing(path);
}

/** Reports a missing file of this release with Vite's event for missing chunks, so that the page reloads. */
export async function missing(path: string): Promise<never> {
  const error = new Error(`no file at ${path}`);
  const told = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error });
  if (window.dispatchEvent(told)) throw error;
  return pageLoadedAnew();
}
