import type { Refusal } from '#domain/basics/result.ts';

export type PasswordRefusal = 'password_requirements' | 'password_length_requirement';

const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_LENGTH_MAX = 64;

/** The requirements of a password. They are separate, so that a screen can show which of them are satisfied. */
const PASSWORD_PARTS = {
  length: (password: string) => password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX,
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\d\s]/u.test(password),
  noSpace: (password: string) => password !== '' && !/\s/.test(password),
} as const;
export type PasswordPart = keyof typeof PASSWORD_PARTS;
export const PASSWORD_PART_NAMES = Object.keys(PASSWORD_PARTS) as readonly PasswordPart[];

export const holdsPasswordPart = (part: PasswordPart, password: string): boolean => PASSWORD_PARTS[part](password);

/**
 * Judges a password: 12 to 64 characters, with a lowercase letter, an uppercase letter, a digit and a special
 * character, and without spaces (docs/rules.md#fields).
 */
export function judgePassword(password: string): Refusal<PasswordRefusal> | undefined {
  if (password.length > PASSWORD_LENGTH_MAX)
    return { code: 'password_length_requirement', params: { maximum: PASSWORD_LENGTH_MAX } };
  const isWhole = PASSWORD_PART_NAMES.every((part) => holdsPasswordPart(part, password));
  return isWhole ? undefined : { code: 'password_requirements', params: { minimum: PASSWORD_LENGTH_MIN } };
}
