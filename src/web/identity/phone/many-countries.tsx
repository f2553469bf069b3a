import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';

export type CountryProps = Field<string> & { choices: { value: string; label: string }[] };

/** Found by typing; comes when it is needed, for its list is heavier than all else on the page. */
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
