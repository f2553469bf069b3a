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
    // The router never reuses loaded data, because the query client already caches it.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 300,
    // Renders the error in place of the page. The menu around the page stays.
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
    /** The username for the password step of the sign-in page. Stored in the history state, not in the address. */
    username?: string;
    /** The search parameters of the list from which a page was opened. The link back leads to this list. */
    list?: object;
    /** The parts that were removed from a document when it was created. The document's page shows them. */
    cut?: SavedTemplate['cut'];
  }
  interface StaticDataRouteOption {
    /** True for a page that needs the whole width. The sidebar is then hidden (docs/rules.md#layout: create). */
    isSidebarHidden?: boolean;
  }
}
