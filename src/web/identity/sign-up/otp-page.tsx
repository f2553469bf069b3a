import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirmRegistration, resendRegistrationCode } from '#contract/identity/own-account.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { CodeStep } from '#web/identity/one-time-code/code-step.tsx';
import { OtherNameStep } from '#web/identity/sign-up/other-name-step.tsx';
import { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { confirmCode, type SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { forgetSignUp, keepSignUp, readSignUp, type OpenSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { useSignUp } from '#web/identity/sign-up/sign-up-context.ts';
import { SignUpSteps } from '#web/identity/sign-up/sign-up-steps.tsx';
import { useEnter } from '#web/identity/sign-in/use-enter.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The last step of signing up: the code makes the user, and signs it in at once. */
export function OtpPage() {
  const [open] = useState(readSignUp);
  // The guard of the route has seen to it; what another page cleared since leads there again.
  return open ? <RegistrationCode open={open} /> : null;
}

type GivenCode = { readonly otp: string; readonly isTrusted: boolean };

function RegistrationCode({ open }: { open: OpenSignUp }) {
  const say = useSay();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/_sign-up/otp' });
  const enter = useEnter(redirect);
  const { account: typed, refuse } = useSignUp();
  const [sent, setSent] = useState(open.sent);
  useDocumentTitle(say('identity.signUp'));
  const { userRegisterId, account, phone } = open;
  const made = useRef<{ username: string; Otp: string }>(undefined);
  const given = useRef<GivenCode>(undefined);
  /** The code that was right while the username was taken. */
  const [right, setRight] = useState<GivenCode>();
  const confirm = async (code: GivenCode, Username?: string): Promise<SignInStep> => {
    given.current = code;
    // Should signing in fail, as when the line is lost, the user is there all the same: only that is tried again.
    made.current ??= await api(confirmRegistration, { body: { userRegisterId, Otp: code.otp, Username } });
    const { username, Otp } = made.current;
    return confirmCode({ username, otp: Otp, isTrusted: code.isTrusted });
  };
  const finish = async (next: SignInStep) => {
    forgetSignUp();
    if (next.next !== 'done' || !(await enter()))
      await navigate({ to: paths.login, state: { username: made.current?.username ?? account.Username } });
  };
  /** A username is chosen here, anything else that somebody has (an address) where it was entered. */
  const takeRefusal = (error: ApiError): void => {
    if ('Username' in error.fields) {
      setRight(given.current);
      return;
    }
    if (Object.keys(error.fields).length === 0) return;
    refuse(error);
    void navigate({ to: '/sign-up', search: {} });
  };
  if (right)
    return (
      <>
        <SignUpSteps at="code" />
        <OtherNameStep
          taken={account.Username}
          confirm={(name) => {
            typed.set('Username', name);
            return confirm(right, name);
          }}
          onDone={(next) => void finish(next)}
          onRefused={takeRefusal}
          onBack={() => setRight(undefined)}
        />
      </>
    );
  return (
    <>
      <SignUpSteps at="code" />
      <CodeStep
        sent={sent}
        onSent={(again) => {
          keepSignUp({ ...open, sent: again });
          setSent(again);
        }}
        confirm={(code) => confirm(code)}
        onDone={(next) => void finish(next)}
        onRefused={takeRefusal}
        resend={() => api(resendRegistrationCode, { body: { userRegisterId } })}
        canTrust
        addressee={sent.notification_method === 'sms' ? phoneRequest(phone).PhoneCode : account.Email}
        back={{
          label: 'identity.changeDetails',
          run: () => void navigate({ to: '/sign-up', search: { step: 'phone' } }),
        }}
      />
    </>
  );
}
