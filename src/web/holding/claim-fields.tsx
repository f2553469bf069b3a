import { CLAIM_PURPOSES } from '#domain/claim/claim.ts';
import { DateField } from '#web/design/dates/date-time-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { Wide } from '#web/design/forms/form-section.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import type { ClaimDraft } from '#web/holding/claim-draft.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The fields of a claim: reporting period and purpose (docs/rules.md#claims). */
export function ClaimFields({ form }: { form: FormPart<ClaimDraft> }) {
  return (
    <>
      <DateField {...form.field('periodFrom')} label="claim.periodFrom" isRequired />
      <DateField {...form.field('periodTo')} label="claim.periodTo" isRequired />
      <PurposeFields form={{ ...form }} />
    </>
  );
}

type PurposeDraft = Pick<ClaimDraft, 'purpose' | 'purposeText'>;

/** The fields of the purpose: a list, and a text that is required for another purpose. */
export function PurposeFields({ form }: { form: FormPart<PurposeDraft> }) {
  const say = useSay();
  const { value, onChange, ...field } = form.field('purpose');
  return (
    <>
      <Wide>
        <SelectField
          {...field}
          value={value || null}
          onChange={(purpose) => onChange(purpose ?? '')}
          label="claim.purpose"
          isRequired
          choices={CLAIM_PURPOSES.filter((purpose) => purpose !== 'unknown').map((purpose) => ({
            value: purpose,
            label: say(`claim.purposes.${purpose}`),
          }))}
        />
      </Wide>
      <Wide>
        <TextField
          {...form.field('purposeText')}
          label="claim.purposeText"
          isRequired={form.values.purpose === 'other'}
          autoComplete="off"
        />
      </Wide>
    </>
  );
}
