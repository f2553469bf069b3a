import { BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { Wide } from '#web/design/forms/form-section.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import type { DetailsDraft } from '#web/holding/beneficiary-draft.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** All that is asked about a beneficiary (specification 3). */
export function BeneficiaryDetails({ form }: { form: FormPart<DetailsDraft> }) {
  const say = useSay();
  const { accountType, name, nameOnCertificates } = form.values;
  // The name on the certificates follows the name, until somebody writes another one.
  const writeName = (typed: string) => {
    if (nameOnCertificates === name) form.set('nameOnCertificates', typed);
    form.set('name', typed);
  };
  return (
    <>
      <Wide>
        <ChoiceField
          {...form.field('accountType')}
          label="beneficiary.accountType"
          help={`beneficiary.${accountType}Help`}
          choices={BENEFICIARY_TYPES.map((value) => ({ value, label: say(`beneficiary.${value}`) }))}
        />
      </Wide>
      <TextField
        {...form.field('name')}
        onChange={writeName}
        label={accountType === 'Building' ? 'beneficiary.buildingName' : 'beneficiary.name'}
        isRequired
        autoComplete="off"
      />
      <TextField
        {...form.field('nameOnCertificates')}
        label="beneficiary.nameOnCertificates"
        help="beneficiary.nameOnCertificatesHelp"
        isRequired
        autoComplete="off"
      />
      {accountType === 'Building' && (
        <Wide>
          <TextField
            {...form.field('buildingOwnerName')}
            label="beneficiary.buildingOwnerName"
            isRequired
            autoComplete="off"
          />
        </Wide>
      )}
      <Wide>
        <TextAreaField {...form.field('address')} label="beneficiary.address" isRequired />
      </Wide>
    </>
  );
}
