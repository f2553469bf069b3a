import { Loader } from '@mantine/core';
import '@mantine/core/styles/Loader.layer.css';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { redirectToProvider } from '#web/identity/provider/authorization-code-flow.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { SignInProblem } from '#web/identity/sign-in/sign-in-problem.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Shown briefly before the redirect to the provider. */
export function AuthorizePage() {
  const say = useSay();
  const { redirect } = useSearch({ from: '/authorize' });
  const [isFailed, setIsFailed] = useState(false);
  useDocumentTitle(say('identity.signIn'));
  useEffect(() => {
    redirectToProvider(redirect).catch(() => setIsFailed(true));
  }, [redirect]);
  return (
    <SignInFrame>
      {isFailed ? (
        <SignInProblem text={say('identity.signInUnreachable')} target={redirect} />
      ) : (
        <div className={css.leading} role="status">
          <Loader size="sm" aria-hidden />
          {say('identity.leadingOn')}
        </div>
      )}
    </SignInFrame>
  );
}
