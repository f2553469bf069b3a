import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';

export type CountryProps = Field<string> & { choices: { value: string; label: string }[] };

/** A searchable list of countries. Lazy-loaded, because it is larger than the rest of the page. */
export default function ManyCountries({ choices, onChange, ...field }: CountryProps) {
  return (
    <SearchSelectField
      {...field}
      label="identity.phoneCountry"
      size="md"
      choices={choices}
      onChange={(country) => onChange(country ?? '')}
    />
  );
}
