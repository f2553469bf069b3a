import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { SitePage } from '#testing/permissions/site-map.ts';

declare global {
  /** Left there by the router itself. */
  var __TSR_ROUTER__: {
    navigate(to: { href: string }): Promise<void>;
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
}

const ARRIVED_MS = 60_000;
type Arrival = { readonly at: string; readonly heading: string };

/** Goes there as a link of the application does, without loading it anew, and says where that led and what stands there. */
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

/** Goes there and waits for nothing but the page itself: what it shows may still be on its way. */
export const enter = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (href) => {
    const router = globalThis.__TSR_ROUTER__;
    await router.navigate({ href });
    while (router.state.status !== 'idle' || router.state.resolvedLocation?.href !== router.state.location.href)
      await new Promise(requestAnimationFrame);
    // Drawn once before anything else happens.
    for (let i = 0; i < 2; i += 1) await new Promise(requestAnimationFrame);
  }, path);

/** A path of this page; what it is about isn't there. */
export const pathOf = ({ path, search = '' }: SitePage): string =>
  path === '/$' ? '/nowhere/at/all' : path.replaceAll(/\$\w+/g, () => randomUUID()) + search;
