import { NativeSelect } from '@mantine/core';
import { useFieldProps } from '#web/design/fields/field.ts';
import type { Field } from '#web/design/forms/use-form.ts';

export type CountryProps = Field<string> & { choices: { value: string; label: string }[] };

/** The browser's own list: right on phones, usable by keyboard, and light. */
export function FewCountries(props: CountryProps) {
  return (
    <NativeSelect
      {...useFieldProps({ ...props, label: 'identity.phoneCountry', size: 'md' })}
      name="phone-country"
      autoComplete="tel-country-code"
      data={props.choices}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
