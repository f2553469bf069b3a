import { lazy, Suspense } from 'react';
import { FewCountries } from '#web/identity/phone/few-countries.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import type { Field } from '#web/design/forms/use-form.ts';
import { phoneCountries } from '#web/identity/phone/phone-draft.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './phone-fields.module.css';

const ManyCountries = lazy(() => import('#web/identity/phone/many-countries.tsx'));

type Props = {
  country: Field<string>;
  number: Field<string>;
  label?: PhraseKey;
  help?: PhraseKey;
  autoFocus?: boolean;
};

/** So many a native list still shows at one glance; more are searched. */
const FEW = 12;

/** The country's calling code and the number. Where only one country's phones are taken, its code stands in the field. */
export function PhoneFields({ country, number, label = 'identity.phoneNumber', help, autoFocus }: Props) {
  const say = useSay();
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
        {...number}
        label={label}
        {...(isOnly
          ? { help: { text: say('identity.phoneOnly', { country: only.name, code: only.code }) } }
          : help && { help })}
        size="md"
        type="tel"
        inputMode="tel"
        name="phone"
        autoComplete="tel-national"
        autoFocus={autoFocus ?? false}
        {...(isOnly && { leftSection: <span aria-hidden>{only.code}</span>, leftSectionWidth: 56 })}
      />
    </>
  );
}
