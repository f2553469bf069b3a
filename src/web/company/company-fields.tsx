import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { PROVINCES } from '#domain/basics/province.ts';
import { BUSINESS_TYPES } from '#domain/company/business-type.ts';
import { isEnglishName } from '#domain/company/company.ts';
import type { CompanyDraft } from '#web/company/company-draft.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { CheckboxField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import type { Field, Form } from '#web/design/forms/use-form.ts';
import { LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';
import { type PhraseKey, useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

type Part = {
  form: Form<CompanyDraft>;
  /** Nothing can be changed here by this person. */
  isClosed?: boolean;
  /** Why what an admin has approved stays as it is. */
  approved?: PhraseKey;
};

/** Everything that is asked about a company, in sections (specification 3). */
export function CompanySections(part: Part) {
  return (
    <>
      <CompanySection {...part} />
      <AddressSection {...part} />
      <ContactSection {...part} />
    </>
  );
}

function CompanySection({ form, isClosed = false, approved }: Part) {
  const say = useSay();
  const fixed = { isDisabled: isClosed || approved !== undefined, ...(approved && { disabledReason: approved }) };
  const { country, companyName } = form.values;
  const chooseCountry = (chosen: typeof country) => {
    form.set('country', chosen);
    if (chosen !== country) form.set('province', null);
  };
  return (
    <FormSection title="companyForm.company" hint="companyForm.companyHint">
      <Wide>
        <TextField
          {...form.field('companyName')}
          {...fixed}
          label="company.companyName"
          isRequired
          autoComplete="organization"
        />
      </Wide>
      <Wide>
        <TextField
          {...form.field('englishCompanyName')}
          label="company.englishCompanyName"
          help="companyForm.englishNameHelp"
          isRequired={!isEnglishName(companyName)}
          isDisabled={isClosed}
        />
      </Wide>
      <SelectField
        {...form.field('country')}
        {...fixed}
        onChange={chooseCountry}
        label="company.country"
        placeholder="companyForm.choose"
        isRequired
        choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
      />
      <ProvinceField {...form.field('province')} country={country} isDisabled={isClosed} />
      <TextField
        {...form.field('registrationNumber')}
        {...fixed}
        label="company.registrationNumber"
        help="companyForm.numberHelp"
        isRequired
      />
      <SelectField
        {...form.field('businessType')}
        label="company.businessType"
        placeholder="companyForm.choose"
        isRequired
        isDisabled={isClosed}
        choices={BUSINESS_TYPES.map((value) => ({ value, label: say(`businessType.${value}`) }))}
      />
      {country === 'MY' && (
        <>
          <TextField {...form.field('sstNumber')} label="company.sstNumber" isDisabled={isClosed} />
          <TextField
            {...form.field('contractAccountNumber')}
            label="company.contractAccountNumber"
            isDisabled={isClosed}
          />
        </>
      )}
    </FormSection>
  );
}

function AddressSection({ form, isClosed = false }: Part) {
  const { isSameAddress } = form.values;
  return (
    <FormSection title="companyForm.addresses" hint="companyForm.addressesHint">
      <Wide>
        <TextAreaField
          {...form.field('registeredAddress')}
          label="company.registeredAddress"
          isRequired
          isDisabled={isClosed}
        />
      </Wide>
      <Wide>
        <CheckboxField {...form.field('isSameAddress')} label="companyForm.sameAddress" isDisabled={isClosed} />
      </Wide>
      {!isSameAddress && (
        <Wide>
          <TextAreaField
            {...form.field('businessAddress')}
            label="company.businessAddress"
            isRequired
            isDisabled={isClosed}
          />
        </Wide>
      )}
    </FormSection>
  );
}

function ContactSection({ form, isClosed = false }: Part) {
  const looks = { isRequired: true, isDisabled: isClosed };
  return (
    <FormSection title="companyForm.contact" hint="companyForm.contactHint">
      <TextField {...form.field('picName')} {...looks} label="company.picName" autoComplete="name" />
      <TextField
        {...form.field('picEmail')}
        {...looks}
        label="company.picEmail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('picTelephone')}
        {...looks}
        label="company.picTelephone"
        help="companyForm.telephoneHelp"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
      <TextField
        {...form.field('contactNumber')}
        {...looks}
        label="company.contactNumber"
        help="companyForm.telephoneHelp"
        type="tel"
        inputMode="tel"
      />
    </FormSection>
  );
}

type Props = Field<string | null> & { country: Country | null; isDisabled: boolean };

/** Where in its country a company is; which provinces there are follows from the country. */
function ProvinceField({ country, isDisabled, ...field }: Props) {
  const say = useSay();
  const tag = LANGUAGE_TAGS[useLanguage()];
  const choices = (country ? PROVINCES[country] : [])
    .map((value) => ({ value, label: say(`province.${value}`) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, tag));
  return (
    <SelectField
      {...field}
      refusal={country === null ? undefined : field.refusal}
      label="company.province"
      placeholder="companyForm.choose"
      isRequired
      isDisabled={isDisabled}
      waitsFor={country === null ? 'companyForm.countryFirst' : undefined}
      choices={choices}
    />
  );
}
