import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { FAILURE_WORDS, SignInProblem } from '#web/identity/sign-in/sign-in-problem.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { SignInFailed } from '#web/identity/provider/sign-in-failed.ts';

/** The way back from the provider didn't end in a session. */
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
