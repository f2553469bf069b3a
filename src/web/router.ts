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
    // Query keeps the data; the router asks it each time.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 300,
    // Where the page is, so that the menu around it stays.
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
    /** Whom the sign-in page is to ask for a password: kept out of the address. */
    username?: string;
    /** How the list stood from which a page was opened: the way back leads there. */
    list?: object;
    /** What was taken out of a document that was just created: its page tells. */
    cut?: SavedTemplate['cut'];
  }
  interface StaticDataRouteOption {
    /** Pages that need the whole width hide the sidebar (docs/rules.md#layout: create). */
    isSidebarHidden?: boolean;
  }
}
