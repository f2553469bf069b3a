import type { SentOtp } from '#contract/identity/identity.ts';
import { firstMethod, needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { fitsVariant } from '#domain/identity/role-name.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Identity } from '#server/identity/identity.ts';
import { openSecondStep, tryLoginCode, type SecondStep } from '#server/identity/one-time-code/login-code.ts';
import { issueTicket } from '#server/identity/sign-in/ticket.ts';
import { findUserOrNobody, codeChannelsOf, findUserByName, type User } from '#server/identity/user-rows.ts';
import { judgeUsername, usernameKey } from '#domain/identity/username.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { wordsIn, errorMessage } from '#server/platform/http/words.ts';
import { isPassword } from '#server/identity/password/password-hash.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import {
  resetFailures,
  readLockoutMs,
  countAttempt,
  type FailureSubject,
} from '#server/identity/sign-in/sign-in-failures.ts';
import { isTrusted, trustCookieOf } from '#server/identity/session/trusted-device.ts';
import { ERRORS, type ErrorCode } from '#contract/errors/errors.ts';
import { errors } from '#server/identity/provider/provider-library.ts';

type RefusalExtras = Readonly<Record<string, string | number>>;

/**
 * A refusal of the token endpoint: OAuth's `{ error, error_description }`, with the description in the caller's
 * language. `extras` are further members of the reply.
 */
export class SignInRefused extends errors.CustomOIDCProviderError {
  readonly extras: RefusalExtras;

  constructor(code: ErrorCode, language: Language, extras: RefusalExtras = {}, description?: string) {
    super(code, description ?? errorMessage(language, code, undefined));
    this.extras = extras;
    this.status = ERRORS[code].status;
    this.statusCode = this.status;
  }
}

/** The grant type for signing in on our own screens. The hosted page uses the same two steps. */
export const PASSWORD_GRANT = 'password';

type StepContext = Omit<SecondStep, 'user'> & { readonly language: Language };

/** Step 1: checks the password. A trusted device needs no second step; any other device gets a one-time code. */
export async function checkPasswordStep(
  identity: Identity,
  attempt: SignInAttempt & StepContext & { scope: string },
): Promise<{ user: User; sent: SentOtp | undefined }> {
  const { clientId, fingerprint, language, scope } = attempt;
  const { user, isTrustedDevice } = await checkPassword(identity, attempt);
  // Checked only after a correct password, so that no earlier answer reveals who has an account.
  if (!fitsVariant(user.roleName, identity.config.VARIANT)) throw new SignInRefused('invalid_role', language);
  if (isTrustedDevice) return { user, sent: undefined };
  const method = firstMethod(codeChannelsOf(identity.config, user));
  const step = { user, clientId, fingerprint, language, scope, method };
  return { user, sent: await openSecondStep(identity, step) };
}

/** Step 2: checks the one-time code, without the password. Returns the user, and the scope requested in step 1. */
export async function checkCodeStep(
  identity: Identity,
  given: StepContext & { username: string; otp: string; address: string },
): Promise<{ user: User; scope: string }> {
  const { clientId, fingerprint, address } = given;
  const user = await findUserOrNobody(identity.db, given.username);
  const scope = await tryLoginCode(identity, { user, clientId, fingerprint, address, code: given.otp });
  return { user, scope };
}

/**
 * Returns the secret of a ticket with which the user sets up a phone for later one-time codes. Returns undefined if the
 * user needs no setup. Call it only after both steps of a sign-in (docs/rules.md#sign-in).
 */
export async function openTwoFactorSetup(
  { db, clock, config }: Identity,
  { user, fingerprint, clientId, scope }: Omit<SecondStep, 'user'> & { user: User; scope: string },
): Promise<string | undefined> {
  if (!needsTwoFactorSetup(codeChannelsOf(config, user))) return undefined;
  const ticket = { purpose: 'two_factor_setup', userId: user.id, fingerprint, detail: { clientId, scope } } as const;
  return db.transaction().execute((own) => issueTicket(own, ticket, clock.nowMs()));
}

type SignInAttempt = {
  readonly username: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly address: string;
  readonly language: Language;
  cookie(name: string): string | undefined;
};

/**
 * Returns the user with this username and password, and whether the user trusts the device. An unknown username is
 * treated like a known one: attempts are counted, can cause a lockout, and take the same time.
 */
async function checkPassword(
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
  if (!token) refuseDuringLockout(attempt.language, await readLockoutMs(db, address, nowMs));
  if (!(await countAttempt(db, subject, nowMs)))
    refuseDuringLockout(attempt.language, await readLockoutMs(db, subject, nowMs));
  const owner = (await isPassword(user?.passwordHash, attempt.password)) ? user : undefined;
  // Correct passwords do not count for the address, because many honest people may share an address.
  const isCounted = !token && !owner && (await countAttempt(db, address, nowMs));
  // Parallel guesses get no more answers than the lockout allows, also if one of them is correct.
  if (!token && !isCounted) refuseDuringLockout(attempt.language, await readLockoutMs(db, address, nowMs));
  if (!owner) {
    logSecurityEvent('sign_in_failed', { userId: user?.id });
    throw new SignInRefused('invalid_username_or_password', attempt.language);
  }
  await resetFailures(db, subject);
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

function refuseDuringLockout(language: Language, lockoutMs: number): void {
  if (lockoutMs === 0) return;
  logSecurityEvent('sign_in_rests');
  const seconds = Math.ceil(lockoutMs / 1000);
  const said = wordsIn(language)('identity.signInRest', { minutes: Math.ceil(seconds / 60) });
  throw new SignInRefused('too_many_requests', language, { retry_after_seconds: seconds }, said);
}
