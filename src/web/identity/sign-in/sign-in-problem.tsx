import { Button } from '@mantine/core';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { paths } from '#web/paths.ts';
import css from './sign-in.module.css';

/** What a provider's refusal means for the person. */
export const FAILURE_WORDS = {
  denied: 'identity.signInDenied',
  lost: 'identity.signInLost',
  refused: 'identity.signInRefused',
  unreachable: 'identity.signInUnreachable',
} as const;

type Props = { text: string; target?: string | undefined; href?: string };

/** Why a sign-in came to nothing, and the way to a new one. */
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
