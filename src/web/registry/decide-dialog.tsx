import type { Evidence } from '#contract/evidence.ts';
import { decideRegistryOrder, type RegistryOrderView } from '#contract/settlement/registry-order.ts';
import { judgeText, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { DECIDED_STATES, type DecidedState } from '#domain/delivery/registry-order.ts';
import { EvidenceField } from '#web/certificate/evidence-field.tsx';
import { DateField } from '#web/design/dates/date-time-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { OrderCertificates, OrderState } from '#web/registry/registry-order-badge.tsx';
import { useOrdersChanged } from '#web/registry/use-prepare-orders.ts';

type Draft = {
  readonly state: DecidedState | null;
  readonly transferId: string;
  readonly verificationKey: string;
  readonly retiredOn: string | null;
  readonly remark: string;
  readonly evidence: readonly Evidence[];
};

const required = { code: 'field_required' } as const;

/** The dialog in which an administrator decides an order after asking the registry. */
export function DecideDialog({ order, onClose }: { order: RegistryOrderView; onClose: () => void }) {
  const say = useSay();
  const changed = useOrdersChanged();
  const empty: Draft = {
    state: null,
    transferId: order.transferId,
    verificationKey: '',
    retiredOn: null,
    remark: '',
    evidence: [],
  };
  const form = useForm<Draft>(
    empty,
    ({ state, transferId, remark }) => ({
      state: state === null ? required : undefined,
      transferId:
        state === 'accepted' && transferId.trim() === '' ? { code: 'registry_transfer_id_missing' } : undefined,
      remark: judgeText(remark.trim(), REMARK_LENGTH_MAX),
    }),
    { keptAs: `decision ${order.id}` },
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const { state, transferId, verificationKey, retiredOn, remark, evidence } = form.values;
      const evidenceIds = evidence.map(({ id }) => id);
      const proof = { verificationKey, retiredOn: retiredOn ?? '' };
      const body = { state: state ?? 'failed', version: order.version, transferId, ...proof, remark, evidenceIds };
      return api(decideRegistryOrder, { params: { id: order.id }, body, key: keyFor(body) });
    },
    onDone: async () => {
      await changed();
      toast('good', say('registryOrder.decided'));
      onClose();
    },
    onRefused: () => void changed(),
    onClose,
  });
  return (
    <FormDialog title="registryOrder.decideTitle" submit="registryOrder.decide" isDangerous {...dialog} size="md">
      <p>{say('registryOrder.decideHint')}</p>
      <div>
        <OrderCertificates order={order} />
        <OrderState order={order} />
      </div>
      {order.answer && <Answer answer={order.answer} />}
      {order.detail && <p>{order.detail}</p>}
      <SelectField
        {...form.field('state')}
        label="registryOrder.decision"
        isRequired
        choices={DECIDED_STATES.map((value) => ({ value, label: say(`registryOrder.decisions.${value}`) }))}
      />
      <TextField
        {...form.field('transferId')}
        label="registryOrder.transferId"
        help="registryOrder.transferIdHelp"
        autoComplete="off"
      />
      {order.retirementId !== null && (
        <>
          <TextField {...form.field('verificationKey')} label="claim.verificationKey" autoComplete="off" />
          <DateField {...form.field('retiredOn')} label="claim.registryDay" />
        </>
      )}
      <TextAreaField
        {...form.field('remark')}
        label="registryOrder.remark"
        help="registryOrder.remarkHelp"
        isRequired
      />
      <EvidenceField {...form.field('evidence')} label="certificate.evidence" help="certificate.evidenceHelp" />
    </FormDialog>
  );
}

function Answer({ answer: { status, quantity, transferId } }: { answer: NonNullable<RegistryOrderView['answer']> }) {
  const say = useSay();
  const state = say(`registryOrder.states.${status}`);
  return <p>{say('registryOrder.answered', { state, quantity: quantity ?? '–', transferId: transferId || '–' })}</p>;
}
