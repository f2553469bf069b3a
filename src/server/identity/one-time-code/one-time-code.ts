import { randomInt, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '#contract/errors/errors.ts';
import type { SentOtp } from '#contract/identity/identity.ts';
import {
  CODE_LENGTH,
  CODE_VALID_MS,
  judgeTry,
  nextSendAtMs,
  planSend,
  usedCode,
  type CodeState,
  type TryVerdict,
} from '#domain/identity/one-time-code.ts';
import { emailKey } from '#domain/identity/email.ts';
import type { NotificationMethod } from '#domain/identity/notification-method.ts';
import type { Db } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { readTexts, wordsWith } from '#server/platform/mail/message-texts.ts';
import { queueSecretMessage } from '#server/platform/mail/outbox.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Identity } from '#server/identity/identity.ts';
import {
  deleteCode,
  lockCode,
  NO_DEVICE,
  saveCode,
  type CodeKey,
  type CodePurpose,
  type CodeRow,
} from '#server/identity/one-time-code/one-time-code-rows.ts';
import { readLockoutMs, countAttempt, type FailureSubject } from '#server/identity/sign-in/sign-in-failures.ts';

/** Error after too many attempts (docs/rules.md#one-time-codes). */
const REACHED_MAX_TRIES: Readonly<Record<CodePurpose, ErrorCode>> = {
  login: 'login-error-reached-max-attempts-otp',
  register: 'otp_reached_max_attempts',
  forgot_password: 'forgot-password-error-reached-max-attempts-otp',
  phone: 'otp_reached_max_attempts',
};

/** Destination of a one-time code. `recipient` is NOBODY if no code is sent and the caller must not learn that. */
export type CodeTarget = {
  readonly method: NotificationMethod;
  readonly recipient: string;
  /** The recipient as the person may see it. */
  readonly masked: string;
  readonly name: string;
  /**
   * Whether the mailbox already has an account. Then the mailbox gets an email that says so instead of a code. The
   * caller gets the same answer in both cases.
   */
  readonly hasAccount?: boolean;
};

export type CodeSending = CodeTarget &
  Pick<CodeRow, 'deviceHash' | 'detail' | 'openedAtMs'> & {
    readonly language: Language;
    readonly before: CodeRow | undefined;
    /** Whether codes are also counted per recipient. Needed where any account can name any recipient. */
    readonly isCountedByRecipient?: boolean;
  };

/** Sends a new one-time code. Refuses during a lockout, or if it is too soon for a new code. Call `lockCode` first. */
export async function sendCode(identity: Identity, db: Db, key: CodeKey, sending: CodeSending): Promise<SentOtp> {
  const nowMs = identity.clock.nowMs();
  const plan = planSend(sending.before?.state, nowMs);
  if (plan.kind === 'lockedOut') throw new Refused(REACHED_MAX_TRIES[key.purpose], secondsParam(plan.untilMs, nowMs));
  if (plan.kind === 'wait') throw new Refused('otp_resend_too_soon', secondsParam(plan.untilMs, nowMs));
  if (sending.isCountedByRecipient) await countForRecipient(db, key.purpose, sending.recipient, nowMs);
  const code = newCode();
  const { method: channel, deviceHash, openedAtMs } = sending;
  const detail = { ...sending.detail, recipient: hashOfRecipient(identity, sending.recipient) };
  const row = { channel, deviceHash, detail, openedAtMs, codeHash: hashOf(identity, key, code), state: plan.state };
  await saveCode(db, key, row);
  await queueCode(identity, db, { purpose: key.purpose, code, sending, usefulUntilMs: plan.state.expiresAtMs });
  return sentOtp(row, sending.masked, nowMs);
}

async function countForRecipient(db: Db, purpose: CodePurpose, recipient: string, nowMs: number): Promise<void> {
  const key = { purpose, subject: recipient };
  const plan = planSend((await lockCode(db, key))?.state, nowMs);
  if (plan.kind !== 'send') throw new Refused('otp_resend_too_soon', secondsParam(plan.untilMs, nowMs));
  const count = { deviceHash: NO_DEVICE, channel: 'sms', codeHash: '', detail: {}, openedAtMs: nowMs } as const;
  await saveCode(db, key, { ...count, state: usedCode(plan.state, nowMs) });
}

/**
 * Sends a one-time code. If a person goes back a step and returns, keeps the recent code if it is still valid. A code
 * for another recipient is not kept, because it proves nothing about the new recipient.
 */
export async function openCode(
  identity: Identity,
  db: Db,
  key: CodeKey,
  opening: Omit<CodeSending, 'before' | 'openedAtMs'>,
): Promise<SentOtp> {
  const nowMs = identity.clock.nowMs();
  const before = await lockCode(db, key);
  const plan = planSend(before?.state, nowMs);
  const { deviceHash, detail, method } = opening;
  const recipient = hashOfRecipient(identity, opening.recipient);
  const isSame =
    before?.deviceHash === deviceHash && before.channel === method && before.detail.recipient === recipient;
  if (isSame && plan.kind === 'wait' && plan.isAlive) {
    await saveCode(db, key, { ...before, detail: { ...detail, recipient }, openedAtMs: nowMs });
    return sentOtp(before, opening.masked, nowMs);
  }
  return sendCode(identity, db, key, { ...opening, openedAtMs: nowMs, before });
}

/** Texts of the messages with a code. `phone` has the text of the SMS, because a phone can be proven only by SMS. */
const MAILS = {
  login: 'mail.codeBody',
  register: 'mail.registrationCodeBody',
  forgot_password: 'mail.forgotPasswordCodeBody',
  phone: 'mail.codeText',
} as const satisfies Record<CodePurpose, string>;

type QueuedCode = { purpose: CodePurpose; code: string; sending: CodeSending; usefulUntilMs: number };

async function queueCode(identity: Identity, db: Db, queued: QueuedCode): Promise<void> {
  const { sending, code, usefulUntilMs } = queued;
  const say = wordsWith(await readTexts(db), sending.language);
  const words = { brand: identity.brand.name, code, name: sending.name, minutes: CODE_VALID_MS / 60_000 };
  const bodyPhrase = sending.method === 'sms' ? 'mail.codeText' : MAILS[queued.purpose];
  await queueSecretMessage(db, identity.secret, {
    kind: 'code',
    channel: sending.method,
    recipient: sending.recipient,
    subject: say(sending.hasAccount ? 'mail.haveAccountSubject' : 'mail.codeSubject', words),
    body: say(sending.hasAccount ? 'mail.haveAccountBody' : bodyPhrase, words),
    usefulUntilMs,
  });
}

/** Returns a code without sending it, for the next step of a person who has just been verified in another way. */
export async function grantCode(
  identity: Identity,
  db: Db,
  key: CodeKey,
  row: Pick<CodeRow, 'deviceHash' | 'detail' | 'channel'>,
): Promise<string> {
  const nowMs = identity.clock.nowMs();
  const before = await lockCode(db, key);
  const code = newCode();
  const state = {
    tries: 0,
    sends: before?.state.sends ?? [],
    expiresAtMs: nowMs + CODE_VALID_MS,
    lockedUntilMs: undefined,
  };
  await saveCode(db, key, { ...row, codeHash: hashOf(identity, key, code), openedAtMs: nowMs, state });
  return code;
}

export type CodeTry<Value> = {
  readonly code: string;
  /** Network address of the attempt. Undefined for a trusted device, whose attempts are counted separately. */
  readonly address: string | undefined;
  /** Returns whether this caller may try a code. Otherwise the caller learns nothing and uses up no attempt. */
  isOpen(row: CodeRow, nowMs: number): boolean;
  /** Returns a reason to refuse even a correct code. This counts as an attempt, and the code stays valid. */
  refusalOf?(db: Db): Promise<Refused | undefined>;
  /** Runs after a correct code, in the same transaction. If this function fails, the code stays unused. */
  onRight(db: Db, row: CodeRow): Promise<Value>;
};

/**
 * Checks a one-time code. Attempts run one after the other, and each is counted before its code is compared. Wrong
 * codes also count for the network address, so that nobody can try codes of many accounts.
 * @throws Refused too_many_requests while the address is locked out
 */
export async function tryCode<Value>(identity: Identity, key: CodeKey, attempt: CodeTry<Value>): Promise<Value> {
  const nowMs = identity.clock.nowMs();
  const address = attempt.address === undefined ? undefined : ({ kind: 'address', name: attempt.address } as const);
  const tried = await identity.db.transaction().execute(async (db) => {
    const row = await lockCode(db, key);
    if (!row || !attempt.isOpen(row, nowMs)) return undefined;
    if (address) await refuseLockedOut(db, address, nowMs);
    const isRight = isSameHash(row.codeHash, hashOf(identity, key, attempt.code.replaceAll(/\s/g, '')));
    const refusal = isRight ? await attempt.refusalOf?.(db) : undefined;
    const { verdict, state } = judgeTry(row.state, isRight && !refusal, nowMs);
    if (verdict !== 'right') {
      const expiresAtMs = refusal && verdict === 'wrong' ? nowMs + CODE_VALID_MS : state.expiresAtMs;
      await saveCode(db, key, { ...row, state: { ...state, expiresAtMs } });
      return { verdict, refusal, isCounted: state.tries > row.state.tries, untilMs: state.lockedUntilMs ?? nowMs };
    }
    await useCode(db, key, row, nowMs);
    return { verdict, value: await attempt.onRight(db, row) };
  });
  // Thrown outside the transaction, so that a refusal does not roll the count back.
  if (tried?.verdict === 'right') return tried.value;
  const userId = key.purpose === 'login' ? key.subject : undefined;
  logSecurityEvent('code_failed', { purpose: key.purpose, verdict: tried?.verdict ?? 'notOpen', userId });
  if (!tried) throw new Refused('otp_expired');
  if (address && tried.isCounted) await countAttempt(identity.db, address, nowMs);
  if (tried.refusal && tried.verdict === 'wrong') throw tried.refusal;
  throw refusedTry(key.purpose, tried.verdict, secondsParam(tried.untilMs, nowMs));
}

/**
 * Consumes a code. A used SMS code still counts toward the limit of messages, because each SMS costs money. Otherwise
 * each completed sign-up would allow five more messages.
 */
async function useCode(db: Db, key: CodeKey, row: CodeRow, nowMs: number): Promise<void> {
  if (row.channel === 'email') return deleteCode(db, key);
  await saveCode(db, key, { ...row, deviceHash: NO_DEVICE, detail: {}, state: usedCode(row.state, nowMs) });
}

async function refuseLockedOut(db: Db, address: FailureSubject, nowMs: number): Promise<void> {
  const leftMs = await readLockoutMs(db, address, nowMs);
  if (leftMs > 0) throw new Refused('too_many_requests', secondsParam(nowMs + leftMs, nowMs));
}

function refusedTry(purpose: CodePurpose, verdict: Exclude<TryVerdict, 'right'>, params: { seconds: number }): Refused {
  if (verdict === 'reachedMaxTries') return new Refused(REACHED_MAX_TRIES[purpose], params);
  return new Refused(verdict === 'expired' ? 'otp_expired' : 'invalid_otp');
}

const newCode = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

const hashOf = (identity: Identity, { purpose, subject }: CodeKey, code: string): string =>
  identity.secret.mac('one-time code', `${purpose}:${subject}:${code}`);

/**
 * Hashes the recipient without regard to spelling. If another spelling got another answer, the answer would reveal
 * whether the address has an account.
 */
const hashOfRecipient = ({ secret }: Identity, recipient: string): string =>
  secret.mac('one-time code', `recipient:${emailKey(recipient)}`);

const isSameHash = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const secondsTo = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
const secondsParam = (untilMs: number, nowMs: number) => ({ seconds: secondsTo(untilMs, nowMs) });

/** Returns the answer for a code that was sent. */
export const sentOtp = (
  row: { readonly channel: NotificationMethod; readonly state: CodeState },
  masked: string,
  nowMs: number,
): SentOtp => ({
  notification_method: row.channel,
  notification_target: masked,
  resend_after_seconds: secondsTo(nextSendAtMs(row.state.sends), nowMs),
});
