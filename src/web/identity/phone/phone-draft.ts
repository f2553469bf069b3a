import { languageTag, type Language } from '#domain/basics/language.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import { judgeNewPhone, type Phone } from '#domain/identity/phone.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import { env } from '#web/platform/page/env.ts';

/**
 * A phone as it is typed. It has the country instead of the calling code, because several countries share a calling
 * code.
 */
export type PhoneDraft = { readonly PhoneCountry: string; readonly PhoneNumber: string };
/** A phone and the delivery method of one-time codes. At sign-up the person chooses both. */
export type PhoneAndMethod = PhoneDraft & { readonly NotificationMethod: NotificationMethod };

/** Returns an empty phone number in the default country. */
export const newPhone = (): PhoneDraft => ({ PhoneCountry: firstPhoneCountry(), PhoneNumber: '' });

/** Returns the phone as the identity service expects it. */
export const phoneRequest = ({ PhoneCountry, PhoneNumber }: PhoneDraft) => ({
  PhoneCode: codeOfCountry(PhoneCountry),
  PhoneNumber: PhoneNumber.trim(),
});

/** Returns the rules of a phone form. `current` is the phone that is replaced, if any. */
export const judgePhone =
  (current?: Phone) =>
  (draft: PhoneDraft): Refusals<PhoneDraft> => ({
    PhoneCountry: draft.PhoneCountry === '' ? { code: 'phone_code_unknown' } : undefined,
    PhoneNumber: judgeNewPhone({ code: codeOfCountry(draft.PhoneCountry), number: draft.PhoneNumber }, current),
  });

/** Moves the server's refusal of the calling code to the form's country field. */
export const phoneRefusals = <Refusal>({ PhoneCode, ...others }: Readonly<Record<string, Refusal>>) => ({
  ...others,
  ...(PhoneCode && { PhoneCountry: PhoneCode }),
});

type PhoneCountry = { readonly country: string; readonly code: string; readonly name: string };

/** Returns the allowed phone countries (docs/rules.md#variants), with names in the reader's language. */
export function phoneCountries(language: Language): readonly PhoneCountry[] {
  const tag = languageTag(language);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return env()
    .phoneCountries.map((one) => ({ ...one, name: names.of(one.country) ?? one.country }))
    .toSorted((a, b) => a.name.localeCompare(b.name, tag));
}

const codeOfCountry = (country: string): string =>
  env().phoneCountries.find((one) => one.country === country)?.code ?? '';

/**
 * Returns the default country: Malaysia if it is allowed, because most users live there; else the first allowed
 * country.
 */
const firstPhoneCountry = (): string =>
  (env().phoneCountries.find(({ country }) => country === 'MY') ?? env().phoneCountries[0])?.country ?? '';
