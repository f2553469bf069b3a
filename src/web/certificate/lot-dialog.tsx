import { useQueryClient } from '@tanstack/react-query';
import type { Device } from '#contract/certificate/device.ts';
import { registerLot } from '#contract/certificate/lot.ts';
import type { Evidence } from '#contract/evidence.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeLot, OFFSET_ANSWERS, type LotFields } from '#domain/certificate/judge-lot.ts';
import { REGISTRIES } from '#domain/certificate/registry.ts';
import { SERIAL_STYLES } from '#domain/certificate/serial-style.ts';
import { today } from '#web/certificate/device-dialog.tsx';
import { EvidenceField } from '#web/certificate/evidence-field.tsx';
import { DateField } from '#web/design/dates/date-time-field.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { useDialogForm } from '#web/design/dialogs/use-dialog-form.ts';
import { toast } from '#web/design/feedback/toast.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import rows from '#web/design/forms/field-rows.module.css';
import { Wide } from '#web/design/forms/form-section.tsx';
import { useForm, type Form } from '#web/design/forms/use-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

/** The input of a lot's form. Dates and choices are null while they are empty. */
type LotDraft = Pick<LotFields, 'first' | 'last' | 'issuer' | 'labels'> &
  Record<'periodFrom' | 'periodTo' | 'issuedOn' | 'expiresOn' | 'offsetAttributes', string | null> & {
    readonly evidence: readonly Evidence[];
  };

const NEW_LOT: LotDraft = {
  first: '',
  last: '',
  periodFrom: null,
  periodTo: null,
  issuedOn: null,
  expiresOn: null,
  issuer: '',
  offsetAttributes: 'unknown',
  labels: '',
  evidence: [],
};

const fieldsOf = ({ evidence: _, ...draft }: LotDraft): LotFields => ({
  ...draft,
  periodFrom: draft.periodFrom ?? '',
  periodTo: draft.periodTo ?? '',
  issuedOn: draft.issuedOn ?? '',
  expiresOn: draft.expiresOn ?? '',
  offsetAttributes: draft.offsetAttributes ?? '',
});

type Props = { device: Device; onClose: () => void };

/** The dialog that registers an issuance of certificates of a device. */
export function LotDialog({ device, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const form = useForm(NEW_LOT, (draft) => refusalsOf(judgeLot(fieldsOf(draft), device.registry, today())), {
    keptAs: `lot ${device.id}`,
  });
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = { ...fieldsOf(form.values), evidenceIds: form.values.evidence.map(({ id }) => id) };
      return api(registerLot, { params: { id: device.id }, body, key: keyFor(body) });
    },
    onDone: async ({ quantity }) => {
      await queryClient.invalidateQueries({ queryKey: ['certificate-lots'] });
      toast('good', say('certificate.lotDone', { quantity }));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog title="certificate.addLot" submit="certificate.submit" {...dialog} size="lg">
      <p>{device.name}</p>
      <div className={`${rows.rows} ${css.fields}`}>
        <LotFormFields form={form} device={device} />
      </div>
    </FormDialog>
  );
}

function LotFormFields({ form, device }: { form: Form<LotDraft>; device: Device }) {
  const say = useSay();
  const { example } = SERIAL_STYLES[REGISTRIES[device.registry].styles[0]];
  return (
    <>
      <TextField
        {...form.field('first')}
        label="certificate.first"
        placeholder={example[0]}
        isRequired
        autoComplete="off"
      />
      <TextField
        {...form.field('last')}
        label="certificate.last"
        placeholder={example[1]}
        isRequired
        autoComplete="off"
      />
      <DateField {...form.field('periodFrom')} label="certificate.periodFrom" isRequired />
      <DateField {...form.field('periodTo')} label="certificate.periodTo" isRequired />
      <DateField {...form.field('issuedOn')} label="certificate.issuedOn" help="certificate.unknownHelp" />
      <DateField {...form.field('expiresOn')} label="certificate.expiresOn" help="certificate.unknownHelp" />
      <TextField {...form.field('issuer')} label="certificate.issuer" help="certificate.unknownHelp" />
      <SelectField
        {...form.field('offsetAttributes')}
        label="certificate.offsetAttributes"
        choices={OFFSET_ANSWERS.map((value) => ({ value, label: say(`certificate.offset.${value}`) }))}
      />
      <TextField {...form.field('labels')} label="certificate.labels" help="certificate.labelsHelp" />
      <Wide>
        <EvidenceField {...form.field('evidence')} label="certificate.evidence" help="certificate.evidenceHelp" />
      </Wide>
    </>
  );
}
