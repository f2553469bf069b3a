import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { resetPassword } from '#contract/identity/own-account.ts';
import { judgeNewPassword, type NewPassword } from '#domain/identity/new-password.ts';
import { TickBox } from '#web/design/fields/tick-box.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { focusOnArrival } from '#web/design/layout/focus-on-arrival.ts';
import { useToldChange } from '#web/identity/one-time-code/use-told-change.ts';
import { NewPasswordFields } from '#web/identity/password/new-password-fields.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  email: string;
  resetToken: string;
  onDone: (username: string) => void;
  /** The right to set a password has passed. */
  onExpired: () => void;
};

export function ResetPasswordStep({ email, resetToken, onDone, onExpired }: Props) {
  const say = useSay();
  const form = useForm<NewPassword>({ Password: '', ConfirmPassword: '' }, judgeNewPassword);
  const [endsApiKeys, setEndsApiKeys] = useState(false);
  const { run, isPending, error } = useToldChange({
    send: () => api(resetPassword, { body: { resetToken, ...form.values, endsApiKeys } }),
    onDone: ({ username }) => onDone(username),
    onRefused: (refused) => {
      form.refuse(refused.fields);
      if (refused.code === 'reset_expired') onExpired();
    },
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending} onSend={() => run()}>
      <h1 className={css.title}>{say('identity.resetTitle')}</h1>
      <p className={css.note}>{say('identity.resetNote')}</p>
      {/* Password managers keep the new one with whom it belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields label="identity.newPassword" form={form} autoFocus />
      {/* Whether there are any is not told without a session. */}
      <TickBox label={say('identity.endAnyApiKeys')} checked={endsApiKeys} onChange={setEndsApiKeys} />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.setPassword')}
      </Button>
    </CheckedForm>
  );
}

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
