import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/**
 * Where a session ends in variant GLOBAL: the sign-in page there leads on by itself, to a provider that may still know
 * the person, so that signing out would sign in again.
 */
export function SignedOutPage() {
  const say = useSay();
  const { redirect } = useSearch({ from: '/logout' });
  useDocumentTitle(say('identity.signedOut'));
  return (
    <SignInFrame>
      <div className={css.form}>
        <h1 className={css.title}>{say('identity.signedOut')}</h1>
        <p className={css.note}>{say('identity.signedOutNote')}</p>
        <Button component="a" href={paths.signIn(redirect)} size="md" fullWidth>
          {say('identity.signIn')}
        </Button>
      </div>
    </SignInFrame>
  );
}
