import type { Refusal } from '#domain/basics/result.ts';

export type PasswordRefusal = 'password_requirements' | 'password_length_requirement';

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 64;

/** The parts of the rule one by one. */
const PASSWORD_PARTS = {
  length: (password: string) => password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX,
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\d\s]/u.test(password),
  noSpace: (password: string) => !/\s/.test(password),
} as const;

/** 12 to 64 characters with lowercase, uppercase, digit and special character, no space (specification 5). */
export function judgePassword(password: string): Refusal<PasswordRefusal> | undefined {
  if (password.length > PASSWORD_LENGTH_MAX)
    return { code: 'password_length_requirement', params: { maximum: PASSWORD_LENGTH_MAX } };
  const isWhole = Object.values(PASSWORD_PARTS).every((holds) => holds(password));
  return isWhole ? undefined : { code: 'password_requirements', params: { minimum: PASSWORD_LENGTH_MIN } };
}
