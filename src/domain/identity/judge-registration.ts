import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';
import { judgeEmail, type EmailRefusal } from '#domain/identity/email.ts';
import { judgeNewPassword, type NewPassword, type NewPasswordRefusal } from '#domain/identity/new-password.ts';
import { judgePhoneNumber, type PhoneRefusal } from '#domain/identity/phone.ts';
import { judgeUsername, type UsernameRefusal } from '#domain/identity/username.ts';

/** The fields of a sign-up, with the names that the API uses (docs/rules.md#specified-fields). */
export type Registration = NewPassword & {
  readonly Username: string;
  readonly Email: string;
  readonly PhoneCode: string;
  readonly PhoneNumber: string;
};
export type RegistrationRefusal =
  | UsernameRefusal
  | EmailRefusal
  | NewPasswordRefusal
  | PhoneRefusal
  | 'phone_code_unknown';

/**
 * Judges a sign-up by every rule of docs/rules.md#fields that does not need the database.
 *
 * @param phoneCodes the country calling codes that a user can select
 */
export function judgeRegistration(
  given: Registration,
  phoneCodes: readonly string[],
): FieldRefusals<keyof Registration, RegistrationRefusal> {
  return withoutEmpty<keyof Registration, RegistrationRefusal>({
    Username: judgeUsername(given.Username.trim()),
    Email: judgeEmail(given.Email),
    ...judgeNewPassword(given),
    PhoneCode: phoneCodes.includes(given.PhoneCode) ? undefined : { code: 'phone_code_unknown' },
    PhoneNumber: judgePhoneNumber(given.PhoneNumber),
  });
}
