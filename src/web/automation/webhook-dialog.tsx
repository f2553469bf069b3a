import { Checkbox, Input } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { Webhook } from '#contract/company/webhook.ts';
import { judgeWebhookUrl, WEBHOOK_KINDS, type WebhookKind } from '#domain/automation/webhook.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { type FieldProps, useFieldProps } from '#web/design/fields/field.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

/** The form's values, as the server expects them. */
export type WebhookValues = { url: string; kinds: WebhookKind[] };

type Props<T> = {
  /** The webhook that is changed; absent for a new one. */
  webhook?: Webhook;
  send: (values: WebhookValues) => Promise<T>;
  onClose: () => void;
  onDone: (answer: T) => void;
};

/** Asks for the address of a webhook and for its events. */
export function WebhookDialog<T>({ webhook, send, onClose, onDone }: Props<T>) {
  const { url, kinds }: { url: string; kinds: readonly WebhookKind[] } = webhook ?? { url: '', kinds: WEBHOOK_KINDS };
  const form = useForm({ url, kinds }, (values) => ({
    url: judgeWebhookUrl(values.url),
    kinds: values.kinds.length === 0 ? { code: 'field_required' } : undefined,
  }));
  const { dialog } = useDialogForm(form, {
    send: () => send({ url: form.values.url.trim(), kinds: [...form.values.kinds] }),
    onDone,
    onClose,
  });
  return (
    <FormDialog
      title={webhook ? 'automation.editWebhook' : 'automation.makeWebhook'}
      submit={webhook ? 'automation.saveWebhook' : 'automation.addWebhook'}
      {...dialog}
      size="md"
    >
      {webhook?.state === 'disabled' && (
        <Notice tone="warn" icon={IconPlugConnectedX} title="automation.savingSwitchesOn" />
      )}
      <TextField
        {...form.field('url')}
        label="automation.url"
        help="automation.urlHelp"
        type="url"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="https://"
        isRequired
        autoFocus
      />
      <KindsField {...form.field('kinds')} label="automation.events" isRequired />
    </FormDialog>
  );
}

/** The choice of the events that the webhook receives. At least one is required. */
function KindsField(props: FieldProps<readonly WebhookKind[]>) {
  const say = useSay();
  const { label, error, withAsterisk } = useFieldProps(props);
  const { value, onChange } = props;
  const toggle = (kind: WebhookKind, isOn: boolean) =>
    onChange(WEBHOOK_KINDS.filter((one) => (one === kind ? isOn : value.includes(one))));
  return (
    <Input.Wrapper {...{ label, error, withAsterisk }} labelElement="div">
      <div role="group" aria-label={label} className={css.kinds}>
        {WEBHOOK_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={say(`automation.eventKind.${kind}`)}
            checked={value.includes(kind)}
            onChange={(event) => toggle(kind, event.currentTarget.checked)}
            error={error !== undefined}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
