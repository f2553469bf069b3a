import { createFileRoute } from '@tanstack/react-router';
import { AuthorizePage } from '#web/identity/provider/authorize-page.tsx';
import { onlyGlobal, onlySignedOut } from '#web/identity/session/guards.ts';
import { redirectSearch } from '#web/identity/session/redirect-search.ts';

/** Variant GLOBAL: redirects to the OpenID provider (docs/rules.md#routes). */
export const Route = createFileRoute('/authorize')({
  validateSearch: redirectSearch,
  beforeLoad: async ({ context, search }) => {
    onlyGlobal();
    await onlySignedOut(context.queryClient, search.redirect);
  },
  component: AuthorizePage,
});
