import { API_KEY_DAYS, API_KEY_ROLES, judgeApiKeyName, type ApiKeyRole } from '#domain/automation/api-key.ts';
import { SCOPES, type Scope } from '#domain/automation/scope.ts';
import { ChecksField } from '#web/design/fields/checks-field.tsx';
import type { Programs, ShownKey } from '#web/automation/programs.ts';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  programs: Programs;
  onClose: () => void;
  onDone: (made: { key: string; keys: ShownKey[] }) => void;
};

type ApiKeyValues = {
  readonly name: string;
  readonly role: ApiKeyRole;
  readonly scopes: readonly Scope[];
  readonly days: string | null;
};

/** A new key may read everything. Each permission to change something is selected by the person. */
const READING = SCOPES.filter((scope) => scope.endsWith(':read'));

/** Asks for the purpose, the permissions and the expiry of a new API key. */
export function MakeKeyDialog({ programs, onClose, onDone }: Props) {
  const say = useSay();
  const { hasRoles, scopes: possible } = programs;
  const scopes: readonly Scope[] = READING.filter((scope) => possible.includes(scope));
  const form = useForm<ApiKeyValues>({ name: '', role: 'viewer', scopes, days: '90' }, (values) => ({
    name: judgeApiKeyName(values.name),
    scopes: values.scopes.length === 0 ? { code: 'field_required' } : undefined,
  }));
  const { dialog } = useDialogForm(form, {
    send: () => {
      const { name, days: chosen, ...permissions } = form.values;
      const days = API_KEY_DAYS.find((one) => String(one) === chosen) ?? API_KEY_DAYS[0];
      return programs.makeKey({ ...permissions, name: name.trim(), days });
    },
    onDone,
    onClose,
  });
  const { role } = form.values;
  return (
    <FormDialog title="automation.makeKey" submit="automation.make" {...dialog} size="md">
      <TextField {...form.field('name')} label="automation.name" help="automation.nameHelp" isRequired autoFocus />
      {hasRoles && (
        <ChoiceField
          {...form.field('role')}
          label="member.role"
          help={role === 'viewer' ? 'automation.viewerHelp' : 'automation.traderHelp'}
          choices={API_KEY_ROLES.map((value) => ({ value, label: say(`member.${value}`) }))}
        />
      )}
      <ChecksField
        {...form.field('scopes')}
        label="automation.scopes"
        isRequired
        inPairs
        choices={possible.map((value) => ({ value, label: scopeName(say, value) }))}
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

/** Returns a scope in words, with its name in the API. */
const scopeName = (say: ReturnType<typeof useSay>, scope: Scope): string => {
  const [area, way] = scope.split(':') as [AreaName, 'read' | 'write'];
  return say(`automation.scope.${way}`, { area: say(`automation.area.${area}`) });
};
type AreaName = Scope extends `${infer Area}:${string}` ? Area : never;
