import type { Refusal } from '#domain/basics/result.ts';

export type UsernameRefusal = 'username_required' | 'username_length' | 'username_characters';

const LENGTH_MIN = 3;
const LENGTH_MAX = 16;

/**
 * 3 to 16 characters (docs/rules.md#fields); letters, digits, underscore or hyphen, at least one letter; no spaces.
 * With these characters alone the first one is right as well.
 */
export function judgeUsername(username: string): Refusal<UsernameRefusal> | undefined {
  if (username === '') return { code: 'username_required' };
  if (username.length < LENGTH_MIN || username.length > LENGTH_MAX)
    return { code: 'username_length', params: { minimum: LENGTH_MIN, maximum: LENGTH_MAX } };
  if (!/^[\w-]+$/.test(username) || !/[a-z]/i.test(username)) return { code: 'username_characters' };
  return undefined;
}

/** Usernames that differ only in upper and lower case are one username. */
export const usernameKey = (username: string): string => username.trim().toLowerCase();
