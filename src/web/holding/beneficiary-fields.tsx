import { listBeneficiaries } from '#contract/holding/beneficiary.ts';
import { BENEFICIARY_TYPES } from '#domain/holding/beneficiary.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { CheckboxField, ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { Wide } from '#web/design/forms/form-section.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import type { BeneficiaryDraft, DetailsDraft } from '#web/holding/beneficiary-draft.ts';
import { api } from '#web/platform/calls/api.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/calls/use-searched-choices.ts';
import { countryChoices } from '#web/platform/format/country-choices.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

type Props = { form: FormPart<BeneficiaryDraft>; accountId: string };

const CHOICES = ['own', 'saved', 'new'] as const;

/** The fields for the choice of the beneficiary: the company itself, a saved beneficiary, or a new one. */
export function BeneficiaryFields({ form, accountId }: Props) {
  const say = useSay();
  const { choice } = form.values;
  return (
    <>
      <Wide>
        <ChoiceField
          {...form.field('choice')}
          label="beneficiary.title"
          help={`beneficiary.choiceHelp.${choice}`}
          choices={CHOICES.map((value) => ({ value, label: say(`beneficiary.choice.${value}`) }))}
        />
      </Wide>
      {choice === 'own' && <PlaceFields form={{ ...form }} />}
      {choice === 'saved' && <SavedField form={form} accountId={accountId} />}
      {choice === 'new' && (
        <>
          <BeneficiaryDetails form={{ ...form }} />
          <Wide>
            <CheckboxField {...form.field('isSaved')} label="beneficiary.saveToo" />
          </Wide>
        </>
      )}
    </>
  );
}

/** Searches the saved beneficiaries of a company. */
async function findSaved(id: string, search: string, signal: AbortSignal) {
  const query = { search, limit: SEARCHED_SHOWN, currentPage: 1 };
  const { items } = await api(listBeneficiaries, { params: { id }, query, signal });
  return items.map(({ id: value, name }) => ({ value, label: name }));
}

/** The field for choosing a saved beneficiary. */
function SavedField({ form, accountId }: Props) {
  const field = form.field('beneficiaryId');
  const { beneficiaryId, savedName } = form.values;
  const { choices, onSearch, onChoose, isFailed } = useSearchedChoices({
    present: beneficiaryId === null ? undefined : { value: beneficiaryId, label: savedName },
    key: ['beneficiaries', accountId, 'choices'],
    find: (search, signal) => findSaved(accountId, search, signal),
  });
  return (
    <Wide>
      <SearchSelectField
        {...field}
        label="beneficiary.savedOne"
        placeholder="beneficiary.search"
        isRequired
        choices={choices}
        onSearch={onSearch}
        isFailed={isFailed}
        onChange={(value) => {
          onChoose(value);
          form.set('savedName', choices.find((choice) => choice.value === value)?.label ?? '');
          field.onChange(value);
        }}
      />
    </Wide>
  );
}

/** All fields of a beneficiary (docs/rules.md#retirements). */
export function BeneficiaryDetails({ form }: { form: FormPart<DetailsDraft> }) {
  const say = useSay();
  const { accountType, name, nameOnCertificates } = form.values;
  // The field “name on certificates” copies the name until the user edits that field.
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
      <PlaceFields form={{ ...form }} />
    </>
  );
}

/** The fields of the place where the electricity was consumed. */
function PlaceFields({ form }: { form: FormPart<Pick<DetailsDraft, 'country' | 'location'>> }) {
  const language = useLanguage();
  const { value, onChange, ...field } = form.field('country');
  return (
    <>
      <SearchSelectField
        {...field}
        value={value || null}
        onChange={(country) => onChange(country ?? '')}
        label="beneficiary.country"
        isRequired
        choices={countryChoices(language)}
      />
      <TextField
        {...form.field('location')}
        label="beneficiary.location"
        help="beneficiary.locationHelp"
        isRequired
        autoComplete="off"
      />
    </>
  );
}
