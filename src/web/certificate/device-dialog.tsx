import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { registerDevice, updateDevice, type Device } from '#contract/certificate/device.ts';
import type { Evidence } from '#contract/evidence.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { judgeDevice, SUPPORT_ANSWERS, type DeviceFields } from '#domain/certificate/judge-device.ts';
import { REGISTRY_NAMES } from '#domain/certificate/registry.ts';
import { plantProvinces } from '#domain/platform-setting/regions.ts';
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
import { nowMs } from '#web/platform/clock/clock.ts';
import { useCompanyWords } from '#web/platform/format/company-words.ts';
import { useRecCountries } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './certificates.module.css';

/** The input of a device's form. Dates and choices are null while they are empty. */
type DeviceDraft = {
  readonly [Field in keyof DeviceFields]: Field extends
    | 'registryId'
    | 'name'
    | 'fuelCode'
    | 'technologyCode'
    | 'capacity'
    | 'labels'
    | 'address'
    ? string
    : DeviceFields[Field] | null;
} & { readonly evidence: readonly Evidence[] };

const NEW_DEVICE: DeviceDraft = {
  registry: 'irec',
  registryId: '',
  name: '',
  country: null,
  province: null,
  fuelType: null,
  fuelCode: '',
  technologyCode: '',
  capacity: '',
  commissionedOn: null,
  repoweredOn: null,
  supported: 'unknown',
  labels: '',
  address: '',
  evidence: [],
};

function draftOf(device: Device): DeviceDraft {
  const { fuelCode, technologyCode, capacity, labels, address } = device;
  return {
    ...device,
    fuelCode: fuelCode ?? '',
    technologyCode: technologyCode ?? '',
    capacity: capacity ?? '',
    labels: labels ?? '',
    address: address ?? '',
  };
}

export const today = (): string => new Date(nowMs()).toISOString().slice(0, 10);

const fieldsOf = ({ evidence: _, ...draft }: DeviceDraft): DeviceFields => ({
  registry: draft.registry ?? '',
  registryId: draft.registryId,
  name: draft.name,
  country: draft.country ?? '',
  province: draft.province ?? '',
  fuelType: draft.fuelType ?? '',
  fuelCode: draft.fuelCode,
  technologyCode: draft.technologyCode,
  capacity: draft.capacity,
  commissionedOn: draft.commissionedOn ?? '',
  repoweredOn: draft.repoweredOn ?? '',
  supported: draft.supported ?? '',
  labels: draft.labels,
  address: draft.address,
});

type Props = { accountId: string; device: Device | undefined; onClose: () => void };

/** The dialog that registers a device, or changes one that is not verified. */
export function DeviceDialog({ accountId, device, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const form = useForm<DeviceDraft>(
    device ? draftOf(device) : NEW_DEVICE,
    (draft) =>
      refusalsOf(
        judgeDevice(fieldsOf(draft), { today: today(), regions: env().regions, present: device?.country ?? '' }),
      ),
    { keptAs: `device ${device?.id ?? ''}` },
  );
  const { dialog } = useDialogForm(form, {
    send: (keyFor) => {
      const body = { ...fieldsOf(form.values), evidenceIds: form.values.evidence.map(({ id }) => id) };
      return device
        ? api(updateDevice, { params: { id: device.id }, body })
        : api(registerDevice, { params: { id: accountId }, body, key: keyFor(body) });
    },
    onDone: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['devices'] });
      toast('good', say('certificate.deviceDone', { name }));
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      title={device ? 'certificate.editDevice' : 'certificate.addDevice'}
      submit="certificate.submit"
      {...dialog}
      size="lg"
    >
      <div className={`${rows.rows} ${css.fields}`}>
        <RegistryFields form={form} />
        <FactFields form={form} />
      </div>
    </FormDialog>
  );
}

type PartProps = { form: Form<DeviceDraft> };

function RegistryFields({ form }: PartProps) {
  const say = useSay();
  const words = useCompanyWords();
  const [stored] = useState(form.values.country);
  const countries = useRecCountries(stored);
  const provinces = plantProvinces(env().regions, form.values.country ?? '');
  return (
    <>
      <SelectField
        {...form.field('registry')}
        label="certificate.registryName"
        isRequired
        choices={REGISTRY_NAMES.map((value) => ({ value, label: say(`certificate.registry.${value}`) }))}
      />
      <TextField {...form.field('registryId')} label="certificate.registryId" isRequired autoComplete="off" />
      <Wide>
        <TextField {...form.field('name')} label="certificate.deviceName" isRequired autoComplete="off" />
      </Wide>
      <SelectField {...form.field('country')} label="certificate.country" isRequired choices={countries} />
      <SelectField
        {...form.field('province')}
        label="certificate.province"
        choices={provinces.map((value) => ({ value, label: words.province(value) }))}
      />
      <SelectField
        {...form.field('fuelType')}
        label="certificate.fuelType"
        isRequired
        choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
      />
    </>
  );
}

function FactFields({ form }: PartProps) {
  const say = useSay();
  return (
    <>
      <TextField {...form.field('fuelCode')} label="certificate.fuelCode" help="certificate.unknownHelp" />
      <TextField {...form.field('technologyCode')} label="certificate.technologyCode" help="certificate.unknownHelp" />
      <TextField
        {...form.field('capacity')}
        label="certificate.capacity"
        help="certificate.unknownHelp"
        inputMode="decimal"
      />
      <DateField {...form.field('commissionedOn')} label="certificate.commissionedOn" help="certificate.unknownHelp" />
      <DateField {...form.field('repoweredOn')} label="certificate.repoweredOn" />
      <SelectField
        {...form.field('supported')}
        label="certificate.supported"
        choices={SUPPORT_ANSWERS.map((value) => ({ value, label: say(`certificate.support.${value}`) }))}
      />
      <TextField {...form.field('labels')} label="certificate.labels" help="certificate.labelsHelp" />
      <Wide>
        <TextField {...form.field('address')} label="certificate.address" />
      </Wide>
      <Wide>
        <EvidenceField {...form.field('evidence')} label="certificate.evidence" help="certificate.evidenceHelp" />
      </Wide>
    </>
  );
}
