import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import { judgeNewPhone, type Phone } from '#domain/identity/phone.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import { codeOfCountry, firstPhoneCountry } from '#web/identity/phone/phone-countries.ts';

/** Several countries share a calling code, so a form holds the country. */
export type PhoneDraft = { readonly PhoneCountry: string; readonly PhoneNumber: string };
/** Signing up also chooses how the code comes. */
export type PhoneAndMethod = PhoneDraft & { readonly NotificationMethod: NotificationMethod };

export const newPhone = (): PhoneDraft => ({ PhoneCountry: firstPhoneCountry(), PhoneNumber: '' });

/** As the identity service takes it. */
export const phoneRequest = ({ PhoneCountry, PhoneNumber }: PhoneDraft) => ({
  PhoneCode: codeOfCountry(PhoneCountry),
  PhoneNumber: PhoneNumber.trim(),
});

/** `current`: the phone that is to be replaced, where there is one. */
export const judgePhone =
  (current?: Phone) =>
  (draft: PhoneDraft): Refusals<PhoneDraft> => ({
    PhoneCountry: draft.PhoneCountry === '' ? { code: 'phone_code_unknown' } : undefined,
    PhoneNumber: judgeNewPhone({ code: codeOfCountry(draft.PhoneCountry), number: draft.PhoneNumber }, current),
  });

/** The server speaks of the code where the form has the country. */
export const phoneRefusals = <Refusal>({ PhoneCode, ...others }: Readonly<Record<string, Refusal>>) => ({
  ...others,
  ...(PhoneCode && { PhoneCountry: PhoneCode }),
});
