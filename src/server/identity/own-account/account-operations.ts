import { sql } from 'kysely';
import {
  changePasswordOperation,
  resetPasswordOperation,
  forgottenPasswordOperations,
} from '#server/identity/password/set-password.ts';
import { countApiKeysOperation } from '#server/identity/session/user-session.ts';
import type { Identity } from '#server/identity/identity.ts';
import { loginCodeOperations } from '#server/identity/one-time-code/login-code.ts';
import { firstAdministratorOperations } from '#server/identity/sign-up/first-administrator.ts';
import { signUpOperations } from '#server/identity/sign-up/sign-up.ts';
import { switchedOff, operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import {
  listApplications,
  withdrawApplication,
  removeTrustedDevice,
  removeTrustedDevices,
  listTrustedDevices,
} from '#contract/identity/own-account.ts';
import { withdrawConsent } from '#server/identity/provider/client-consent.ts';
import type { ReplyOf } from '#contract/basics/route.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { reconnectUsers } from '#server/platform/hub/reconnect.ts';
import { removeDevicesOf } from '#server/identity/session/trusted-device.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import {
  getOutboxAttachment,
  getProfile,
  getProfileAtIdentity,
  listOutbox,
  listOwnAccounts,
  type Profile,
} from '#contract/identity/identity.ts';
import { needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { attachmentsBy, type MakeAttachment } from '#server/platform/mail/mail.ts';
import { bodyOf, findAttachment, listMessages, type OutboxRow, type Sealing } from '#server/platform/mail/outbox.ts';
import { codeChannelsOf, requireUser, type ReachConfig } from '#server/identity/user-rows.ts';

/**
 * Returns the identity service's calls besides OAuth (docs/rules.md#sign-in). Calls without a session do not reveal who
 * has an account. Sign-up and forgotten passwords exist in variant TNBX only (docs/rules.md#variants). In both
 * variants, a person can set a password with an operator's link.
 */
export const accountOperations = (identity: Identity): Operation[] => [
  ...[...signUpOperations(identity), ...forgottenPasswordOperations(identity)].map(
    identity.config.VARIANT === 'TNBX' ? (one) => one : switchedOff,
  ),
  ...firstAdministratorOperations(identity),
  resetPasswordOperation(identity),
  ...loginCodeOperations(identity),
  changePasswordOperation(identity),
  countApiKeysOperation,
  readProfileAtIdentity(identity),
  ...deviceOperations(),
  ...applicationOperations(identity.config),
];

/**
 * Returns two calls: one lists the applications that a person allowed to use the auction API, the other withdraws such
 * a consent (decision 85).
 */
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
    // The application's sockets cannot connect again. All other sockets of the person reconnect.
    await reconnectUsers(db, [caller.userId]);
    return {};
  });
  return [list, withdraw];
}

/** Returns the calls that list and remove a person's trusted devices. */
function deviceOperations(): Operation[] {
  const list = operation(listTrustedDevices, async ({ db, caller, fingerprint, nowMs }) => {
    const { rows } = await sql<ReplyOf<typeof listTrustedDevices>[number]>`
      select id, user_agent as "userAgent", device_hash = ${sha256(fingerprint)} as "isThisDevice",
        ${isoTime('created_at')} as "trustedAt", ${isoTime('last_used_at')} as "lastUsedAt",
        ${isoTime('expires_at')} as "expiresAt"
      from trusted_device where user_id = ${caller.userId} and expires_at > ${new Date(nowMs)}
      order by last_used_at desc, id`.execute(db);
    return rows;
  });
  const removeOne = operation(removeTrustedDevice, async ({ db, caller, params }) => {
    const { rows } = await sql`
      delete from trusted_device where id = ${params.id} and user_id = ${caller.userId} returning id`.execute(db);
    if (rows.length === 0) throw new Refused('not_found');
    return {};
  });
  const removeAll = operation(removeTrustedDevices, async ({ db, caller }) => {
    await removeDevicesOf(db, caller.userId);
    return {};
  });
  return [list, removeOne, removeAll];
}

const readOwnAccounts = operation(listOwnAccounts, async ({ caller }) => [...caller.accounts]);

type OutboxConfig = { isProduction: boolean; SMTP_URL?: string | undefined; SMS_URL?: string | undefined };

/**
 * Returns the calls for the profile and for the outbox. In production, the outbox replies as if it did not exist. The
 * outbox never shows messages that are really sent, because only the recipient may see a one-time code.
 */
export function identityOperations(
  config: ReachConfig & OutboxConfig,
  secret: Pick<Sealing, 'open'>,
  make: MakeAttachment = attachmentsBy({}),
): Operation[] {
  const readProfile = operation(getProfile, async (call) => {
    await noteTimeZone(call);
    return profileOf(config, call);
  });
  const readOutbox = operation(listOutbox, async ({ db }) => {
    if (config.isProduction) throw new Refused('not_found');
    const isSent = { email: config.SMTP_URL !== undefined, sms: config.SMS_URL !== undefined };
    return (await listMessages(db)).filter(({ channel }) => !isSent[channel]).map((row) => presentMessage(row, secret));
  });
  const readAttachment = operation(getOutboxAttachment, async ({ db, params }) => {
    const isShown = !config.isProduction && config.SMTP_URL === undefined;
    const attachment = isShown ? await findAttachment(db, params.id, Number(params.index)) : undefined;
    if (!attachment) throw new Refused('not_found');
    return make(attachment);
  });
  return [readProfile, readOwnAccounts, readOutbox, readAttachment];
}

const readProfileAtIdentity = ({ config }: Identity): Operation =>
  operation(getProfileAtIdentity, (call) => profileOf(config, call));

async function profileOf(config: ReachConfig, { db, caller }: Pick<Call, 'db' | 'caller'>): Promise<Profile> {
  const user = await requireUser(db, caller);
  const phone = user.phone ?? user.unprovenPhone;
  return {
    userId: caller.userId,
    username: caller.username,
    email: caller.email,
    reHashRoleName: caller.roleName,
    auctionUserRole: caller.role,
    adminRoles: [...(caller.adminRoles ?? [])],
    accounts: [...caller.accounts],
    phone: phone ? { PhoneCode: phone.code, PhoneNumber: phone.number, isProven: user.phone !== undefined } : null,
    needsTwoFactorSetup: needsTwoFactorSetup(codeChannelsOf(config, user)),
  };
}

/**
 * Stores the time zone of the person's last browser. Emails show times in this zone. Calls by programs are ignored,
 * because programs have no time zone of their own.
 */
async function noteTimeZone({
  db,
  caller,
  ownTimeZone: zone,
}: Pick<Call, 'db' | 'caller' | 'ownTimeZone'>): Promise<void> {
  if (zone === undefined || caller.apiKeyId !== undefined || caller.clientId !== undefined) return;
  await sql`
    update app_user set time_zone = ${zone} where id = ${caller.userId} and time_zone is distinct from ${zone}`.execute(
    db,
  );
}

const presentMessage = (row: OutboxRow, secret: Pick<Sealing, 'open'>) => ({
  id: row.id,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  body: bodyOf(row, secret),
  attachments: row.attachments.map(({ kind, language }) => `${kind}-${language}.pdf`),
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
});
