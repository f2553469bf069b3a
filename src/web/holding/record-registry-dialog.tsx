import { useQueryClient } from '@tanstack/react-query';
import { recordRegistry, recordRegistryAsUser } from '#contract/claim/claim.ts';
import type { Evidence } from '#contract/evidence.ts';
import { judgeRegistry, type RegistryFields } from '#domain/claim/registry-retirement.ts';
import { EvidenceField } from '#web/certificate/evidence-field.tsx';
import { DateField } from '#web/design/dates/date-time-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { HOLDINGS_KEY } from '#web/holding/holding-query.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { api } from '#web/platform/calls/api.ts';
import { localDay } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

type Props = {
  role: Role;
  retirement: { readonly id: string; readonly number: string };
  onClose: () => void;
};

type Draft = Omit<RegistryFields, 'retiredOn'> & {
  readonly retiredOn: string | null;
  readonly evidence: readonly Evidence[];
};
const EMPTY: Draft = { registry: '', reference: '', verificationKey: '', address: '', retiredOn: null, evidence: [] };

const fieldsOf = ({ retiredOn, evidence: _evidence, ...draft }: Draft): RegistryFields => ({
  ...draft,
  retiredOn: retiredOn ?? '',
});
/** The dialog in which a seller or an administrator records the retirement at the registry. */
export function RecordRegistryDialog({ role, retirement, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const form = useForm(EMPTY, (draft) => judgeRegistry(fieldsOf(draft), localDay(nowMs())), {
    keptAs: `registry ${retirement.id}`,
  });
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = { ...fieldsOf(form.values), evidenceIds: form.values.evidence.map(({ id }) => id) };
      const route = role === 'admin' ? recordRegistry : recordRegistryAsUser;
      return api(route, { params: { id: retirement.id }, body, key: keyFor(body) });
    },
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: ['retirement'] });
      await queryClient.invalidateQueries({ queryKey: HOLDINGS_KEY });
      toast('good', say('claim.recorded'));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog title="claim.recordTitle" submit="claim.record" {...dialog} size="md">
      <p>{say('claim.recordHint', { number: retirement.number })}</p>
      <TextField {...form.field('registry')} label="claim.registry" help="claim.registryHelp" isRequired autoFocus />
      <TextField {...form.field('reference')} label="claim.reference" isRequired autoComplete="off" />
      <TextField {...form.field('verificationKey')} label="claim.verificationKey" autoComplete="off" />
      <TextField {...form.field('address')} label="claim.address" help="claim.addressHelp" inputMode="url" />
      <DateField {...form.field('retiredOn')} label="claim.registryDay" isRequired />
      <EvidenceField {...form.field('evidence')} label="certificate.evidence" help="certificate.evidenceHelp" />
    </FormDialog>
  );
}
