import { sql } from 'kysely';
import { listNotificationMethods, resendLoginOtp, type SentOtp } from '#contract/identity/identity.ts';
import { methodsOf, type NotificationMethod } from '#domain/identity/notification-method.ts';
import { planSend, SECOND_STEP_MS } from '#domain/identity/one-time-code.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isStillFailing } from '#server/platform/mail/outbox.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import type { Identity } from '#server/identity/identity.ts';
import { grantCode, sendCode, sentOtp, tryCode } from '#server/identity/one-time-code/one-time-code.ts';
import {
  findCode,
  lockCode,
  saveCode,
  type CodeKey,
  type CodeRow,
} from '#server/identity/one-time-code/one-time-code-rows.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { recordVerified, findUserOrNobody, type User } from '#server/identity/user-rows.ts';
import { lockUser } from '#server/identity/session/user-session.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { operationWithoutTransaction, operation, type Operation } from '#server/platform/http/operation.ts';

/**
 * A sign-in between its two steps. Only the same client and the device on which the password was entered may continue
 * it.
 */
export type SecondStep = { readonly user: User; readonly clientId: string; readonly fingerprint: string };

const keyOf = (user: Pick<User, 'id'>): CodeKey => ({ purpose: 'login', subject: user.id });

/** Opens the second step after a correct password. Sends a one-time code, unless a recent code is still valid. */
export async function openSecondStep(
  identity: Identity,
  step: SecondStep & { scope: string; method: NotificationMethod; language: Language },
): Promise<SentOtp> {
  const { user, language } = step;
  const nowMs = identity.clock.nowMs();
  return identity.db.transaction().execute(async (db) => {
    const before = await lockCode(db, keyOf(user));
    // The password was changed after it had been checked, so the old password no longer opens the second step.
    if ((await lockUser(db, sql`${user.id}::uuid`)) !== user.passwordHash)
      throw new Refused('invalid_username_or_password');
    const opened = { ...openedBy(step), openedAtMs: nowMs };
    const plan = planSend(before?.state, nowMs);
    if (before && plan.kind === 'wait' && plan.isAlive) {
      await saveCode(db, keyOf(user), { ...before, ...opened });
      return sentOtp(before, targetOf(user, before.channel).masked, nowMs);
    }
    return sendCode(identity, db, keyOf(user), { ...opened, ...targetOf(user, step.method), language, before });
  });
}

/**
 * Sends another one-time code, with another method if requested. Refuses if the second step is not open, so that
 * strangers learn nothing.
 */
export async function resendLoginCode(
  identity: Identity,
  step: SecondStep & { method: NotificationMethod; language: Language },
): Promise<SentOtp> {
  const { user, method, language } = step;
  return identity.db.transaction().execute(async (db) => {
    const before = await lockCode(db, keyOf(user));
    if (!before || !isOpenFor(before, step, identity.clock.nowMs())) throw new Refused('otp_expired');
    if (!methodsOf(user.phone !== undefined).includes(method)) throw new Refused('invalid_request');
    const target = targetOf(user, method);
    // The previous code is valid but could not be sent yet. Another code would have to wait as well.
    if (await isStillFailing(db, { ...target, channel: method })) throw new Refused('code_not_sent');
    return sendCode(identity, db, keyOf(user), { ...before, ...target, language, before });
  });
}

/**
 * Returns a one-time code for the second step of a sign-in. The person was just verified in another way, for example by
 * the code of a sign-up.
 */
export const grantSecondStep = (
  identity: Identity,
  db: Db,
  step: SecondStep & { scope: string; provenBy: NotificationMethod },
): Promise<string> => grantCode(identity, db, keyOf(step.user), { ...openedBy(step), channel: step.provenBy });

/**
 * Returns the methods by which a code can reach the person; undefined if the second step is not open for this device.
 */
async function findOpenMethods(
  identity: Identity,
  step: SecondStep,
): Promise<readonly NotificationMethod[] | undefined> {
  const row = await findCode(identity.db, keyOf(step.user));
  const isOpen = row !== undefined && isOpenFor(row, step, identity.clock.nowMs());
  return isOpen ? methodsOf(step.user.phone !== undefined) : undefined;
}

/** Checks the one-time code. Returns the scope that the first step requested. */
export const tryLoginCode = (
  identity: Identity,
  step: SecondStep & { code: string; address: string },
): Promise<string> =>
  tryCode(identity, keyOf(step.user), {
    code: step.code,
    address: step.address,
    isOpen: (row, nowMs) => isOpenFor(row, step, nowMs),
    async onRight(db, { channel, detail }) {
      await recordVerified(db, step.user.id, channel);
      return detail.scope ?? '';
    },
  });

const openedBy = (step: SecondStep & { scope: string }) => ({
  deviceHash: sha256(step.fingerprint),
  detail: { clientId: step.clientId, scope: step.scope },
});

const isOpenFor = (row: CodeRow, step: SecondStep, nowMs: number): boolean =>
  row.detail.clientId === step.clientId &&
  row.deviceHash === sha256(step.fingerprint) &&
  row.openedAtMs > nowMs - SECOND_STEP_MS;

/**
 * Returns the calls between the two steps of signing in: send another code, and list the methods for that. Neither call
 * reveals who has an account.
 */
export function loginCodeOperations(identity: Identity): Operation[] {
  const resend = operationWithoutTransaction(resendLoginOtp, async ({ body, fingerprint, language }) => {
    requireFingerprint(fingerprint);
    const user = await findUserOrNobody(identity.db, body.username);
    const step = { user, clientId: CLIENT_ID, fingerprint };
    return resendLoginCode(identity, { ...step, method: body.NotificationMethod, language });
  });
  const list = operation(listNotificationMethods, async ({ query, fingerprint }) => {
    requireFingerprint(fingerprint);
    const user = await findUserOrNobody(identity.db, query.username);
    const methods = await findOpenMethods(identity, { user, clientId: CLIENT_ID, fingerprint });
    // Without a correct password, every username gets the same answer: email, with an empty address.
    if (!methods) return [{ method: 'email' as const, target: '' }];
    return methods.map((method) => ({ method, target: targetOf(user, method).masked }));
  });
  return [resend, list];
}
