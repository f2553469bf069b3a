import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { maskEmail, maskPhone } from '#domain/identity/mask-target.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Phone } from '#domain/identity/phone.ts';
import type { CodeTarget } from '#server/identity/one-time-code/one-time-code.ts';

/** Returns the destination of a one-time code. `masked` is a form that only the owner recognizes. */
export const targetOf = (
  user: { readonly username: string; readonly email: string; readonly phone: Phone | undefined },
  method: NotificationMethod,
): CodeTarget =>
  method === 'sms' && user.phone
    ? { method, ...phoneTarget(user.phone), name: user.username }
    : { method: 'email', recipient: user.email, masked: maskEmail(user.email), name: user.username };

/** Returns a phone's number in two forms: complete for networks, and masked for the person. */
export const phoneTarget = (phone: Phone): { recipient: string; masked: string } => ({
  recipient: dialled(phone),
  masked: maskPhone(phone.code, phone.number),
});

/**
 * Returns the number in E.164, which networks require. Many people type a leading zero that is dialed only inside their
 * country, so it is removed.
 */
function dialled({ code, number }: Phone): string {
  return parsePhoneNumberFromString(code + number)?.number ?? code + number.replaceAll(/\D/g, '');
}
