import { useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import { confirmForgotPassword, resendForgotPasswordCode } from '#contract/identity/own-account.ts';
import { NOTIFICATION_METHODS } from '#domain/identity/notification-method.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { CodeStep } from '#web/identity/one-time-code/code-step.tsx';
import { ForgotPasswordStep, type Asked } from '#web/identity/password/forgot-password-step.tsx';
import { PasswordIsSet } from '#web/identity/password/password-is-set.tsx';
import { ResetPasswordStep } from '#web/identity/password/reset-password-step.tsx';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Step =
  | { at: 'email' }
  | { at: 'code'; sent: SentOtp }
  | { at: 'password'; resetToken: string }
  | { at: 'done'; username: string };

/** A forgotten password: a code, the code exchanged for the right to set a new one, the new one. */
export function ForgotPasswordPage() {
  const say = useSay();
  const [asked, setAsked] = useState<Asked>({ Email: '', NotificationMethod: 'email' });
  const [step, setStep] = useState<Step>({ at: 'email' });
  useDocumentTitle(say('identity.forgotTitle'));
  const restart = () => setStep({ at: 'email' });
  const { Email } = asked;
  return (
    <SignInFrame>
      {step.at === 'email' && (
        <ForgotPasswordStep
          asked={asked}
          onDone={(given, sent) => {
            setAsked(given);
            setStep({ at: 'code', sent });
          }}
        />
      )}
      {step.at === 'code' && (
        <CodeStep
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
