import { sql } from 'kysely';
import type { SentOtp } from '#contract/identity/identity.ts';
import { confirmForgotPassword, forgotPassword, resendForgotPasswordCode } from '#contract/identity/own-account.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { emailKey, judgeEmail } from '#domain/identity/email.ts';
import { maySendResetTo } from '#domain/identity/phone.ts';
import type { Db } from '#server/platform/database/database.ts';
import { requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { operationWithoutTransaction, type Call, type Operation } from '#server/platform/http/operation.ts';
import { NOBODY } from '#server/platform/mail/outbox.ts';
import { refuseFields, Refused } from '#server/platform/http/refused.ts';
import { targetOf } from '#server/identity/one-time-code/code-target.ts';
import type { Identity } from '#server/identity/identity.ts';
import { openCode, sendCode, tryCode, type CodeTarget } from '#server/identity/one-time-code/one-time-code.ts';
import { lockCode, type CodeKey, type CodeRow } from '#server/identity/one-time-code/one-time-code-rows.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { issueTicket } from '#server/identity/sign-in/ticket.ts';
import { findUserByEmail, type User } from '#server/identity/user-rows.ts';

/**
 * A forgotten password: a code, and the code exchanged for a ticket, which then sets the new password. An address that nobody
 * has is treated like any other – counted, resting, given a code that nobody gets – so that no answer tells who is here.
 */
export function forgottenPasswordOperations(identity: Identity): Operation[] {
  const ask = operationWithoutTransaction(forgotPassword, (call) => open(identity, call, openCode));
  const again = operationWithoutTransaction(resendForgotPasswordCode, (call) => open(identity, call, resend));
  const confirm = operationWithoutTransaction(confirmForgotPassword, async ({ body, fingerprint, address, nowMs }) => {
    const { key, isTrusted } = await keyOf(identity.db, { email: body.Email, fingerprint, nowMs });
    const resetToken = await tryCode(identity, key, {
      code: body.Otp,
      address: isTrusted ? undefined : address,
      isOpen: (row) => row.deviceHash === sha256(fingerprint),
      onRight: (db, row) => giveTicket(db, { email: body.Email, fingerprint, row, nowMs }),
    });
    return { resetToken };
  });
  return [ask, again, confirm];
}

/**
 * Sends and tries are counted for the address. A device that its user trusts is counted apart, as at signing in: a rival
 * who asks and guesses on purpose keeps nobody out who sits at a device of his own.
 */
async function keyOf(db: Db, asker: Asker): Promise<{ key: CodeKey; isTrusted: boolean }> {
  const deviceHash = sha256(asker.fingerprint);
  const { rows } = await sql`
    select 1 from trusted_device d join app_user u on u.id = d.user_id
    where lower(u.email) = ${emailKey(asker.email)} and d.device_hash = ${deviceHash}
      and d.expires_at > ${new Date(asker.nowMs)} limit 1`.execute(db);
  const isTrusted = rows.length > 0;
  const subject = emailKey(asker.email) + (isTrusted ? ` ${deviceHash}` : '');
  return { key: { purpose: 'forgot_password', subject }, isTrusted };
}
type Asker = { readonly email: string; readonly fingerprint: string; readonly nowMs: number };

type Asked = Pick<Call, 'fingerprint' | 'language' | 'nowMs'> & { readonly body: BodyOf<typeof forgotPassword> };

async function open(
  identity: Identity,
  { body, fingerprint, language, nowMs }: Asked,
  send: typeof openCode,
): Promise<SentOtp> {
  requireFingerprint(fingerprint);
  refuseFields({ Email: judgeEmail(body.Email) });
  const deviceHash = sha256(fingerprint);
  return identity.db.transaction().execute(async (db) => {
    const { key } = await keyOf(db, { email: body.Email, fingerprint, nowMs });
    const user = await findUserByEmail(db, body.Email);
    const target = targetFor(user, body, nowMs);
    const detail = { userId: user?.id ?? '' };
    return send(identity, db, key, { ...target, deviceHash, detail, language });
  });
}

const resend: typeof openCode = async (identity, db, key, opening) => {
  const before = await lockCode(db, key);
  if (before?.deviceHash !== opening.deviceHash) throw new Refused('otp_expired');
  return sendCode(identity, db, key, { ...opening, openedAtMs: before.openedAtMs, before });
};

/** Nothing is told of the target: the answer is the same for who is here, who isn't, and whose address was never proven. */
function targetFor(user: User | undefined, { NotificationMethod: method }: Asked['body'], nowMs: number): CodeTarget {
  const isBySms = user?.phone !== undefined && maySendResetTo(user.phoneSetAtMs, nowMs);
  const isReachable = user && (method === 'sms' ? isBySms : user.isEmailProven);
  return {
    method,
    recipient: isReachable ? targetOf(user, method).recipient : NOBODY,
    masked: '',
    name: user?.username ?? '',
  };
}

type TicketCause = { email: string; fingerprint: string; row: CodeRow; nowMs: number };

async function giveTicket(db: Db, { email, fingerprint, row, nowMs }: TicketCause): Promise<string> {
  const user = await findUserByEmail(db, email);
  // The code was sent to nobody, or to the person who had this address before (decision 59).
  if (!user || user.id !== row.detail.userId) throw new Refused('invalid_otp');
  const detail = { provenBy: row.channel };
  return issueTicket(db, { purpose: 'reset_password', userId: user.id, fingerprint, detail }, nowMs);
}
