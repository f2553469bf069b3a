import type { ReplyOf } from '#contract/basics/route.ts';
import { makeApiKey } from '#contract/company/api-key.ts';
import { API_KEY_DAYS, API_KEY_ROLES, judgeApiKeyName, type ApiKeyRole } from '#domain/automation/api-key.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  accountId: string;
  onClose: () => void;
  onDone: (made: ReplyOf<typeof makeApiKey>) => void;
};

type ApiKeyValues = { readonly name: string; readonly role: ApiKeyRole; readonly days: string | null };

/** Asks for the purpose, the permissions and the expiry of a new API key. */
export function MakeKeyDialog({ accountId, onClose, onDone }: Props) {
  const say = useSay();
  const form = useForm<ApiKeyValues>({ name: '', role: 'viewer', days: '90' }, ({ name }) => ({
    name: judgeApiKeyName(name),
  }));
  const { dialog } = useDialogForm(form, {
    send: () => {
      const { name, role, days: chosen } = form.values;
      const days = API_KEY_DAYS.find((one) => String(one) === chosen) ?? API_KEY_DAYS[0];
      return api(makeApiKey, { params: { id: accountId }, body: { name: name.trim(), role, days } });
    },
    onDone,
    onClose,
  });
  const { role } = form.values;
  return (
    <FormDialog title="automation.makeKey" submit="automation.make" {...dialog}>
      <TextField {...form.field('name')} label="automation.name" help="automation.nameHelp" isRequired autoFocus />
      <ChoiceField
        {...form.field('role')}
        label="member.role"
        help={role === 'viewer' ? 'automation.viewerHelp' : 'automation.traderHelp'}
        choices={API_KEY_ROLES.map((value) => ({ value, label: say(`member.${value}`) }))}
      />
      <SelectField
        {...form.field('days')}
        label="automation.validFor"
        choices={API_KEY_DAYS.map((days) => ({ value: String(days), label: say('automation.days', { days }) }))}
        isRequired
      />
    </FormDialog>
  );
}
