import { sql } from 'kysely';
import {
  getOutboxAttachment,
  getProfile,
  getProfileAtIdentity,
  listOutbox,
  listOwnAccounts,
  type Profile,
} from '#contract/identity/identity.ts';
import { needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { attachmentsBy, type MakeAttachment } from '#server/platform/mail/mail.ts';
import { bodyOf, findAttachment, listMessages, type OutboxRow, type Sealing } from '#server/platform/mail/outbox.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Identity } from '#server/identity/identity.ts';
import { reachOf, requireUser, type ReachConfig } from '#server/identity/user-rows.ts';

const readOwnAccounts = operation(listOwnAccounts, async ({ caller }) => [...caller.accounts]);

type OutboxConfig = { isProduction: boolean; SMTP_URL?: string | undefined; SMS_URL?: string | undefined };

/**
 * Who signed in and what was sent. The outbox hides itself in production like something that isn't there, and never shows
 * what goes out for real: a code is for the one to whom it is sent.
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

export const readProfileAtIdentity = ({ config }: Identity): Operation =>
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
    accounts: [...caller.accounts],
    phone: phone ? { PhoneCode: phone.code, PhoneNumber: phone.number, isProven: user.phone !== undefined } : null,
    needsTwoFactorSetup: needsTwoFactorSetup(reachOf(config, user)),
  };
}

/** Mails tell times by the clock of the browser that was here last. Programs have no clock of their own. */
async function noteTimeZone({ db, caller, timeZone }: Pick<Call, 'db' | 'caller' | 'timeZone'>): Promise<void> {
  if (timeZone === 'UTC' || caller.apiKeyId !== undefined || caller.clientId !== undefined) return;
  await sql`update app_user set time_zone = ${timeZone} where id = ${caller.userId} and time_zone <> ${timeZone}`.execute(
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
