import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { ResetPasswordStep, PasswordIsSet } from '#web/identity/password/reset-password-step.tsx';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** A password of one's own by the link of an operator: for who is new, or has forgotten it where no code can be asked for. */
export function SetPasswordPage() {
  const say = useSay();
  const resetToken = useLocation({ select: ({ hash }) => hash });
  const [isExpired, setIsExpired] = useState(resetToken === '');
  const [username, setUsername] = useState<string>();
  useDocumentTitle(say('identity.resetTitle'));
  return (
    <SignInFrame>
      {username !== undefined && <PasswordIsSet username={username} />}
      {username === undefined && isExpired && (
        <div className={css.form}>
          <h1 className={css.title}>{say('identity.linkOver')}</h1>
          <p role="alert">{say('identity.linkOverNote')}</p>
          <Anchor component={Link} to={paths.login} className={css.link}>
            <IconArrowLeft size={16} aria-hidden />
            {say('identity.backToSignIn')}
          </Anchor>
        </div>
      )}
      {username === undefined && !isExpired && (
        <ResetPasswordStep email="" resetToken={resetToken} onDone={setUsername} onExpired={() => setIsExpired(true)} />
      )}
    </SignInFrame>
  );
}
