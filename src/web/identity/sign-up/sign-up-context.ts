import { createContext, use } from 'react';
import type { Form } from '#web/design/forms/use-form.ts';
import type { Agreement } from '#web/document/use-agreement.ts';
import type { usePoliciesInForce } from '#web/document/use-policies-in-force.ts';
import type { PhoneAndMethod } from '#web/identity/phone/phone-draft.ts';
import type { AccountDraft } from '#web/identity/sign-up/sign-up-draft.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';

type SignUp = {
  account: Form<AccountDraft>;
  phone: Form<PhoneAndMethod>;
  policies: ReturnType<typeof usePoliciesInForce>;
  agreement: Agreement;
  /** What the server refused last; its fields stand beside those of the step that they belong to. */
  refused: ApiError | null;
  refuse(error: ApiError | null): void;
};

export const SignUpContext = createContext<SignUp | undefined>(undefined);

export function useSignUp(): SignUp {
  const signUp = use(SignUpContext);
  if (!signUp) throw new Error('a step of signing up stands outside of its frame');
  return signUp;
}
