import { IconPlugConnectedX } from '@tabler/icons-react';
import type { OperatorWebhook } from '#contract/company/webhook.ts';
import { judgeWebhookUrl, type WebhookKind } from '#domain/automation/webhook.ts';
import { ChecksField } from '#web/design/fields/checks-field.tsx';
import type { WebhookValues } from '#web/automation/programs.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props<T> = {
  /** The webhook that is changed; absent for a new one. */
  webhook?: OperatorWebhook;
  /** The events that can be selected. */
  events: readonly WebhookKind[];
  send: (values: WebhookValues) => Promise<T>;
  onClose: () => void;
  onDone: (answer: T) => void;
};

/** Asks for the address of a webhook and for its events. */
export function WebhookDialog<T>({ webhook, events, send, onClose, onDone }: Props<T>) {
  const say = useSay();
  const { url, kinds }: { url: string; kinds: readonly WebhookKind[] } = webhook ?? { url: '', kinds: events };
  const form = useForm({ url, kinds }, (values) => ({
    url: judgeWebhookUrl(values.url),
    kinds: values.kinds.length === 0 ? { code: 'field_required' } : undefined,
  }));
  const { dialog } = useDialogForm(form, {
    send: () => send({ url: form.values.url.trim(), kinds: form.values.kinds }),
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
      <ChecksField
        {...form.field('kinds')}
        label="automation.events"
        isRequired
        choices={events.map((value) => ({ value, label: say(`automation.eventKind.${value}`) }))}
      />
    </FormDialog>
  );
}
