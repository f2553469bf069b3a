import { randomInt, timingSafeEqual } from 'node:crypto';
import type { SentOtp } from '#contract/identity.ts';
import { maskEmail, maskPhone } from '#domain/identity/mask-target.ts';
import { methodsOf, type NotificationMethod } from '#domain/identity/notification-method.ts';
import {
  CODE_LENGTH,
  CODE_VALID_MS,
  judgeTry,
  nextSendAtMs,
  planSend,
  SECOND_STEP_MS,
  type TryVerdict,
} from '#domain/identity/one-time-code.ts';
import type { Db } from '#server/platform/database.ts';
import { queueMessage } from '#server/platform/outbox.ts';
import { Refused } from '#server/platform/refused.ts';
import { wordsIn, type Language } from '#server/platform/words.ts';
import type { Identity } from '#server/identity/identity.ts';
import { deleteCode, findCode, lockCode, saveCode, type CodeRow } from '#server/identity/one-time-code-rows.ts';
import { hashOfToken } from '#server/identity/secret.ts';
import type { User } from '#server/identity/user-rows.ts';

/** Who is between the two steps of signing in. Only the client and the device that gave the password may go on. */
export type SecondStep = { readonly user: User; readonly clientId: string; readonly fingerprint: string };

/** After a right password: sends a code, or says that the one sent just before still holds. */
export async function openSecondStep(
  identity: Identity,
  step: SecondStep & { scope: string; method: NotificationMethod; language: Language },
): Promise<SentOtp> {
  const nowMs = identity.clock.nowMs();
  return identity.db.transaction().execute(async (db) => {
    const before = await lockCode(db, 'login', step.user.id);
    const opened = {
      clientId: step.clientId,
      deviceHash: hashOfToken(step.fingerprint),
      scope: step.scope,
      provenAtMs: nowMs,
    };
    const plan = planSend(before?.state, nowMs);
    if (before && plan.kind === 'wait' && plan.isAlive) {
      await saveCode(db, 'login', step.user.id, { ...before, ...opened });
      return sentOtp(step.user, before, nowMs);
    }
    return sendCode(identity, db, { ...step, nowMs, before: before?.state, opened });
  });
}

/** Sends another code, by another way if asked to. The second step must be open: nobody is told anything otherwise. */
export async function resendLoginCode(
  identity: Identity,
  step: SecondStep & { method: NotificationMethod; language: Language },
): Promise<SentOtp> {
  const nowMs = identity.clock.nowMs();
  return identity.db.transaction().execute(async (db) => {
    const before = await lockCode(db, 'login', step.user.id);
    if (!before || !isOpenFor(before, step, nowMs)) throw new Refused('otp_expired');
    if (!methodsOf(step.user.phone !== undefined).includes(step.method)) throw new Refused('invalid_request');
    return sendCode(identity, db, { ...step, nowMs, before: before.state, opened: before });
  });
}

type Sending = {
  user: User;
  method: NotificationMethod;
  language: Language;
  nowMs: number;
  before: CodeRow['state'] | undefined;
  opened: Pick<CodeRow, 'clientId' | 'deviceHash' | 'scope' | 'provenAtMs'>;
};

async function sendCode(identity: Identity, db: Db, sending: Sending): Promise<SentOtp> {
  const { user, method, language, nowMs } = sending;
  const plan = planSend(sending.before, nowMs);
  if (plan.kind === 'resting')
    throw new Refused('login-error-reached-max-attempts-otp', { seconds: secondsTo(plan.untilMs, nowMs) });
  if (plan.kind === 'wait') throw new Refused('otp_resend_too_soon', { seconds: secondsTo(plan.untilMs, nowMs) });
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const row = { ...sending.opened, channel: method, codeHash: hashOf(identity, user.id, code), state: plan.state };
  await saveCode(db, 'login', user.id, row);
  const say = wordsIn(language);
  const words = { brand: identity.brandName, code, name: user.username, minutes: CODE_VALID_MS / 60_000 };
  await queueMessage(db, {
    channel: method,
    recipient: method === 'sms' && user.phone ? user.phone.code + user.phone.number.replaceAll(/\D/g, '') : user.email,
    subject: say('mail.codeSubject', words),
    body: method === 'sms' ? say('mail.codeText', words) : say('mail.codeBody', words),
    usefulUntilMs: plan.state.expiresAtMs,
  });
  return sentOtp(user, row, nowMs);
}

/** How the person can be reached, while the second step is open for this device; undefined otherwise. */
export async function findOpenMethods(
  identity: Identity,
  step: SecondStep,
): Promise<readonly NotificationMethod[] | undefined> {
  const row = await findCode(identity.db, 'login', step.user.id);
  const isOpen = row !== undefined && isOpenFor(row, step, identity.clock.nowMs());
  return isOpen ? methodsOf(step.user.phone !== undefined) : undefined;
}

/** Checks a code: counted before it is compared, by one caller at a time. Gives the scope that the first step asked for. */
export async function tryLoginCode(identity: Identity, step: SecondStep & { code: string }): Promise<string> {
  const nowMs = identity.clock.nowMs();
  const tried = await identity.db.transaction().execute(async (db) => {
    const row = await lockCode(db, 'login', step.user.id);
    if (!row || !isOpenFor(row, step, nowMs)) return undefined;
    const isRight = isSame(row.codeHash, hashOf(identity, step.user.id, step.code));
    const { verdict, state } = judgeTry(row.state, isRight, nowMs);
    if (verdict === 'right') await deleteCode(db, 'login', step.user.id);
    else await saveCode(db, 'login', step.user.id, { ...row, state });
    return { verdict, restUntilMs: state.restUntilMs ?? nowMs, scope: row.scope };
  });
  // Thrown out here: a refusal must not take the count back.
  if (!tried) throw new Refused('otp_expired');
  if (tried.verdict !== 'right') throw refusedTry(tried.verdict, secondsTo(tried.restUntilMs, nowMs));
  return tried.scope;
}

function refusedTry(verdict: Exclude<TryVerdict, 'right'>, seconds: number): Refused {
  if (verdict === 'reachedMaxTries') return new Refused('login-error-reached-max-attempts-otp', { seconds });
  return new Refused(verdict === 'expired' ? 'otp_expired' : 'invalid_otp');
}

const isOpenFor = (row: CodeRow, step: SecondStep, nowMs: number): boolean =>
  row.clientId === step.clientId &&
  row.deviceHash === hashOfToken(step.fingerprint) &&
  row.provenAtMs > nowMs - SECOND_STEP_MS;

const hashOf = (identity: Identity, userId: string, code: string): string =>
  identity.secret.mac('one-time code', `login:${userId}:${code}`);

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const secondsTo = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));

/** Where a code of this method goes, so that only its owner recognises it. */
export const maskedTarget = (user: User, method: NotificationMethod): string =>
  method === 'sms' && user.phone ? maskPhone(user.phone.code, user.phone.number) : maskEmail(user.email);

const sentOtp = (user: User, row: Pick<CodeRow, 'channel' | 'state'>, nowMs: number): SentOtp => ({
  notification_method: row.channel,
  notification_target: maskedTarget(user, row.channel),
  resend_after_seconds: secondsTo(nextSendAtMs(row.state.sends), nowMs),
});
