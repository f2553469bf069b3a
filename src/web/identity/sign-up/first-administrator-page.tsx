import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  makeFirstAdministrator,
  openFirstAdministratorLink,
  sendFirstAdministratorCode,
} from '#contract/identity/first-administrator.ts';
import type { SentOtp } from '#contract/identity/identity.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { OneTimeCodeStep } from '#web/identity/one-time-code/one-time-code-step.tsx';
import { useChangeWithToast } from '#web/identity/one-time-code/use-change-with-toast.ts';
import { NewPasswordFields } from '#web/identity/password/new-password-fields.tsx';
import { EmailField, LinkOver, ReadyToSignIn } from '#web/identity/sign-in/entry-parts.tsx';
import { confirmOneTimeCode } from '#web/identity/sign-in/sign-in.ts';
import { SignInFrame } from '#web/identity/sign-in/sign-in-frame.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { useEnter } from '#web/identity/sign-in/use-enter.ts';
import type { AccountDraft } from '#web/identity/sign-up/open-sign-up.ts';
import { judgeAccount, UsernameField } from '#web/identity/sign-up/sign-up-frame.tsx';
import { api } from '#web/platform/calls/api.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Creates the first administrator with the one-time link that the server printed (decision 129). */
export function FirstAdministratorPage() {
  const say = useSay();
  const token = useLocation({ select: ({ hash }) => hash });
  const { data, error, refetch } = useQuery({
    ...readQuery(['first-administrator', token], openFirstAdministratorLink, { body: { token } }),
    enabled: token !== '',
  });
  // While the person types, the link may end.
  const [isOver, setIsOver] = useState(token === '');
  const failed = error && asApiError(error);
  useDocumentTitle(say('identity.first.title'));
  return (
    <SignInFrame>
      {isOver || failed?.code === 'first_link_over' ? (
        <LinkOver title="identity.first.over" note="identity.first.overNote" />
      ) : failed ? (
        <ErrorState error={failed} onRetry={() => void refetch()} />
      ) : data ? (
        <FirstAdministrator token={token} email={data.email} onOver={() => setIsOver(true)} />
      ) : (
        <Skeleton height={420} />
      )}
    </SignInFrame>
  );
}

type Props = {
  token: string;
  /** The only address that may use the link; null if any may. */
  email: string | null;
  onOver: () => void;
};

/** Asks for the person's data, then for the one-time code, and signs the person in. */
function FirstAdministrator({ token, email, onOver }: Props) {
  const say = useSay();
  const enter = useEnter();
  const empty: AccountDraft = { Username: '', Email: email ?? '', Password: '', ConfirmPassword: '' };
  const form = useForm(empty, judgeAccount);
  const [refused, refuse] = useState<ApiError | null>(null);
  const [sent, setSent] = useState<SentOtp>();
  const [username, setUsername] = useState<string>();
  const made = useRef<{ username: string; Otp?: string | undefined }>(undefined);
  const send = () => api(sendFirstAdministratorCode, { body: { token, ...form.values } });
  const takeRefusal = (error: ApiError) => {
    if (error.code === 'first_link_over') return onOver();
    if (Object.keys(error.fields).length === 0) return;
    form.refuse(error.fields);
    refuse(error);
    setSent(undefined);
  };
  const confirm = async ({ otp, isTrusted }: { otp: string; isTrusted: boolean }) => {
    // If signing in fails after the person was created, such as by a network error, only signing in is repeated.
    made.current ??= await api(makeFirstAdministrator, { body: { token, ...form.values, Otp: otp } });
    const { Otp, username: name } = made.current;
    return Otp === undefined ? undefined : confirmOneTimeCode({ username: name, otp: Otp, isTrusted });
  };
  // Another page signs people in, or signing in failed.
  if (username !== undefined) {
    const [title, note] = [say('identity.first.doneTitle', { username }), say('identity.first.doneNote')];
    return <ReadyToSignIn {...{ title, note, username }} />;
  }
  if (!sent)
    return (
      <PersonStep
        {...{ form, email, refused, send }}
        onSent={(given) => {
          refuse(null);
          setSent(given);
        }}
        onRefused={takeRefusal}
      />
    );
  return (
    <OneTimeCodeStep
      sent={sent}
      onSent={setSent}
      confirm={confirm}
      onDone={(next) =>
        void (async () => {
          if (next?.next !== 'done' || !(await enter())) setUsername(made.current?.username);
        })()
      }
      onRefused={takeRefusal}
      resend={send}
      canTrust
      addressee={form.values.Email}
      back={{ label: 'identity.changeDetails', run: () => setSent(undefined) }}
    />
  );
}

type PersonProps = Pick<Props, 'email'> & {
  form: Form<AccountDraft>;
  refused: ApiError | null;
  send: () => Promise<SentOtp>;
  onSent: (sent: SentOtp) => void;
  onRefused: (error: ApiError) => void;
};

/** Asks for username, email address and password, and sends the one-time code. */
function PersonStep({ form, email, refused, send, onSent, onRefused }: PersonProps) {
  const say = useSay();
  const { run, isPending, error } = useChangeWithToast({ send, onDone: onSent, onRefused });
  return (
    <CheckedForm form={form} error={error ?? refused} isBusy={isPending} onSend={() => run()}>
      <h1 className={css.title}>{say('identity.first.title')}</h1>
      <p className={css.note}>{say('identity.first.note')}</p>
      {email !== null && <p className={css.note}>{say('identity.first.onlyFor', { email })}</p>}
      <UsernameField {...form.field('Username')} />
      <EmailField {...form.field('Email')} />
      <NewPasswordFields label="identity.password" form={form} />
      <p className={css.note}>{say('identity.first.sendNote')}</p>
      <FormError error={error ?? refused} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.sendCode')}
      </Button>
    </CheckedForm>
  );
}
