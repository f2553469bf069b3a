import type { SentOtp } from '#contract/identity.ts';
import {
  confirmForgotPassword,
  forgotPassword,
  resendForgotPasswordCode,
  resetPassword,
} from '#contract/own-account.ts';
import type { BodyOf } from '#contract/route.ts';
import { emailKey, judgeEmail } from '#domain/identity/email.ts';
import { maskEmail } from '#domain/identity/mask-target.ts';
import { judgeNewPassword } from '#domain/identity/new-password.ts';
import { maySendResetTo } from '#domain/identity/phone.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { NOBODY } from '#server/platform/outbox.ts';
import { refuseFields, Refused } from '#server/platform/refused.ts';
import { targetOf } from '#server/identity/code-target.ts';
import type { Identity } from '#server/identity/identity.ts';
import { openCode, sendCode, tryCode, type CodeTarget } from '#server/identity/one-time-code.ts';
import { lockCode, type CodeKey, type CodeRow } from '#server/identity/one-time-code-rows.ts';
import { hashPassword } from '#server/identity/password-hash.ts';
import { hashOfToken } from '#server/identity/secret.ts';
import { setPassword } from '#server/identity/set-password.ts';
import { requireFingerprint } from '#server/identity/sign-up.ts';
import { findTicket, issueTicket, takeTicket } from '#server/identity/ticket.ts';
import { findUser, findUserByEmail, noteProven } from '#server/identity/user-rows.ts';

/**
 * A forgotten password in three steps: a code, the code exchanged for a ticket, the new password. An address that nobody
 * has is treated like any other – counted, resting, given a code that nobody gets – so that no answer tells who is here.
 */
export function forgottenPasswordOperations(identity: Identity): Operation[] {
  const ask = operation(forgotPassword, (call) => open(identity, call, openCode), { ownTransactions: true });
  const again = operation(resendForgotPasswordCode, (call) => open(identity, call, resend), { ownTransactions: true });
  const confirm = operation(
    confirmForgotPassword,
    async ({ body, fingerprint, nowMs }) => {
      const resetToken = await tryCode(identity, keyOf(body.Email), {
        code: body.Otp,
        isOpen: (row) => row.deviceHash === hashOfToken(fingerprint),
        onRight: (db, row) => giveTicket(db, { email: body.Email, fingerprint, row, nowMs }),
      });
      return { resetToken };
    },
    { ownTransactions: true },
  );
  const reset = operation(
    resetPassword,
    async ({ body, fingerprint, nowMs, language }) => {
      refuseFields(judgeNewPassword(body));
      const passwordHash = await hashPassword(body.Password);
      const shown = { purpose: 'reset_password', secret: body.resetToken, fingerprint } as const;
      const { value: username, ended } = await identity.db.transaction().execute(async (db) => {
        const ticket = await findTicket(db, shown, nowMs);
        const detail = ticket && (await takeTicket(db, 'reset_password', ticket.userId));
        const user = ticket && (await findUser(db, ticket.userId));
        if (!detail || !user) throw new Refused('reset_expired');
        if (detail.provenBy === 'email') await noteProven(db, user.id, 'email');
        return {
          value: user.username,
          ended: await setPassword(identity, db, { user, passwordHash, language, endsSessions: true }),
        };
      });
      identity.ends.announce(ended);
      return { username };
    },
    { ownTransactions: true },
  );
  return [ask, again, confirm, reset];
}

const keyOf = (email: string): CodeKey => ({ purpose: 'forgot_password', subject: emailKey(email) });

type Asked = Pick<Call, 'fingerprint' | 'language' | 'nowMs'> & { readonly body: BodyOf<typeof forgotPassword> };

async function open(
  identity: Identity,
  { body, fingerprint, language, nowMs }: Asked,
  send: typeof openCode,
): Promise<SentOtp> {
  requireFingerprint(fingerprint);
  refuseFields({ Email: judgeEmail(body.Email) });
  const deviceHash = hashOfToken(fingerprint);
  return identity.db.transaction().execute(async (db) => {
    const target = await targetFor(db, body, nowMs);
    return send(identity, db, keyOf(body.Email), { ...target, deviceHash, detail: {}, language });
  });
}

const resend: typeof openCode = async (identity, db, key, opening) => {
  const before = await lockCode(db, key);
  if (before?.deviceHash !== opening.deviceHash) throw new Refused('otp_expired');
  return sendCode(identity, db, key, { ...opening, openedAtMs: before.openedAtMs, before });
};

/** What is told of the target is made of what was typed alone: it is the same for who is here and who isn't. */
async function targetFor(
  db: Db,
  { Email, NotificationMethod: method }: Asked['body'],
  nowMs: number,
): Promise<CodeTarget> {
  const user = await findUserByEmail(db, Email);
  const isBySms = user?.phone !== undefined && maySendResetTo(user.phoneSetAtMs, nowMs);
  const isReachable = user && (method === 'sms' ? isBySms : user.isEmailProven);
  return {
    method,
    recipient: isReachable ? targetOf(user, method).recipient : NOBODY,
    masked: method === 'email' ? maskEmail(emailKey(Email)) : '',
    name: user?.username ?? '',
  };
}

type TicketCause = { email: string; fingerprint: string; row: CodeRow; nowMs: number };

async function giveTicket(db: Db, { email, fingerprint, row, nowMs }: TicketCause): Promise<string> {
  const user = await findUserByEmail(db, email);
  // Who guessed a code that was sent to nobody.
  if (!user) throw new Refused('invalid_otp');
  const detail = { provenBy: row.channel };
  return issueTicket(db, { purpose: 'reset_password', userId: user.id, fingerprint, detail }, nowMs);
}
