import { Button } from '@mantine/core';
import { IconCircleCheck, IconDeviceMobile } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SentOtp } from '#contract/identity/identity.ts';
import { addPhone, changePhone, resendPhoneCode, validatePhone } from '#contract/identity/own-account.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { focusOnArrival } from '#web/design/layout/focus-on-arrival.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import { OwnAccountCard } from '#web/identity/password/own-account-card.tsx';
import type { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { PhoneForm } from '#web/identity/phone/phone-form.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { reloadProfile, useProfile } from '#web/platform/session/profile.ts';
import css from './change-phone-page.module.css';

type Phone = ReturnType<typeof phoneRequest>;
type ChangePhoneState = { at: 'phone' } | { at: 'code'; phone: Phone; sent: SentOtp } | { at: 'done'; phone: Phone };

const inWords = ({ PhoneCode, PhoneNumber }: Phone): string => `${PhoneCode} ${PhoneNumber}`;

/**
 * Sets the first phone for one-time codes, or replaces the phone. A new phone is used only after its one-time code is
 * confirmed.
 */
export function ChangePhonePage() {
  const queryClient = useQueryClient();
  const { phone } = useProfile();
  // The phone at the time when the page was opened. The title must not change when the new phone is stored.
  const [before] = useState(phone);
  const [step, setStep] = useState<ChangePhoneState>({ at: 'phone' });
  return (
    <>
      <PageTitle title={before ? 'identity.changePhone' : 'identity.addPhone'} />
      <OwnAccountCard>
        {step.at === 'phone' && (
          <>
            <CurrentPhone phone={phone} />
            <PhoneForm
              current={phone ? { code: phone.PhoneCode, number: phone.PhoneNumber } : undefined}
              {...(phone && { label: 'identity.newPhoneNumber' as const })}
              asksPassword
              send={(given, password) => api(phone ? changePhone : addPhone, { body: { ...given, ...password } })}
              onDone={(given, sent) => setStep({ at: 'code', phone: given, sent })}
            />
          </>
        )}
        {step.at === 'code' && (
          <OneTimeCodeStep
            heading="h2"
            sent={step.sent}
            onSent={(sent) => setStep({ ...step, sent })}
            confirm={async ({ otp }) => {
              await api(validatePhone, { body: { ...step.phone, Otp: otp } });
              await reloadProfile(queryClient).catch(() => undefined);
            }}
            onDone={() => setStep({ at: 'done', phone: step.phone })}
            resend={() => api(resendPhoneCode, { body: step.phone })}
            isToasted
            addressee={step.phone.PhoneCode}
            back={{ label: 'identity.otherPhone', run: () => setStep({ at: 'phone' }) }}
          />
        )}
        {step.at === 'done' && <PhoneIsSet phone={step.phone} />}
      </OwnAccountCard>
    </>
  );
}

function CurrentPhone({ phone }: { phone: Phone | null }) {
  const say = useSay();
  return (
    <div className={css.current}>
      <IconDeviceMobile size={20} stroke={1.75} aria-hidden />
      {phone ? (
        <span>
          {say('identity.currentPhone')} <strong className="figure">{inWords(phone)}</strong>
        </span>
      ) : (
        <span>{say('identity.noPhone')}</span>
      )}
    </div>
  );
}

function PhoneIsSet({ phone }: { phone: Phone }) {
  const say = useSay();
  return (
    <div role="status">
      <EmptyState title="identity.phoneSet" titleParams={{ phone: inWords(phone) }} icon={IconCircleCheck}>
        <Button component={Link} ref={focusOnArrival} to={paths.home('user')}>
          {say('shell.toStart')}
        </Button>
      </EmptyState>
    </div>
  );
}
