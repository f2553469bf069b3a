import type { Refusal } from '#domain/basics/result.ts';

/** A phone number as a user enters it. `code` is the calling code of the country (`+60`), `number` the rest. */
export type Phone = { readonly code: string; readonly number: string };

export type PhoneNumberRefusal = 'field_required' | 'phone_number_incorrect' | 'phone_number_length';
export type PhoneRefusal = PhoneNumberRefusal | 'phone_number_unchanged';

const DIGITS_MIN = 4;
const DIGITS_MAX = 20;

/** Judges a phone number. The number is required and has 4 to 20 digits; spaces are allowed (docs/rules.md#fields). */
export function judgePhoneNumber(number: string): Refusal<PhoneNumberRefusal> | undefined {
  if (number.trim() === '') return { code: 'field_required' };
  if (!/^[\d ]+$/.test(number)) return { code: 'phone_number_incorrect' };
  const digits = digitsOf(number).length;
  const isFitting = digits >= DIGITS_MIN && digits <= DIGITS_MAX;
  return isFitting ? undefined : { code: 'phone_number_length', params: { minimum: DIGITS_MIN, maximum: DIGITS_MAX } };
}

/** Judges a new phone. The new phone must differ from the current phone in more than spaces (docs/rules.md#fields). */
export const judgeNewPhone = (phone: Phone, current: Phone | undefined): Refusal<PhoneRefusal> | undefined =>
  judgePhoneNumber(phone.number) ??
  (current && isSamePhone(phone, current) ? { code: 'phone_number_unchanged' } : undefined);

/** Returns whether two phones are equal. Spaces do not matter. */
export const isSamePhone = (one: Phone, other: Phone): boolean =>
  one.code === other.code && digitsOf(one.number) === digitsOf(other.number);

/**
 * A phone that was set after sign-up cannot reset the password for this time in ms. The reason: a thief who knows the
 * password can set a phone (decision 59). The account's owner gets a message about the new phone and has this time to
 * act.
 */
export const PHONE_RESETS_AFTER_MS = 3 * 24 * 60 * 60_000;

/** Returns whether a phone may reset the password now. `phoneSetAtMs` is undefined if the phone was set at sign-up. */
export const maySendResetTo = (phoneSetAtMs: number | undefined, nowMs: number): boolean =>
  phoneSetAtMs === undefined || phoneSetAtMs <= nowMs - PHONE_RESETS_AFTER_MS;

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
