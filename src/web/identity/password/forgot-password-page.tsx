import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentOtp, NotificationMethod } from '#contract/identity/identity.ts';
import {
  confirmForgotPassword,
  resendForgotPasswordCode,
  forgotPassword,
  resetPassword,
} from '#contract/identity/own-account.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { judgeNewPassword, type NewPassword } from '#domain/identity/new-password.ts';
import { NOTIFICATION_METHODS } from '#domain/identity/notification-method.ts';
import { TickBox } from '#web/design/fields/tick-box.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import { MethodField } from '#web/identity/one-time-code/method-field.tsx';
import { useChangeWithToast } from '#web/identity/one-time-code/use-change-with-toast.ts';
import { useWait, waitSecondsOf } from '#web/identity/one-time-code/use-wait.ts';
import { NewPasswordFields } from '#web/identity/password/new-password-fields.tsx';
import { BackToSignIn, EmailField, LinkOver, ReadyToSignIn } from '#web/identity/sign-in/entry-parts.tsx';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { api } from '#web/platform/calls/api.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The step on screen. */
type ForgotPasswordState =
  | { at: 'email' }
  | { at: 'code'; sent: SentOtp }
  | { at: 'password'; resetToken: string }
  | { at: 'done'; username: string };

/** Replaces a forgotten password: a one-time code is exchanged for the right to set a new password. */
export function ForgotPasswordPage() {
  const say = useSay();
  const form = useForm<ForgotPasswordValues>({ Email: '', NotificationMethod: 'email' }, ({ Email }) => ({
    Email: judgeEmail(Email),
  }));
  const [step, setStep] = useState<ForgotPasswordState>({ at: 'email' });
  useDocumentTitle(say('identity.forgotTitle'));
  const restart = () => setStep({ at: 'email' });
  const { Email } = form.values;
  return (
    <SignInFrame>
      {step.at === 'email' && <ForgotPasswordStep form={form} onDone={(sent) => setStep({ at: 'code', sent })} />}
      {step.at === 'code' && (
        <OneTimeCodeStep
          sent={step.sent}
          onSent={(sent) => setStep({ at: 'code', sent })}
          confirm={({ otp }) => api(confirmForgotPassword, { body: { Email, Otp: otp } })}
          onDone={({ resetToken }) => setStep({ at: 'password', resetToken })}
          resend={(NotificationMethod) => api(resendForgotPasswordCode, { body: { Email, NotificationMethod } })}
          methods={NOTIFICATION_METHODS}
          addressee={step.sent.notification_method === 'sms' ? '' : Email}
          back={{ label: 'identity.otherEmail', run: restart }}
        />
      )}
      {step.at === 'password' && (
        <ResetPasswordStep
          email={Email}
          resetToken={step.resetToken}
          onDone={(username) => setStep({ at: 'done', username })}
          onExpired={restart}
        />
      )}
      {step.at === 'done' && <PasswordIsSet username={step.username} />}
    </SignInFrame>
  );
}

type ForgotPasswordValues = { readonly Email: string; readonly NotificationMethod: NotificationMethod };

/** Asks for the email address and the way to receive a one-time code. */
function ForgotPasswordStep({ form, onDone }: { form: Form<ForgotPasswordValues>; onDone: (sent: SentOtp) => void }) {
  const say = useSay();
  const { left, wait } = useWait();
  const { run, isPending, error } = useChangeWithToast({
    send: () => api(forgotPassword, { body: form.values }),
    onDone,
    onRefused: (refused) => {
      form.refuse(refused.fields);
      wait(waitSecondsOf(refused));
    },
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending || left > 0} onSend={() => run()}>
      <h1 className={css.title}>{say('identity.forgotTitle')}</h1>
      <p className={css.note}>{say('identity.forgotNote')}</p>
      <EmailField {...form.field('Email')} autoFocus />
      <MethodField {...form.field('NotificationMethod')} />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={left > 0}>
        {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.sendCode')}
      </Button>
      <BackToSignIn />
    </CheckedForm>
  );
}

type ResetProps = {
  email: string;
  resetToken: string;
  onDone: (username: string) => void;
  /** Called when the right to set a password has expired. */
  onExpired: () => void;
};

/** Sets the new password. On request it also revokes the person's API keys. */
function ResetPasswordStep({ email, resetToken, onDone, onExpired }: ResetProps) {
  const say = useSay();
  const form = useForm<NewPassword>({ Password: '', ConfirmPassword: '' }, judgeNewPassword);
  const [endsApiKeys, setEndsApiKeys] = useState(false);
  const { run, isPending, error } = useChangeWithToast({
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
      {/* Lets password managers store the new password for the right username. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields label="identity.newPassword" form={form} autoFocus />
      {/* Without a session, the page must not reveal whether there are API keys. */}
      <TickBox label={say('identity.endAnyApiKeys')} checked={endsApiKeys} onChange={setEndsApiKeys} />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.setPassword')}
      </Button>
    </CheckedForm>
  );
}

/** Shows that the new password is set, with a link to sign-in. */
function PasswordIsSet({ username }: { username: string }) {
  const say = useSay();
  const [title, note] = [say('identity.resetDone'), say('identity.resetDoneNote', { username })];
  return <ReadyToSignIn {...{ title, note, username }} />;
}

/** Sets a password by an operator's link: for new users, and for those who cannot receive a one-time code. */
export function SetPasswordPage() {
  const say = useSay();
  const resetToken = useLocation({ select: ({ hash }) => hash });
  const [isExpired, setIsExpired] = useState(resetToken === '');
  const [username, setUsername] = useState<string>();
  useDocumentTitle(say('identity.resetTitle'));
  return (
    <SignInFrame>
      {username !== undefined && <PasswordIsSet username={username} />}
      {username === undefined && isExpired && <LinkOver title="identity.linkOver" note="identity.linkOverNote" />}
      {username === undefined && !isExpired && (
        <ResetPasswordStep email="" resetToken={resetToken} onDone={setUsername} onExpired={() => setIsExpired(true)} />
      )}
    </SignInFrame>
  );
}
