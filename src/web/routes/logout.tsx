import { createFileRoute, redirect } from '@tanstack/react-router';
import { isGlobal, onlySignedOut } from '#web/identity/session/guards.ts';
import { redirectSearch } from '#web/identity/session/redirect-search.ts';
import { signOut, signOutAtProvider } from '#web/identity/session/sign-out.ts';
import { SignedOutPage } from '#web/identity/session/signed-out-page.tsx';
import { SIGNED_OUT } from '#web/paths.ts';

/** `state`: the session is over already, and this is the page that says so (variant GLOBAL). */
export const Route = createFileRoute('/logout')({
  validateSearch: (raw: Record<string, unknown>) => ({
    ...redirectSearch(raw),
    ...(raw.state === SIGNED_OUT && { state: SIGNED_OUT }),
  }),
  beforeLoad: async ({ context, preload, search }) => {
    // Pointing at a link must not sign anyone out.
    if (preload) return;
    if (!isGlobal()) {
      await signOut(context.queryClient);
      throw redirect({ to: '/login', replace: true });
    }
    if (search.state) return onlySignedOut(context.queryClient, search.redirect);
    // The page is being left: what it would say isn't true before the provider's session has ended.
    if (signOutAtProvider(context.queryClient)) return new Promise<never>(() => undefined);
    throw redirect({ to: '/logout', search: { ...search, state: SIGNED_OUT }, replace: true });
  },
  component: SignedOutPage,
});
