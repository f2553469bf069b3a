import { isEnglishName, type CompanyField } from '#domain/company/company.ts';
import { languageTag } from '#domain/basics/language.ts';
import type { NamedChoice } from '#domain/platform-setting/names.ts';
import { countryCodes, provincesOf } from '#domain/platform-setting/regions.ts';
import type { CompanyDraft } from '#web/company/company-draft.ts';
import type { FieldProps } from '#web/design/fields/field.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { CheckboxField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { useCompanyWords } from '#web/platform/format/company-words.ts';
import { env } from '#web/platform/page/env.ts';
import type { Form } from '#web/design/forms/use-form.ts';
import { type PhraseKey, useLanguage } from '#web/platform/phrases/phrase.ts';

type Part = {
  form: Form<CompanyDraft>;
  /** True if this person cannot change the company's data. */
  isClosed?: boolean;
  /** The reason why the fields that an administrator has approved cannot be changed. */
  approved?: PhraseKey;
};

const codesOf = (choices: readonly NamedChoice[]): string[] => choices.map(({ code }) => code);

/** Returns the offered codes as choices, and the stored one, which may no longer be offered. */
const choicesOf = (codes: readonly string[], stored: string | null, nameOf: (code: string) => string) =>
  [...new Set([...codes, ...(stored === null ? [] : [stored])])].map((value) => ({ value, label: nameOf(value) }));

/** All fields of a company, in sections (docs/rules.md#business-accounts). */
export function CompanySections(part: Part) {
  return (
    <>
      <CompanySection {...part} />
      <AddressSection {...part} />
      <ContactSection {...part} />
    </>
  );
}

/** Returns a function that returns the props of a named field: its value, its label, and whether it is disabled. */
const fieldsOf =
  ({ form, isClosed = false }: Part) =>
  <Name extends CompanyField>(name: Name) => ({
    ...form.field(name),
    label: `company.${name}` as const,
    isDisabled: isClosed,
  });

/** The names, the registration number and the country. Values that an administrator has approved are fixed. */
function CompanySection(part: Part) {
  const words = useCompanyWords();
  const { regions, businessTypes } = env();
  const field = fieldsOf(part);
  const { form, approved } = part;
  const fixed = approved && { isDisabled: true, disabledReason: approved };
  const { country, companyName, businessType } = form.values;
  const chooseCountry = (chosen: typeof country) => {
    form.set('country', chosen);
    if (chosen !== country) form.set('province', null);
  };
  return (
    <FormSection title="companyForm.company" hint="companyForm.companyHint">
      <Wide>
        <TextField {...field('companyName')} {...fixed} isRequired autoComplete="organization" />
      </Wide>
      <Wide>
        <TextField
          {...field('englishCompanyName')}
          help="companyForm.englishNameHelp"
          isRequired={!isEnglishName(companyName)}
        />
      </Wide>
      <SelectField
        {...field('country')}
        {...fixed}
        onChange={chooseCountry}
        placeholder="companyForm.choose"
        isRequired
        choices={choicesOf(countryCodes(regions), country, words.country)}
      />
      <ProvinceField {...field('province')} country={country} />
      <TextField {...field('registrationNumber')} {...fixed} help="companyForm.numberHelp" isRequired />
      <SelectField
        {...field('businessType')}
        placeholder="companyForm.choose"
        isRequired
        choices={choicesOf(codesOf(businessTypes.types), businessType, words.businessType)}
      />
      {country === 'MY' && (
        <>
          <TextField {...field('sstNumber')} />
          <TextField {...field('contractAccountNumber')} />
        </>
      )}
    </FormSection>
  );
}

/** The registered address, and the business address if it is another one. */
function AddressSection(part: Part) {
  const field = fieldsOf(part);
  const { form, isClosed = false } = part;
  return (
    <FormSection title="companyForm.addresses" hint="companyForm.addressesHint">
      <Wide>
        <TextAreaField {...field('registeredAddress')} isRequired />
      </Wide>
      <Wide>
        <CheckboxField {...form.field('isSameAddress')} label="companyForm.sameAddress" isDisabled={isClosed} />
      </Wide>
      {!form.values.isSameAddress && (
        <Wide>
          <TextAreaField {...field('businessAddress')} isRequired />
        </Wide>
      )}
    </FormSection>
  );
}

/** The contact person, and the company's contact number. Numbers start with the country code, without “+”. */
function ContactSection(part: Part) {
  const field = fieldsOf(part);
  const phone = { isRequired: true, help: 'companyForm.telephoneHelp', type: 'tel', inputMode: 'tel' } as const;
  return (
    <FormSection title="companyForm.contact" hint="companyForm.contactHint">
      <TextField {...field('picName')} isRequired autoComplete="name" />
      <TextField
        {...field('picEmail')}
        isRequired
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('picTelephone')} {...phone} autoComplete="tel-national" />
      <TextField {...field('contactNumber')} {...phone} />
    </FormSection>
  );
}

type ProvinceProps = FieldProps<string | null> & { country: string | null };

/** The province or state of a company. The choices depend on the country. */
function ProvinceField({ country, ...field }: ProvinceProps) {
  const { province } = useCompanyWords();
  const tag = languageTag(useLanguage());
  const codes = codesOf(provincesOf(env().regions, country));
  const choices = choicesOf(codes, field.value?.startsWith(`${country}-`) ? field.value : null, province).toSorted(
    (one, other) => one.label.localeCompare(other.label, tag),
  );
  // Some countries have no provinces.
  if (country !== null && choices.length === 0) return null;
  return (
    <SelectField
      {...field}
      refusal={country === null ? undefined : field.refusal}
      placeholder="companyForm.choose"
      isRequired
      waitsFor={country === null ? 'companyForm.countryFirst' : undefined}
      choices={choices}
    />
  );
}
