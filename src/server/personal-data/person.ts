import { emailKey } from '#domain/identity/email.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { phoneTarget } from '#server/identity/one-time-code/code-target.ts';
import { hashOfSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import type { User } from '#server/identity/user-rows.ts';

/** The values by which a person's rows are found. */
export type Person = {
  readonly userId: string;
  readonly username: string;
  /** In lower case. Without an address, a text that matches nothing. */
  readonly email: string;
  /** Id, email address and phone, by which one-time codes and messages name their recipient. */
  readonly reachedBy: readonly string[];
  readonly failureHashes: readonly string[];
};

/** Replaces a missing address, and matches nothing. */
const NONE = ' ';

/** Returns the values by which a user's rows are found. */
export function personOf(user: User): Person {
  const phone = user.phone ?? user.unprovenPhone;
  const email = user.email === '' ? NONE : emailKey(user.email);
  return {
    userId: user.id,
    username: user.username,
    email,
    reachedBy: [user.id, email, ...(phone ? [phoneTarget(phone).recipient] : [])],
    failureHashes: [
      hashOfSubject({ kind: 'username', name: usernameKey(user.username) }),
      hashOfSubject({ kind: 'password', name: user.id }),
    ],
  };
}
