import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { focusOnArrival } from '#web/design/layout/focus-on-arrival.ts';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

export function PasswordIsSet({ username }: { username: string }) {
  const say = useSay();
  return (
    <div className={css.form} role="status">
      <h1 className={css.title}>{say('identity.resetDone')}</h1>
      <p className={css.note}>{say('identity.resetDoneNote', { username })}</p>
      <Button component={Link} ref={focusOnArrival} to={paths.login} state={{ username }} size="md" fullWidth>
        {say('identity.toSignIn')}
      </Button>
    </div>
  );
}
