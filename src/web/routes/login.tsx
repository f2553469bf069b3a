import { createFileRoute, redirect } from '@tanstack/react-router';
import { isGlobal, onlySignedOut } from '#web/identity/session/guards.ts';
import { keepsRedirect, redirectSearch } from '#web/identity/session/redirect-search.ts';
import { discardSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { SignInPage } from '#web/identity/sign-in/sign-in-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: redirectSearch,
  search: keepsRedirect,
  beforeLoad: async ({ context, search, preload }) => {
    // Preloading on hover must not end a sign-up.
    if (!preload) discardSignUp();
    await onlySignedOut(context.queryClient, search.redirect);
    if (isGlobal()) throw redirect({ to: '/authorize', search, replace: true });
  },
  component: SignInPage,
});
