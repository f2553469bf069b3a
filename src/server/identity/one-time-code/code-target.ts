import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { maskEmail, maskPhone } from '#domain/identity/mask-target.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Phone } from '#domain/identity/phone.ts';
import type { CodeTarget } from '#server/identity/one-time-code/one-time-code.ts';

/** Returns where a one-time code goes, with a masked form that only its owner recognizes. */
export const targetOf = (
  user: { readonly username: string; readonly email: string; readonly phone: Phone | undefined },
  method: NotificationMethod,
): CodeTarget =>
  method === 'sms' && user.phone
    ? { method, ...phoneTarget(user.phone), name: user.username }
    : { method: 'email', recipient: user.email, masked: maskEmail(user.email), name: user.username };

/** Returns a phone's number as networks and as the person see it. */
export const phoneTarget = (phone: Phone): { recipient: string; masked: string } => ({
  recipient: dialled(phone),
  masked: maskPhone(phone.code, phone.number),
});

/**
 * Returns the number in E.164, which networks require. Many people write a zero that is dialed only inside their
 * country.
 */
function dialled({ code, number }: Phone): string {
  return parsePhoneNumberFromString(code + number)?.number ?? code + number.replaceAll(/\D/g, '');
}
