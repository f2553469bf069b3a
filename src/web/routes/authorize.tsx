import { createFileRoute } from '@tanstack/react-router';
import { AuthorizePage } from '#web/identity/authorize-page.tsx';
import { onlyGlobal, onlySignedOut } from '#web/identity/guards.ts';
import { redirectSearch } from '#web/identity/redirect-search.ts';

/** Variant GLOBAL: on to the OpenID provider (specification 2). */
export const Route = createFileRoute('/authorize')({
  validateSearch: redirectSearch,
  beforeLoad: async ({ context, search }) => {
    onlyGlobal();
    await onlySignedOut(context.queryClient, search.redirect);
  },
  component: AuthorizePage,
});
