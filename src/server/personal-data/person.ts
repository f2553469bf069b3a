import { emailKey } from '#domain/identity/email.ts';
import { usernameKey } from '#domain/identity/username.ts';
import { phoneTarget } from '#server/identity/one-time-code/code-target.ts';
import { hashOfSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import type { User } from '#server/identity/user-rows.ts';

/** By what rows that are a person's own are found. */
export type Person = {
  readonly userId: string;
  readonly username: string;
  /** In lower case; a text that nobody has where there is none. */
  readonly email: string;
  /** Id, mail address and phone, as codes and messages name who they are for. */
  readonly reachedBy: readonly string[];
  readonly failureHashes: readonly string[];
};

/** Of no address: nothing is found by it. */
const NONE = ' ';

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
