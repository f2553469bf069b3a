import type { Refusal } from '#domain/basics/result.ts';

/** A phone number as a person gives it: the country's calling code (`+60`) and the rest. */
export type Phone = { readonly code: string; readonly number: string };

export type PhoneNumberRefusal = 'field_required' | 'phone_number_incorrect' | 'phone_number_length';
export type PhoneRefusal = PhoneNumberRefusal | 'phone_number_unchanged';

const DIGITS_MIN = 4;
const DIGITS_MAX = 20;

/** Required; digits and spaces only; 4 to 20 digits (docs/rules.md#fields). */
export function judgePhoneNumber(number: string): Refusal<PhoneNumberRefusal> | undefined {
  if (number.trim() === '') return { code: 'field_required' };
  if (!/^[\d ]+$/.test(number)) return { code: 'phone_number_incorrect' };
  const digits = digitsOf(number).length;
  const isFitting = digits >= DIGITS_MIN && digits <= DIGITS_MAX;
  return isFitting ? undefined : { code: 'phone_number_length', params: { minimum: DIGITS_MIN, maximum: DIGITS_MAX } };
}

/** A new phone must differ from the current one (docs/rules.md#fields), however it is spaced. */
export const judgeNewPhone = (phone: Phone, current: Phone | undefined): Refusal<PhoneRefusal> | undefined =>
  judgePhoneNumber(phone.number) ??
  (current && isSamePhone(phone, current) ? { code: 'phone_number_unchanged' } : undefined);

export const isSamePhone = (one: Phone, other: Phone): boolean =>
  one.code === other.code && digitsOf(one.number) === digitsOf(other.number);

/**
 * A phone that was set later resets no password in its first days. Setting it takes the password (decision 59), which
 * somebody may have stolen: the owner is told, and has this long to act.
 */
export const PHONE_RESETS_AFTER_MS = 3 * 24 * 60 * 60_000;

export const maySendResetTo = (phoneSetAtMs: number | undefined, nowMs: number): boolean =>
  phoneSetAtMs === undefined || phoneSetAtMs <= nowMs - PHONE_RESETS_AFTER_MS;

const digitsOf = (number: string): string => number.replaceAll(/\D/g, '');
