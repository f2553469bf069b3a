import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import type { CountryProps } from '#web/identity/phone/few-countries.tsx';

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
