import type { NotificationMethod } from '#contract/identity/identity.ts';
import { Anchor, Button } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SentOtp } from '#contract/identity/identity.ts';
import { forgotPassword } from '#contract/identity/own-account.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { MethodField } from '#web/identity/one-time-code/method-field.tsx';
import { useToldChange } from '#web/identity/one-time-code/use-told-change.ts';
import { useWait, waitOf } from '#web/identity/one-time-code/use-wait.ts';
import css from '#web/identity/sign-in/sign-in.module.css';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { asked: Asked; onDone: (asked: Asked, sent: SentOtp) => void };

export function ForgotPasswordStep({ asked, onDone }: Props) {
  const say = useSay();
  const form = useForm<Asked>(asked, ({ Email }) => ({ Email: judgeEmail(Email) }));
  const { left, wait } = useWait();
  const { run, isPending, error } = useToldChange({
    send: () => api(forgotPassword, { body: form.values }),
    onDone: (sent) => onDone(form.values, sent),
    onRefused: (refused) => {
      form.refuse(refused.fields);
      wait(waitOf(refused));
    },
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending || left > 0} onSend={() => run()}>
      <h1 className={css.title}>{say('identity.forgotTitle')}</h1>
      <p className={css.note}>{say('identity.forgotNote')}</p>
      <TextField
        {...form.field('Email')}
        label="identity.email"
        size="md"
        type="email"
        inputMode="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <MethodField
        label="identity.sendCodeBy"
        value={form.values.NotificationMethod}
        onChange={(method) => form.set('NotificationMethod', method)}
      />
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={left > 0}>
        {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.sendCode')}
      </Button>
      <Anchor component={Link} to={paths.login} className={css.link}>
        <IconArrowLeft size={16} aria-hidden />
        {say('identity.backToSignIn')}
      </Anchor>
    </CheckedForm>
  );
}

export type Asked = { readonly Email: string; readonly NotificationMethod: NotificationMethod };
