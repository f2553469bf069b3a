import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useFieldProps } from '#web/design/fields/field.ts';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import type { CountryProps } from '#web/identity/phone/many-countries.tsx';
import { phoneCountries, type PhoneDraft } from '#web/identity/phone/phone-draft.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './phone-fields.module.css';

const ManyCountries = lazy(() => import('#web/identity/phone/many-countries.tsx'));

type Props = { form: FormPart<PhoneDraft>; label?: PhraseKey };

/** The maximum number of countries in the browser's own list. A longer list is shown with a search. */
const FEW = 12;

/** The country's calling code and the number. With only one allowed country, its code is shown inside the field. */
export function PhoneFields({ form, label = 'identity.phoneNumber' }: Props) {
  const say = useSay();
  const country = form.field('PhoneCountry');
  const countries = phoneCountries(useLanguage());
  const [only] = countries;
  const isOnly = countries.length === 1 && only !== undefined;
  const choices = countries.map((one) => ({ value: one.country, label: `${one.name} (${one.code})` }));
  return (
    <>
      {!isOnly &&
        (countries.length <= FEW ? (
          <FewCountries {...country} choices={choices} />
        ) : (
          <Suspense fallback={<div className={css.coming} />}>
            <ManyCountries {...country} choices={choices} />
          </Suspense>
        ))}
      <TextField
        {...form.field('PhoneNumber')}
        label={label}
        size="md"
        type="tel"
        inputMode="tel"
        name="phone"
        autoComplete="tel-national"
        autoFocus
        {...(isOnly && {
          help: { text: say('identity.phoneOnly', { country: only.name, code: only.code }) },
          leftSection: <span aria-hidden>{only.code}</span>,
          leftSectionWidth: 56,
        })}
      />
    </>
  );
}

/** The countries in the browser's own list, which is good on phones, usable by keyboard, and needs little code. */
function FewCountries(props: CountryProps) {
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
