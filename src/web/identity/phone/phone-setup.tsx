import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import { addPhone, resendPhoneCode, validatePhone } from '#contract/identity/own-account.ts';
import { CodeStep } from '#web/identity/one-time-code/code-step.tsx';
import type { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { PhoneForm } from '#web/identity/phone/phone-form.tsx';
import type { SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { api } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

type Props = {
  setupToken: string;
  /** Goes on with the code that signs in now; where the person is signed in already, nothing is left to do. */
  signIn?: (given: { otp: string; isTrusted: boolean }) => Promise<SignInStep>;
  onDone: (step?: SignInStep) => void;
  /** The right to set up has passed. */
  onExpired: () => void;
  /** The person wants another account. */
  onLeave: () => void;
};

/**
 * Who may not sign in without a phone adds one here; the code that is sent to it proves it, and signs in
 * (docs/rules.md#sign-in).
 */
export function PhoneSetup({ setupToken, signIn, onDone, onExpired, onLeave }: Props) {
  const say = useSay();
  const [phone, setPhone] = useState<ReturnType<typeof phoneRequest>>();
  const [sent, setSent] = useState<SentOtp>();
  const authorization = `Setup ${setupToken}`;
  const leaveIfOver = ({ code }: ApiError) => {
    if (code === 'not_signed_in') onExpired();
  };
  if (phone && sent) {
    return (
      <CodeStep
        sent={sent}
        onSent={setSent}
        confirm={async ({ otp, isTrusted }) => {
          const { Otp = '' } = await api(validatePhone, { body: { ...phone, Otp: otp }, authorization });
          return signIn?.({ otp: Otp, isTrusted });
        }}
        onDone={onDone}
        onRefused={leaveIfOver}
        resend={() => api(resendPhoneCode, { body: phone, authorization })}
        canTrust={signIn !== undefined}
        isToasted
        addressee={phone.PhoneCode}
        back={{ label: 'identity.otherPhone', run: () => setSent(undefined) }}
      />
    );
  }
  return (
    <div className={css.form}>
      <h1 className={css.title}>{say('identity.setupTitle')}</h1>
      <p className={css.note}>{say('identity.setupNote')}</p>
      <PhoneForm
        send={(body) => api(addPhone, { body, authorization })}
        onDone={(given, answer) => {
          setPhone(given);
          setSent(answer);
        }}
        onRefused={leaveIfOver}
      />
      <Anchor component="button" type="button" className={css.link} onClick={onLeave}>
        <IconArrowLeft size={16} aria-hidden />
        {say('identity.otherAccount')}
      </Anchor>
    </div>
  );
}
