import { judgeUsername, usernameKey } from '#domain/identity/username.ts';
import type { Language } from '#domain/basics/language.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import type { Identity } from '#server/identity/identity.ts';
import { isPassword } from '#server/identity/password/password-hash.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { forgetFailures, restOf, takeTry, type FailureSubject } from '#server/identity/sign-in/sign-in-failures.ts';
import { SignInRefused } from '#server/identity/sign-in/sign-in-refused.ts';
import { isTrusted, trustCookieOf } from '#server/identity/session/trusted-device.ts';
import { findUserByName, type User } from '#server/identity/user-rows.ts';

export type SignInAttempt = {
  readonly username: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly address: string;
  readonly language: Language;
  cookie(name: string): string | undefined;
};

/**
 * The user whose password this is, and whether the device is one that it trusts. A username that nobody has is treated
 * like any other: counted, resting, and as slow.
 */
export async function checkPassword(
  identity: Identity,
  attempt: SignInAttempt,
): Promise<{ user: User; isTrustedDevice: boolean }> {
  const { db } = identity;
  const nowMs = identity.clock.nowMs();
  const user = judgeUsername(attempt.username.trim()) ? undefined : await findUserByName(db, attempt.username);
  const token = await trustedToken(identity, attempt, user);
  const subject: FailureSubject = token
    ? { kind: 'device', name: sha256(token) }
    : { kind: 'username', name: usernameKey(attempt.username) };
  const address: FailureSubject = { kind: 'address', name: attempt.address };
  if (!token) refuseWhileResting(attempt.language, await restOf(db, address, nowMs));
  if (!(await takeTry(db, subject, nowMs))) refuseWhileResting(attempt.language, await restOf(db, subject, nowMs));
  const owner = (await isPassword(user?.passwordHash, attempt.password)) ? user : undefined;
  // Right tries don't count for the address: many honest people may sign in from one.
  const isCounted = !token && !owner && (await takeTry(db, address, nowMs));
  // Of guesses that came at once no more are told than came before the rest, whether they are right or not.
  if (!token && !isCounted) refuseWhileResting(attempt.language, await restOf(db, address, nowMs));
  if (!owner) {
    noteSecurity('sign_in_failed', { userId: user?.id });
    throw new SignInRefused('invalid_username_or_password', attempt.language);
  }
  await forgetFailures(db, subject);
  return { user: owner, isTrustedDevice: token !== undefined };
}

async function trustedToken(
  identity: Identity,
  attempt: SignInAttempt,
  user: User | undefined,
): Promise<string | undefined> {
  const { db, clock } = identity;
  const token = user && attempt.cookie(trustCookieOf(identity, user.id));
  if (!user || !token) return undefined;
  const device = { token, userId: user.id, fingerprint: attempt.fingerprint, nowMs: clock.nowMs() };
  return (await isTrusted(db, device)) ? token : undefined;
}

function refuseWhileResting(language: Language, restMs: number): void {
  if (restMs === 0) return;
  noteSecurity('sign_in_rests');
  const seconds = Math.ceil(restMs / 1000);
  const said = wordsIn(language)('identity.signInRest', { minutes: Math.ceil(seconds / 60) });
  throw new SignInRefused('too_many_requests', language, { retry_after_seconds: seconds }, said);
}
