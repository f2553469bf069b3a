import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SitePage } from '#testing/permissions/site-map.ts';

declare global {
  /** Set by the router itself. */
  var __TSR_ROUTER__: {
    navigate(to: { href: string }): Promise<void>;
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
}

const ARRIVED_MS = 60_000;
type Arrival = { readonly at: string; readonly heading: string };

/** Navigates as a link of the application does, without a reload. Returns the reached address and the heading there. */
export const follow = (page: Page, path: string, expected: string): Promise<Arrival> =>
  page.evaluate(
    async ({ href, wanted, patience }) => {
      const router = globalThis.__TSR_ROUTER__;
      void router.navigate({ href });
      const until = performance.now() + patience;
      for (;;) {
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        const { status, location: asked, resolvedLocation } = router.state;
        const at = location.pathname + location.search;
        const heading = document.querySelector('h1, main h2')?.textContent ?? '';
        const isSettled = status === 'idle' && resolvedLocation?.href === asked.href;
        if ((isSettled && at === wanted && heading !== '') || performance.now() > until) return { at, heading };
      }
    },
    { href: path, wanted: expected, patience: ARRIVED_MS },
  );

/** Navigates and waits only for the page itself. Its content may still be loading. */
export const enter = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (href) => {
    const router = globalThis.__TSR_ROUTER__;
    await router.navigate({ href });
    while (router.state.status !== 'idle' || router.state.resolvedLocation?.href !== router.state.location.href)
      await new Promise(requestAnimationFrame);
    // Waits until the page has been drawn once.
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
  }, path);

/** Returns a path of this page with ids that do not exist. */
export const pathOf = ({ path, search = '' }: SitePage): string =>
  path === '/$' ? '/nowhere/at/all' : path.replaceAll(/\$\w+/g, () => randomUUID()) + search;
