import type { Refusal } from '#domain/basics/result.ts';

export type UsernameRefusal = 'username_required' | 'username_length' | 'username_characters';

const LENGTH_MIN = 3;
const LENGTH_MAX = 16;

/**
 * Judges a username: 3 to 16 letters, digits, underscores or hyphens, with at least one letter (docs/rules.md#fields).
 * Every character in this list may also be the first one.
 */
export function judgeUsername(username: string): Refusal<UsernameRefusal> | undefined {
  if (username === '') return { code: 'username_required' };
  if (username.length < LENGTH_MIN || username.length > LENGTH_MAX)
    return { code: 'username_length', params: { minimum: LENGTH_MIN, maximum: LENGTH_MAX } };
  if (!/^[\w-]+$/.test(username) || !/[a-z]/i.test(username)) return { code: 'username_characters' };
  return undefined;
}

/** Returns the key for comparing usernames: lower and upper case are equal. */
export const usernameKey = (username: string): string => username.trim().toLowerCase();
