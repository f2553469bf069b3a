import type { Country } from '#domain/basics/country.ts';
import { PROVINCES } from '#domain/basics/province.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { LANGUAGE_TAGS } from '#web/platform/phrases/language.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

type Props = Field<string | null> & { country: Country | null; isDisabled: boolean };

/** Where in its country a company is; which provinces there are follows from the country. */
export function ProvinceField({ country, isDisabled, ...field }: Props) {
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
