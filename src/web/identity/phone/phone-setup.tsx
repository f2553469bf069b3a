import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import { addPhone, resendPhoneCode, validatePhone } from '#contract/identity/own-account.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import type { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { PhoneForm } from '#web/identity/phone/phone-form.tsx';
import type { SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { api } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

type Props = {
  setupToken: string;
  /** Continues the sign-in with the one-time code. Absent if the person is already signed in. */
  signIn?: (given: { otp: string; isTrusted: boolean }) => Promise<SignInStep>;
  onDone: (step?: SignInStep) => void;
  /** Called when the right to set up a phone has expired. */
  onExpired: () => void;
  /** Called when the person wants to use another account. */
  onLeave: () => void;
};

/**
 * Asks for the phone that sign-in requires, and sends a one-time code to it. This code confirms the phone and signs the
 * person in (docs/rules.md#sign-in).
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
      <OneTimeCodeStep
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
