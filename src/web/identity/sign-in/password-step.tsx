import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { useFocusInvalid } from '#web/design/forms/focus-invalid.ts';
import { useWait, waitSecondsOf } from '#web/identity/one-time-code/use-wait.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './sign-in.module.css';

/** The username and password as they are typed. */
export type Credentials = { username: string; password: string };
type Props<Done> = {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  send: (credentials: Credentials) => Promise<Done>;
  onDone: (done: Done) => void;
  /** Shown below the password, such as a link for people who forgot it. */
  forgotten?: ReactNode;
};

/** Asks for username and password. During a lockout nothing is sent. */
export function PasswordStep<Done>({ credentials, onChange, send, onDone, forgotten }: Props<Done>) {
  const say = useSay();
  const textOf = useErrorText();
  const { ref, focusWrong } = useFocusInvalid<HTMLFormElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { left, wait } = useWait();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { silent: true },
    onSuccess: onDone,
    onError: (thrown) => {
      const refused = asApiError(thrown);
      wait(waitSecondsOf(refused));
      // The server's message contains the length of a lockout. Only the form reports a wrong password.
      if (!isWrongPassword(refused))
        toast('bad', (refused.code === 'too_many_requests' && refused.message) || textOf(refused));
      passwordInput.current?.select();
    },
  });
  const required = say('error.field_required');
  const refusal = asApiError(error);
  const isWrong = isWrongPassword(refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const given = { username: credentials.username.trim(), password: credentials.password };
    if (!given.username || !given.password) focusWrong();
    else if (!isPending && left === 0) mutate(given);
  };
  return (
    <form ref={ref} className={css.form} noValidate onSubmit={submit}>
      <h1 className={css.title}>{say('identity.signIn')}</h1>
      <TextInput
        size="md"
        label={say('identity.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!credentials.username}
        value={credentials.username}
        onChange={(event) => onChange({ ...credentials, username: event.currentTarget.value })}
        error={(isChecked && !credentials.username.trim() && required) || isWrong}
      />
      <PasswordInput
        ref={passwordInput}
        size="md"
        label={say('identity.password')}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(credentials.username)}
        value={credentials.password}
        onChange={(event) => onChange({ ...credentials, password: event.currentTarget.value })}
        error={(isChecked && !credentials.password && required) || (isWrong && textOf(refusal))}
        errorProps={{ role: 'alert' }}
        aria-invalid={(isChecked && !credentials.password) || isWrong}
        visibilityToggleButtonProps={{ 'aria-label': say('identity.showPassword') }}
      />
      {forgotten}
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={left > 0}>
        {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.signIn')}
      </Button>
    </form>
  );
}

const isWrongPassword = ({ code }: ApiError): boolean => code === 'invalid_username_or_password';
