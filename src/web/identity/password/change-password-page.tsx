import { Alert, Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, countApiKeys } from '#contract/identity/own-account.ts';
import { judgeNewPassword, type NewPassword } from '#domain/identity/new-password.ts';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { PasswordField } from '#web/design/fields/password-field.tsx';
import { TickBox } from '#web/design/fields/tick-box.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useForm, type Refusals } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { NewPasswordFields } from '#web/identity/password/new-password-fields.tsx';
import { OwnAccountCard } from '#web/identity/password/own-account-card.tsx';
import { confirmOneTimeCode } from '#web/identity/sign-in/sign-in.ts';
import { useWait, waitSecondsOf } from '#web/identity/one-time-code/use-wait.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import { replaceSession } from '#web/platform/session/replace-session.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

type ChangedPassword = NewPassword & { readonly CurrentPassword: string };

const EMPTY: ChangedPassword = { CurrentPassword: '', Password: '', ConfirmPassword: '' };

/** Checks the form. The new password must differ from the current one. */
function judge(given: ChangedPassword): Refusals<ChangedPassword> {
  const { CurrentPassword, Password } = given;
  const isSame = Password !== '' && Password === CurrentPassword;
  return {
    CurrentPassword: CurrentPassword === '' ? { code: 'field_required' } : undefined,
    ...judgeNewPassword(given),
    ...(isSame && { Password: { code: 'password_unchanged' } }),
  };
}

const KEYS = ['own-api-keys'];

/**
 * The page to change a password. It is the same in both areas, and for people without an area (docs/rules.md#routes).
 */
export function ChangePasswordPage() {
  const say = useSay();
  const query = useQuery(readQuery(KEYS, countApiKeys, {}));
  return (
    <>
      <PageTitle title="identity.changePassword" note={say('identity.changePasswordNote')} />
      <Loaded query={query} skeleton={<Skeleton height={420} maw={520} radius="md" />}>
        {({ count }) => <ChangePasswordForm apiKeys={count} />}
      </Loaded>
    </>
  );
}

function ChangePasswordForm({ apiKeys }: { apiKeys: number }) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { username } = useProfile();
  const form = useForm(EMPTY, judge);
  const { left, wait } = useWait();
  const [endsApiKeys, setEndsApiKeys] = useState(false);
  // The form shows refusals, so no toast repeats them (docs/rules.md#error-messages).
  const { run, isPending, error } = useChange({
    send: () =>
      replaceSession(
        () => api(changePassword, { body: { ...form.values, endsApiKeys }, hasTurn: true }),
        async ({ Otp: otp }) => {
          // If no new session starts, as with hosted sign-in, the next call leads to sign-in.
          if (otp !== undefined) await confirmOneTimeCode({ username, otp, isTrusted: false }).catch(() => undefined);
        },
      ),
    onDone: () => {
      form.reset(EMPTY);
      if (endsApiKeys) queryClient.setQueryData(KEYS, { count: 0 });
      setEndsApiKeys(false);
      toast('good', say('identity.passwordChanged'));
    },
    onRefused: (refused) => {
      form.refuse(refused.fields);
      wait(waitSecondsOf(refused));
    },
  });
  useLeaveGuard(form.isDirty && !isPending);
  return (
    <OwnAccountCard>
      <CheckedForm form={form} error={error} isBusy={isPending || left > 0} onSend={() => run()}>
        {/* Lets password managers store the new password for the right username. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...form.field('CurrentPassword')}
          label="identity.currentPassword"
          size="md"
          name="current-password"
          autoComplete="current-password"
        />
        <NewPasswordFields label="identity.newPassword" form={form} />
        {apiKeys > 0 && (
          <TickBox
            label={say('identity.endApiKeys', { count: apiKeys })}
            checked={endsApiKeys}
            onChange={setEndsApiKeys}
          />
        )}
        {error && <ChangeFailed error={error} left={left} />}
        <Button type="submit" size="md" loading={isPending} disabled={left > 0}>
          {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.changePassword')}
        </Button>
      </CheckedForm>
    </OwnAccountCard>
  );
}

/**
 * Shows why the password was not changed. Errors of fields are shown beside the fields. After any other failure the
 * person can try again, but not during a lockout.
 */
function ChangeFailed({ error, left }: { error: ApiError; left: number }) {
  const say = useSay();
  const textOf = useErrorText();
  const isBesideFields = Object.keys(error.fields).length > 0;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      role="alert"
      title={say('identity.changeFailed')}
    >
      <p className={css.failed}>{isBesideFields ? say('identity.changeFailedFields') : textOf(error)}</p>
      {!isBesideFields && (
        <Button type="submit" size="xs" variant="default" disabled={left > 0}>
          {say('action.retry')}
        </Button>
      )}
    </Alert>
  );
}
