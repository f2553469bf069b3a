import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from '#web/design/forms/use-form.ts';
import { useAgreement } from '#web/document/use-agreement.ts';
import { usePoliciesInForce } from '#web/document/use-policies-in-force.ts';
import { judgePhone, newPhone, phoneRefusals, type PhoneAndMethod } from '#web/identity/phone/phone-draft.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { readSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { SignUpContext } from '#web/identity/sign-up/sign-up-context.ts';
import { judgeAccount, type AccountDraft } from '#web/identity/sign-up/sign-up-draft.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';

/** Around every step of signing up: what was typed outlives going back and forth between them. */
export function SignUpFrame() {
  const [open] = useState(readSignUp);
  const account = useForm<AccountDraft>(
    { Username: '', Email: '', ...open?.account, Password: '', ConfirmPassword: '' },
    judgeAccount,
  );
  const phone = useForm<PhoneAndMethod>({ ...newPhone(), NotificationMethod: 'email', ...open?.phone }, judgePhone());
  const policies = usePoliciesInForce();
  const agreement = useAgreement(policies.policies ?? []);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const refuse = (error: ApiError | null) => {
    setRefused(error);
    if (!error) return;
    account.refuse(error.fields);
    phone.refuse(phoneRefusals(error.fields));
  };
  return (
    <SignUpContext value={{ account, phone, policies, agreement, refused, refuse }}>
      <SignInFrame>
        <Outlet />
      </SignInFrame>
    </SignUpContext>
  );
}
