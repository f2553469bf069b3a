import { expect, type Page } from '@playwright/test';

declare global {
  /**
   * All texts of alerts, statuses and other live regions of this page since watching began. A reload of the page clears
   * them.
   */
  var said: Set<string> | undefined;
}

export type Witness = {
  /** Failed requests, requests answered with an error, and errors of the page itself. */
  readonly wrong: readonly string[];
  /** Returns the texts of live regions, which screen readers read. Rejects if the page was reloaded meanwhile. */
  said(): Promise<readonly string[]>;
};

const isOwn = (url: string): boolean => !url.startsWith('data:') && !url.startsWith('blob:');

/** Starts to record every message of a page and every error on it. */
export async function watch(page: Page): Promise<Witness> {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('response', (reply) => {
    if (reply.status() >= 400) wrong.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // The page itself cancels its requests when the user leaves it.
    if (isOwn(request.url()) && why !== 'net::ERR_ABORTED') wrong.push(`${why} ${request.method()} ${request.url()}`);
  });
  await page.evaluate(() => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output';
    const said = new Set<string>();
    globalThis.said = said;
    const note = (): void => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent.replaceAll(/\s+/g, ' ').trim();
        if (text !== '') said.add(text);
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return {
    wrong,
    async said() {
      const said = await page.evaluate(() => globalThis.said && [...globalThis.said]);
      if (!said) throw new Error('the page reloaded');
      return said;
    },
  };
}

/** Expects no errors, no reload, and no messages except these. */
export async function expectOnly({ wrong, said }: Witness, usual: readonly RegExp[] = []): Promise<void> {
  expect(wrong).toEqual([]);
  expect((await said()).filter((text) => !usual.some((kind) => kind.test(text)))).toEqual([]);
}
