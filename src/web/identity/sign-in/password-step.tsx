import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { toast } from '#web/design/feedback/toast.tsx';
import { useFocusWrong } from '#web/design/forms/focus-wrong.ts';
import { useWait, waitOf } from '#web/identity/one-time-code/use-wait.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import css from './sign-in.module.css';

export type Who = { username: string; password: string };
type Props<Done> = {
  who: Who;
  onChange: (who: Who) => void;
  send: (who: Who) => Promise<Done>;
  onDone: (done: Done) => void;
  /** Shown below the password, such as a link for people who forgot it. */
  forgotten?: ReactNode;
};

export function PasswordStep<Done>({ who, onChange, send, onDone, forgotten }: Props<Done>) {
  const say = useSay();
  const textOf = useErrorText();
  const { ref, focusWrong } = useFocusWrong<HTMLFormElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { left, wait } = useWait();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { silent: true },
    onSuccess: onDone,
    onError: (thrown) => {
      const refused = asApiError(thrown);
      wait(waitOf(refused));
      // The server's message says how long a lockout lasts. An error about a wrong password is shown in the form.
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
    const given = { username: who.username.trim(), password: who.password };
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
        autoFocus={!who.username}
        value={who.username}
        onChange={(event) => onChange({ ...who, username: event.currentTarget.value })}
        error={(isChecked && !who.username.trim() && required) || isWrong}
      />
      <PasswordInput
        ref={passwordInput}
        size="md"
        label={say('identity.password')}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(who.username)}
        value={who.password}
        onChange={(event) => onChange({ ...who, password: event.currentTarget.value })}
        error={(isChecked && !who.password && required) || (isWrong && textOf(refusal))}
        errorProps={{ role: 'alert' }}
        aria-invalid={(isChecked && !who.password) || isWrong}
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
