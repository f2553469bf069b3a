import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { SavedTemplate } from '#contract/template.ts';
import { dropUnknownSearch } from '#web/platform/page/known-search.ts';
import { routeTree } from '#web/route-tree.gen.ts';
import { CrashPage } from '#web/shell/crash-page.tsx';

export type RouterContext = { readonly queryClient: QueryClient };

export function createAppRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The query client caches data; the router loads it each time.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 300,
    // Renders the page, so that the menu around it stays.
    defaultErrorComponent: CrashPage,
  });
  dropUnknownSearch(Object.values(router.routesById));
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The username for the password step of the sign-in page, kept out of the address. */
    username?: string;
    /** The search of the list from which a page was opened. The way back leads there. */
    list?: object;
    /** Parts that were removed from a document when it was created. Its page shows them. */
    cut?: SavedTemplate['cut'];
  }
  interface StaticDataRouteOption {
    /** Pages that need the whole width hide the sidebar (docs/rules.md#layout: create). */
    isSidebarHidden?: boolean;
  }
}
