import { Anchor, Button } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { confirmRegistration, resendRegistrationCode } from '#contract/identity/own-account.ts';
import { judgeUsername } from '#domain/identity/username.ts';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { confirmOneTimeCode, type SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { discardSignUp, saveSignUp, readSignUp, type OpenSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { useSignUp, SignUpSteps, UsernameField } from '#web/identity/sign-up/sign-up-frame.tsx';
import { useEnter } from '#web/identity/sign-in/use-enter.ts';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The last step of sign-up. The one-time code creates the user and signs the person in immediately. */
export function SignUpCodePage() {
  const [open] = useState(readSignUp);
  // The route's guard requires a stored sign-up. If another page removes it, the guard redirects.
  return open ? <SignUpCodeStep open={open} /> : null;
}

type EnteredCode = { readonly otp: string; readonly isTrusted: boolean };

/** Confirms the one-time code, creates the user and signs in. */
function SignUpCodeStep({ open }: { open: OpenSignUp }) {
  const say = useSay();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/_sign-up/otp' });
  const enter = useEnter(redirect);
  const { account: typed, refuse } = useSignUp();
  const [sent, setSent] = useState(open.sent);
  useDocumentTitle(say('identity.signUp'));
  const { userRegisterId, account, phone } = open;
  const made = useRef<{ username: string; Otp: string }>(undefined);
  const given = useRef<EnteredCode>(undefined);
  /** The accepted one-time code, set if the username was already taken. */
  const [right, setRight] = useState<EnteredCode>();
  const confirm = async (code: EnteredCode, Username?: string): Promise<SignInStep> => {
    given.current = code;
    // If signing in fails after the user was created, such as by a network error, only signing in is repeated.
    made.current ??= await api(confirmRegistration, { body: { userRegisterId, Otp: code.otp, Username } });
    const { username, Otp } = made.current;
    return confirmOneTimeCode({ username, otp: Otp, isTrusted: code.isTrusted });
  };
  const finish = async (next: SignInStep) => {
    discardSignUp();
    if (next.next !== 'done' || !(await enter()))
      await navigate({ to: paths.login, state: { username: made.current?.username ?? account.Username } });
  };
  /** Asks for another username if the chosen one is taken. For any other refused field, shows its step. */
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
      <OneTimeCodeStep
        sent={sent}
        onSent={(again) => {
          saveSignUp({ ...open, sent: again });
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

type Props = {
  /** The username that the person chose and that another user already has. */
  taken: string;
  /** Signs up under another name with the accepted one-time code. */
  confirm: (username: string) => Promise<SignInStep>;
  onDone: (next: SignInStep) => void;
  onRefused: (error: ApiError) => void;
  onBack: () => void;
};

/**
 * Asks for another username after the person has typed the right one-time code. Before that, the page does not reveal
 * which names are taken.
 */
function OtherNameStep({ taken, confirm, onDone, onRefused, onBack }: Props) {
  const say = useSay();
  const form = useForm({ Username: taken }, ({ Username }) => ({
    Username: Username === taken ? ({ code: 'username_taken' } as const) : judgeUsername(Username.trim()),
  }));
  const { run, isPending, error } = useChange({
    send: () => confirm(form.values.Username),
    onDone,
    onRefused: (refused) => {
      form.refuse(refused.fields);
      onRefused(refused);
    },
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending} onSend={() => run()}>
      <h1 className={css.title}>{say('identity.otherNameTitle')}</h1>
      <p className={css.note}>{say('identity.otherNameNote', { name: taken })}</p>
      <UsernameField {...form.field('Username')} />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.useName')}
      </Button>
      <Anchor component="button" type="button" className={css.link} onClick={onBack}>
        <IconArrowLeft size={16} aria-hidden />
        {say('identity.backToCode')}
      </Anchor>
    </CheckedForm>
  );
}
