import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgePassword, type PasswordRefusal } from '#domain/identity/password.ts';

/** A new password, typed twice. */
export type NewPassword = { readonly Password: string; readonly ConfirmPassword: string };
export type NewPasswordRefusal = PasswordRefusal | 'field_required' | 'password_does_not_match';

/** Judges a new password and its repetition, per field. */
export function judgeNewPassword(given: NewPassword): FieldRefusals<keyof NewPassword, NewPasswordRefusal> {
  const { Password, ConfirmPassword } = given;
  return withoutEmpty<keyof NewPassword, NewPasswordRefusal>({
    Password: Password === '' ? { code: 'field_required' } : judgePassword(Password),
    ConfirmPassword: judgeConfirmation(Password, ConfirmPassword),
  });
}

function judgeConfirmation(password: string, confirmation: string): Refusal<NewPasswordRefusal> | undefined {
  if (confirmation === '') return { code: 'field_required' };
  return password === confirmation ? undefined : { code: 'password_does_not_match' };
}
