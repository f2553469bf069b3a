import { sql } from 'kysely';
import { changePasswordOperation, resetPasswordOperation } from '#server/identity/password/set-password.ts';
import { countApiKeysOperation } from '#server/identity/session/user-session.ts';
import { forgottenPasswordOperations } from '#server/identity/password/forgotten-password.ts';
import type { Identity } from '#server/identity/identity.ts';
import { readProfileAtIdentity } from '#server/identity/own-account/own-profile.ts';
import { loginCodeOperations } from '#server/identity/one-time-code/login-code.ts';
import { signUpOperations } from '#server/identity/sign-up/sign-up.ts';
import { switchedOff, operation, type Operation } from '#server/platform/http/operation.ts';
import {
  listApplications,
  withdrawApplication,
  forgetDevice,
  forgetDevices,
  listDevices,
} from '#contract/identity/own-account.ts';
import { withdrawConsent } from '#server/identity/provider/client-consent.ts';
import type { ReplyOf } from '#contract/basics/route.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { comeBack } from '#server/platform/hub/come-back.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/**
 * The identity service's calls beside OAuth (specification 7). None of the open ones tells who exists. Signing up and
 * forgotten passwords are variant TNBX's (specification 1); the link of an operator sets a password in either.
 */
export const accountOperations = (identity: Identity): Operation[] => [
  ...[...signUpOperations(identity), ...forgottenPasswordOperations(identity)].map(
    identity.config.VARIANT === 'TNBX' ? (one) => one : switchedOff,
  ),
  resetPasswordOperation(identity),
  ...loginCodeOperations(identity),
  changePasswordOperation(identity),
  countApiKeysOperation,
  readProfileAtIdentity(identity),
  ...deviceOperations(),
  ...applicationOperations(identity.config),
];

/** Lists the applications that a person allowed to act through the auction API, and withdraws that (decision 58). */
function applicationOperations({ CLIENTS }: Pick<Config, 'CLIENTS'>): Operation[] {
  const list = operation(listApplications, async ({ db, caller }) => {
    const { rows } = await sql<{ id: string; grantedAt: string }>`
      select client_id as id, ${isoTime('granted_at')} as "grantedAt"
      from client_consent where user_id = ${caller.userId} order by granted_at, client_id`.execute(db);
    const nameOf = (id: string): string => CLIENTS.find((client) => client.client_id === id)?.name ?? id;
    return rows.map((row) => ({ ...row, name: nameOf(row.id) }));
  });
  const withdraw = operation(withdrawApplication, async ({ db, caller, params }) => {
    if (!(await withdrawConsent(db, caller.userId, params.clientId))) throw new Refused('not_found');
    // Sockets that the application opened stay closed; all others reconnect.
    await comeBack(db, [caller.userId]);
    return {};
  });
  return [list, withdraw];
}

/** The page that lists a person's trusted devices and forgets them. */
function deviceOperations(): Operation[] {
  const list = operation(listDevices, async ({ db, caller, fingerprint, nowMs }) => {
    const { rows } = await sql<ReplyOf<typeof listDevices>[number]>`
      select id, user_agent as "userAgent", device_hash = ${sha256(fingerprint)} as "isThisDevice",
        ${isoTime('created_at')} as "trustedAt", ${isoTime('last_used_at')} as "lastUsedAt",
        ${isoTime('expires_at')} as "expiresAt"
      from trusted_device where user_id = ${caller.userId} and expires_at > ${new Date(nowMs)}
      order by last_used_at desc, id`.execute(db);
    return rows;
  });
  const forget = operation(forgetDevice, async ({ db, caller, params }) => {
    const { rows } = await sql`
      delete from trusted_device where id = ${params.id} and user_id = ${caller.userId} returning id`.execute(db);
    if (rows.length === 0) throw new Refused('not_found');
    return {};
  });
  const forgetAll = operation(forgetDevices, async ({ db, caller }) => {
    await forgetDevicesOf(db, caller.userId);
    return {};
  });
  return [list, forget, forgetAll];
}
