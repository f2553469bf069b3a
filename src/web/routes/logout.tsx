import { createFileRoute, redirect } from '@tanstack/react-router';
import { isGlobal } from '#web/identity/guards.ts';
import { redirectSearch } from '#web/identity/redirect-search.ts';
import { signOut, signOutAtProvider } from '#web/identity/sign-out.ts';
import { SignedOutPage } from '#web/identity/signed-out-page.tsx';

export const Route = createFileRoute('/logout')({
  validateSearch: redirectSearch,
  beforeLoad: async ({ context, preload }) => {
    // Pointing at a link must not sign anyone out.
    if (preload) return;
    if (isGlobal()) {
      signOutAtProvider(context.queryClient);
      return;
    }
    await signOut(context.queryClient);
    throw redirect({ to: '/login', replace: true });
  },
  component: SignedOutPage,
});
