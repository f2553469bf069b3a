import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { toast } from '#web/design/toast.tsx';
import { signIn, type SignInStep } from '#web/identity/sign-in.ts';
import { asApiError } from '#web/platform/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrase.ts';
import css from './sign-in.module.css';

type Who = { username: string; password: string };
type Props = { who: Who; onChange: (who: Who) => void; onDone: (step: SignInStep) => void };

export function PasswordStep({ who, onChange, onDone }: Props) {
  const say = useSay();
  const textOf = useErrorText();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: signIn,
    meta: { silent: true },
    onSuccess: onDone,
    onError: (thrown) => {
      toast('bad', textOf(asApiError(thrown)));
      passwordInput.current?.select();
    },
  });
  const required = say('error.field_required');
  const isWrong = asApiError(error).code === 'invalid_username_or_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const given = { username: who.username.trim(), password: who.password };
    if (given.username && given.password && !isPending) mutate(given);
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <h1 className={css.title}>{say('identity.signIn')}</h1>
      <TextInput
        size="md"
        label={say('identity.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
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
        value={who.password}
        onChange={(event) => onChange({ ...who, password: event.currentTarget.value })}
        error={(isChecked && !who.password && required) || isWrong}
        visibilityToggleButtonProps={{ 'aria-label': say('identity.showPassword') }}
      />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.signIn')}
      </Button>
    </form>
  );
}
