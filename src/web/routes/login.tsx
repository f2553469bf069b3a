import { createFileRoute, redirect } from '@tanstack/react-router';
import { isGlobal, onlySignedOut } from '#web/identity/guards.ts';
import { keepsRedirect, redirectSearch } from '#web/identity/redirect-search.ts';
import { forgetSignUp } from '#web/identity/open-sign-up.ts';
import { SignInPage } from '#web/identity/sign-in-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: redirectSearch,
  search: keepsRedirect,
  beforeLoad: async ({ context, search, preload }) => {
    // Pointing at a link must not end a sign-up.
    if (!preload) forgetSignUp();
    await onlySignedOut(context.queryClient, search.redirect);
    if (isGlobal()) throw redirect({ to: '/authorize', search, replace: true });
  },
  component: SignInPage,
});
