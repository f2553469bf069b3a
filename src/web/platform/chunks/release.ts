import { pageReload } from '#web/platform/chunks/reload-page.ts';

/** Fetches a JSON file of this release. */
export async function fetchOfRelease(path: string): Promise<unknown> {
  const response = await fetch(path).catch(() => reportMissingFile(path));
  return response.ok ? response.json() : reportMissingFile(path);
}

/** Reports a missing file of this release by Vite's event for missing chunks. Its listener reloads the page. */
export async function reportMissingFile(path: string): Promise<never> {
  const error = new Error(`no file at ${path}`);
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error });
  if (window.dispatchEvent(event)) throw error;
  return pageReload();
}
