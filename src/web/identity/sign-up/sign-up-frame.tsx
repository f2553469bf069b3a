import { useQueries } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState, createContext, use } from 'react';
import { judgeEmail } from '#domain/identity/email.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { useForm, type Refusals, type Field } from '#web/design/forms/use-form.ts';
import { policyQuery } from '#web/document/template-queries.ts';
import { useAgreement } from '#web/document/use-agreement.ts';
import { judgePhone, newPhone, phoneRefusals, type PhoneAndMethod } from '#web/identity/phone/phone-draft.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import { readSignUp, type AccountDraft } from '#web/identity/sign-up/open-sign-up.ts';
import { type ApiError, asApiError } from '#web/platform/calls/api-error.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** The frame of all sign-up steps. It keeps the input when the person goes back to an earlier step. */
export function SignUpFrame() {
  const signUp = useSignUpState();
  return (
    <SignUpContext value={signUp}>
      <SignInFrame>
        <Outlet />
      </SignInFrame>
    </SignUpContext>
  );
}

/** Keeps the input of sign-up while its steps change. Passwords are not restored after a reload. */
function useSignUpState() {
  const [open] = useState(readSignUp);
  const account = useForm<AccountDraft>(
    { Username: '', Email: '', ...open?.account, Password: '', ConfirmPassword: '' },
    judgeAccount,
  );
  const phone = useForm<PhoneAndMethod>({ ...newPhone(), NotificationMethod: 'email', ...open?.phone }, judgePhone());
  const policies = usePoliciesInForce();
  const agreement = useAgreement(policies.policies ?? []);
  // The server's last refusal. Its fields may belong to any of the steps.
  const [refused, setRefused] = useState<ApiError | null>(null);
  const refuse = (error: ApiError | null) => {
    setRefused(error);
    if (!error) return;
    account.refuse(error.fields);
    phone.refuse(phoneRefusals(error.fields));
  };
  return { account, phone, policies, agreement, refused, refuse };
}

type SignUp = ReturnType<typeof useSignUpState>;

const SignUpContext = createContext<SignUp | undefined>(undefined);

/** Returns the state of sign-up. Throws if the caller is not inside `SignUpFrame`. */
export function useSignUp(): SignUp {
  const signUp = use(SignUpContext);
  if (!signUp) throw new Error('a step of signing up stands outside of its frame');
  return signUp;
}

/** Checks the account step by the rules that the server applies too. */
export const judgeAccount = (draft: AccountDraft): Refusals<AccountDraft> => ({
  Username: judgeUsername(draft.Username.trim()),
  Email: judgeEmail(draft.Email),
  ...judgeNewPassword(draft),
});

const POLICIES = ['TermsAndConditions', 'Privacy'] as const;

/** Returns the terms and the privacy policy, if they exist. */
function usePoliciesInForce() {
  const language = useLanguage();
  const found = useQueries({ queries: POLICIES.map((templateType) => policyQuery(templateType, language)) });
  const failed = found.find(({ error, data }) => error && data === undefined);
  const documents = found.map(({ data }) => data);
  return {
    /** Undefined until both are loaded. */
    policies: documents.includes(undefined) ? undefined : documents.flatMap((one) => one ?? []),
    error: failed && asApiError(failed.error),
    retry: () => found.forEach(({ error, refetch }) => error && void refetch()),
  };
}

const STEPS = { account: 'identity.stepAccount', phone: 'identity.stepPhone', code: 'identity.stepCode' } as const;

/** Shows which steps of sign-up are done. */
export const SignUpSteps = ({ at }: { at: keyof typeof STEPS }) => (
  <Steps label="identity.steps" steps={Object.values(STEPS)} done={Object.keys(STEPS).indexOf(at)} />
);

/** The field for the username of the new user. */
export const UsernameField = (field: Field<string>) => (
  <TextField
    {...field}
    label="identity.username"
    help="identity.usernameHelp"
    size="md"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
  />
);
