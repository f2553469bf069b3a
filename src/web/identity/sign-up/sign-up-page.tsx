import { Anchor, Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Anchor.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { register } from '#contract/identity/own-account.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { AgreementField } from '#web/document/agreement-field.tsx';
import { TEMPLATES_KEY } from '#web/document/template-queries.ts';
import { MethodField } from '#web/identity/one-time-code/method-field.tsx';
import { useChangeWithToast } from '#web/identity/one-time-code/use-change-with-toast.ts';
import { NewPasswordFields } from '#web/identity/password/new-password-fields.tsx';
import { phoneRequest } from '#web/identity/phone/phone-draft.ts';
import { PhoneFields } from '#web/identity/phone/phone-fields.tsx';
import { EmailField } from '#web/identity/sign-in/entry-parts.tsx';
import css from '#web/identity/sign-in/sign-in.module.css';
import { saveSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { useSignUp, judgeAccount, SignUpSteps, UsernameField } from '#web/identity/sign-up/sign-up-frame.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The first two steps of sign-up: the person's data and the phone. The page `/otp` asks for the one-time code. */
export function SignUpPage({ step }: { step: 'account' | 'phone' }) {
  const { account } = useSignUp();
  const say = useSay();
  useDocumentTitle(say('identity.signUp'));
  // A person who opens the second step without the first one, such as after a reload, starts with the first.
  const isAccountRight = Object.values(judgeAccount(account.values)).every((refusal) => refusal === undefined);
  return step === 'phone' && isAccountRight ? <PhoneStep /> : <AccountStep />;
}

function AccountStep() {
  const say = useSay();
  const navigate = useNavigate();
  const { account: form, policies, agreement, refused } = useSignUp();
  const isRight = () => [form.check(), policies.policies !== undefined && agreement.check()].every(Boolean);
  return (
    <CheckedForm
      form={{ check: isRight }}
      error={refused}
      onSend={() => void navigate({ to: '/sign-up', search: { step: 'phone' } })}
    >
      <SignUpSteps at="account" />
      <h1 className={css.title}>{say('identity.signUpTitle')}</h1>
      <UsernameField {...form.field('Username')} />
      <EmailField {...form.field('Email')} />
      <NewPasswordFields label="identity.password" form={form} />
      <SignUpAgreement />
      <FormError error={refused} />
      <Button type="submit" size="md" fullWidth>
        {say('identity.next')}
      </Button>
      <p className={css.other}>
        {say('identity.haveAccount')} <Link to={paths.login}>{say('identity.signIn')}</Link>
      </p>
    </CheckedForm>
  );
}

function PhoneStep() {
  const say = useSay();
  const navigate = useNavigate();
  const { account, phone: form, agreement, refused, refuse } = useSignUp();
  const queryClient = useQueryClient();
  const { values } = form;
  const { run, isPending, error } = useChangeWithToast({
    send: () =>
      api(register, {
        body: {
          ...account.values,
          ...phoneRequest(values),
          NotificationMethod: values.NotificationMethod,
          acceptedTemplates: [...agreement.accepted],
        },
      }),
    onDone: ({ userRegisterId, ...sent }) => {
      const { Username, Email } = account.values;
      saveSignUp({ userRegisterId, sent, account: { Username, Email }, phone: values });
      refuse(null);
      void navigate({ to: paths.otp });
    },
    onRefused: (wrong) => {
      refuse(wrong);
      const isOutdated = wrong.code === 'template_not_in_force';
      if (isOutdated) {
        agreement.forget();
        void queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY });
      }
      const isAboutAccount = Object.keys(wrong.fields).some((name) => name in account.values);
      if (isAboutAccount || isOutdated) void navigate({ to: '/sign-up', search: {} });
    },
  });
  return (
    <CheckedForm form={form} error={refused} isBusy={isPending} onSend={() => run()}>
      <SignUpSteps at="phone" />
      <h1 className={css.title}>{say('identity.phoneTitle')}</h1>
      <p className={css.note}>{say('identity.phoneNote')}</p>
      <PhoneFields form={form} />
      <MethodField {...form.field('NotificationMethod')} />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {say('identity.sendCode')}
      </Button>
      <Anchor component={Link} to="/sign-up" className={css.link}>
        <IconArrowLeft size={16} aria-hidden />
        {say('identity.backToAccount')}
      </Anchor>
    </CheckedForm>
  );
}

/** Asks for agreement to the policies. Sign-up requires that the person has read each policy that exists. */
function SignUpAgreement() {
  const { agreement, policies } = useSignUp();
  if (policies.error) return <ErrorState error={policies.error} onRetry={policies.retry} />;
  return policies.policies ? <AgreementField agreement={agreement} /> : <Skeleton height={44} />;
}
