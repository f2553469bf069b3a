import { Button } from '@mantine/core';
import type { SentOtp } from '#contract/identity/identity.ts';
import type { Phone } from '#domain/identity/phone.ts';
import { PasswordField } from '#web/design/fields/password-field.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useChangeWithToast } from '#web/identity/one-time-code/use-change-with-toast.ts';
import { useWait, waitSecondsOf } from '#web/identity/one-time-code/use-wait.ts';
import { judgePhone, newPhone, phoneRefusals, phoneRequest, type PhoneDraft } from '#web/identity/phone/phone-draft.ts';
import { PhoneFields } from '#web/identity/phone/phone-fields.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type PhoneRequest = ReturnType<typeof phoneRequest>;
type Props = {
  /** The phone that is replaced, if any. */
  current?: Phone | undefined;
  label?: PhraseKey;
  send: (phone: PhoneRequest, password: { CurrentPassword: string }) => Promise<SentOtp>;
  onDone: (phone: PhoneRequest, sent: SentOtp) => void;
  onRefused?: (error: ApiError) => void;
  /** True if the form also asks for the password, because only the session identifies the person. */
  asksPassword?: boolean;
};

type Draft = PhoneDraft & { readonly CurrentPassword: string };

/** Asks for a phone number and sends a one-time code to it. */
export function PhoneForm({ current, label, send, onDone, onRefused, asksPassword = false }: Props) {
  const say = useSay();
  const form = useForm<Draft>({ ...newPhone(), CurrentPassword: '' }, (draft) => ({
    ...judgePhone(current)(draft),
    CurrentPassword: asksPassword && draft.CurrentPassword === '' ? { code: 'field_required' } : undefined,
  }));
  const { left, wait } = useWait();
  const { run, isPending, error } = useChangeWithToast({
    send: () => send(phoneRequest(form.values), { CurrentPassword: form.values.CurrentPassword }),
    onDone: (sent) => onDone(phoneRequest(form.values), sent),
    onRefused: (refused) => {
      form.refuse(phoneRefusals(refused.fields));
      wait(waitSecondsOf(refused));
      onRefused?.(refused);
    },
  });
  return (
    <CheckedForm form={form} error={error} isBusy={isPending || left > 0} onSend={() => run()}>
      <PhoneFields form={form} {...(label && { label })} />
      {asksPassword && (
        <PasswordField
          {...form.field('CurrentPassword')}
          label="identity.currentPassword"
          size="md"
          name="current-password"
          autoComplete="current-password"
        />
      )}
      <FormError error={error} />
      <Button type="submit" size="md" fullWidth loading={isPending} disabled={left > 0}>
        {left > 0 ? say('identity.tryAgainIn', { time: formatWait(left) }) : say('identity.sendCode')}
      </Button>
    </CheckedForm>
  );
}
