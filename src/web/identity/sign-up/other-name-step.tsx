import { Anchor, Button } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import { IconArrowLeft } from '@tabler/icons-react';
import { judgeUsername } from '#domain/identity/username.ts';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import type { SignInStep } from '#web/identity/sign-in/sign-in.ts';
import { UsernameField } from '#web/identity/sign-up/username-field.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from '#web/identity/sign-in/sign-in.module.css';

type Props = {
  /** The username that somebody has. */
  taken: string;
  /** Signs up under another name, by the code that was right. */
  confirm: (username: string) => Promise<SignInStep>;
  onDone: (next: SignInStep) => void;
  onRefused: (error: ApiError) => void;
  onBack: () => void;
};

/** Asks for another username after the right code. Before that nobody learns which names are taken. */
export function OtherNameStep({ taken, confirm, onDone, onRefused, onBack }: Props) {
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
