import { Button } from '@mantine/core';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SignInFailed } from '#web/identity/provider/sign-in-failed.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { paths } from '#web/paths.ts';
import css from './sign-in.module.css';

/** For each reason why a sign-in at the provider failed, the text for the person. */
export const FAILURE_WORDS = {
  denied: 'identity.signInDenied',
  lost: 'identity.signInLost',
  refused: 'identity.signInRefused',
  unreachable: 'identity.signInUnreachable',
} as const;

type Props = { text: string; target?: string | undefined; href?: string };

/** Shows why a sign-in failed, with a link that starts a new sign-in. */
export function SignInProblem({ text, target, href = paths.signIn(target) }: Props) {
  const say = useSay();
  return (
    <div className={css.form}>
      <h1 className={css.title}>{say('identity.signInFailed')}</h1>
      <p className={css.reason} role="alert">
        {text}
      </p>
      <Button component="a" href={href} size="md" fullWidth>
        {say('identity.startAgain')}
      </Button>
    </div>
  );
}

/** Shown if the redirect from the provider did not lead to a session. */
export function CallbackFailed({ error }: { error: unknown }) {
  const say = useSay();
  const textOf = useErrorText();
  useDocumentTitle(say('identity.signInFailed'));
  const failed = error instanceof SignInFailed ? error : undefined;
  return (
    <SignInFrame>
      <SignInProblem
        text={failed ? say(FAILURE_WORDS[failed.why]) : textOf(asApiError(error))}
        target={failed ? failed.target : undefined}
      />
    </SignInFrame>
  );
}
