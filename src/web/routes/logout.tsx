import { Button } from '@mantine/core';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { isGlobal, onlySignedOut } from '#web/identity/session/guards.ts';
import { redirectSearch } from '#web/identity/session/redirect-search.ts';
import { signOut, signOutAtProvider } from '#web/identity/session/sign-out.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths, SIGNED_OUT } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/**
 * Signs the user out. Variant GLOBAL: with `state`, the session has already ended, and the page confirms the sign-out.
 */
export const Route = createFileRoute('/logout')({
  validateSearch: (raw: Record<string, unknown>) => ({
    ...redirectSearch(raw),
    ...(raw.state === SIGNED_OUT && { state: SIGNED_OUT }),
  }),
  beforeLoad: async ({ context, preload, search }) => {
    // Preloading on hover must not sign anyone out.
    if (preload) return;
    if (!isGlobal()) {
      await signOut(context.queryClient);
      throw redirect({ to: '/login', replace: true });
    }
    if (search.state) return onlySignedOut(context.queryClient, search.redirect);
    // The browser leaves the page, so this promise never resolves. The page's text would not be true before the
    // provider's session has ended.
    if (signOutAtProvider(context.queryClient)) return new Promise<never>(() => undefined);
    throw redirect({ to: '/logout', search: { ...search, state: SIGNED_OUT }, replace: true });
  },
  component: SignedOutPage,
});

/**
 * Confirms the end of a session in variant GLOBAL. The sign-in page is not shown, because it redirects to the provider.
 * The provider may still know the person and would sign the person in again.
 */
function SignedOutPage() {
  const say = useSay();
  const { redirect: target } = Route.useSearch();
  useDocumentTitle(say('identity.signedOut'));
  return (
    <SignInFrame>
      <div className={css.form}>
        <h1 className={css.title}>{say('identity.signedOut')}</h1>
        <p className={css.note}>{say('identity.signedOutNote')}</p>
        <Button component="a" href={paths.signIn(target)} size="md" fullWidth>
          {say('identity.signIn')}
        </Button>
      </div>
    </SignInFrame>
  );
}
