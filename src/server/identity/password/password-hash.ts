import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Identity } from '#server/identity/identity.ts';
import {
  resetFailures,
  readLockoutMs,
  countAttempt,
  type FailureSubject,
} from '#server/identity/sign-in/sign-in-failures.ts';
import type { User } from '#server/identity/user-rows.ts';

/**
 * Argon2id with the cost that OWASP recommends. The number 2 means argon2id, because erasable TypeScript cannot import
 * the package's enum.
 */
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Prefix of hashes by Argon2id. The stored value of a user without a password has no such prefix. */
const ARGON2ID = '$argon2id$';

/** Hashes a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

const hashOfNothing = once(() => hashPassword(randomBytes(32).toString('base64url')));

/**
 * Returns whether the password is correct. There is no hash if the username is unknown or the user has no password.
 * Then the same work is done, so the response time does not reveal who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // Computed at the first sign-in, also of a known user. Otherwise the first unknown username would take twice as long.
  const nothing = hashOfNothing();
  const known = passwordHash?.startsWith(ARGON2ID) ? passwordHash : undefined;
  const isRight = await verify(known ?? (await nothing), password);
  return known !== undefined && isRight;
}

/**
 * Refuses a wrong password of the user, so that an unlocked screen or a stolen token is not enough to take over the
 * account. Wrong passwords are counted, so that nobody can guess the password within a session.
 * @throws Refused field_required, current_password_incorrect (with the field), account_locked (with the seconds left)
 */
export async function requireCurrentPassword(
  { db, clock }: Pick<Identity, 'db' | 'clock'>,
  user: User,
  password: string,
  field = 'CurrentPassword',
): Promise<void> {
  if (password === '') refuseFields({ [field]: { code: 'field_required' } });
  const nowMs = clock.nowMs();
  const subject: FailureSubject = { kind: 'password', name: user.id };
  if (!(await countAttempt(db, subject, nowMs))) {
    const seconds = Math.ceil((await readLockoutMs(db, subject, nowMs)) / 1000);
    throw new Refused('account_locked', { seconds });
  }
  if (!(await isPassword(user.passwordHash, password)))
    refuseFields({ [field]: { code: 'current_password_incorrect' } });
  await resetFailures(db, subject);
}
