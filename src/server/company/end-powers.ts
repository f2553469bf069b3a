import { sql, type RawBuilder } from 'kysely';
import type { AccountMember } from '#contract/company/company.ts';
import { mailEndedPowers, type EndedPowers } from '#server/company/account-mails.ts';
import { recordChange } from '#server/company/account-rows.ts';
import type { CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';

type Leaver = {
  readonly account: CompanyNames & { readonly id: string };
  /** The former owner. */
  readonly person: AccountMember;
  /** The members after the change. */
  readonly staying: readonly AccountMember[];
  readonly callerId: string;
};

/**
 * Revokes the open invitations and the API keys of a former owner (decision 58), and pauses the former owner's webhooks
 * until an owner resumes them. Sends the remaining owners an email, which also lists the members whom the former owner
 * invited. Call it when an owner is removed, leaves or gets a lower role, in the same transaction and under the
 * account's lock.
 */
export async function endPowers(db: Db, leaver: Leaver): Promise<void> {
  const { account, person, staying, callerId } = leaver;
  const by = { accountId: account.id, userId: person.userId };
  const sent = sql`account_id = ${by.accountId} and invited_by = ${by.userId}`;
  const invitations = await revokeInvitations(db, sent, callerId);
  const keys = await revokeKeys(db, sql`account_id = ${by.accountId} and ${usableKeysOf(by.userId)}`, callerId);
  const paused = await sql<{ url: string; kinds: string[] }>`
    update webhook set disabled_at = now(), failing_since = null
    where account_id = ${by.accountId} and created_by = ${by.userId} and disabled_at is null
    returning url, kinds`.execute(db);
  for (const { url, kinds } of paused.rows) {
    const changes = [{ field: kinds.join(', '), before: url, after: `${url} (paused)` }];
    await recordChange(db, { accountId: account.id, userId: callerId, kind: 'webhook_changed', changes });
  }
  const ended: EndedPowers = {
    invitations: invitations.map(({ email }) => email),
    keys: keys.map(({ name }) => name),
    webhooks: await findWebhookUrls(db, by),
    invited: await findInvited(db, by),
  };
  await mailEndedPowers(db, { company: account, name: person.username, staying, ended });
}

type By = { readonly accountId: string; readonly userId: string };

async function findWebhookUrls(db: Db, { accountId, userId }: By): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from webhook where account_id = ${accountId} and created_by = ${userId}
    order by created_at, id`.execute(db);
  return rows.map(({ url }) => url);
}

async function findInvited(db: Db, { accountId, userId }: By): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select distinct u.username
    from account_invitation i
    join account_member m on m.account_id = i.account_id and m.user_id = i.accepted_by
    join app_user u on u.id = m.user_id
    where i.account_id = ${accountId} and i.invited_by = ${userId} and i.accepted_by <> ${userId}
    order by u.username`.execute(db);
  return rows.map(({ username }) => username);
}

type RevokedInvitation = Readonly<Record<'accountId' | 'email' | 'role', string>>;

/**
 * Revokes the invitations that match `which` and that nobody has accepted yet. Records each in its company's history.
 * @param by id of the user who revokes them
 */
export async function revokeInvitations(db: Db, which: RawBuilder<unknown>, by: string): Promise<RevokedInvitation[]> {
  const { rows } = await sql<RevokedInvitation>`
    update account_invitation set revoked_at = now()
    where ${which} and accepted_at is null and revoked_at is null
    returning account_id as "accountId", email, role`.execute(db);
  for (const { accountId, email, role } of rows) {
    const changes = [{ field: email, before: role, after: '' }];
    await recordChange(db, { accountId, userId: by, kind: 'invitation_revoked', changes });
  }
  return rows;
}

type RevokedKey = Readonly<Record<'id' | 'name' | 'role', string>> & {
  /** Null for a key of the operator. */
  readonly accountId: string | null;
};

/** SQL: the keys that this person made in any company and that are neither revoked nor expired. */
export const usableKeysOf = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`user_id = ${userId} and revoked_at is null and expires_at > now()`;

/**
 * Revokes the keys that match `which` and are not revoked yet. Records each in the history of its company. The audit
 * trail has the revocations of the operator's keys. The caller closes the sockets of these keys.
 * @param by id of the user who revokes them
 */
export async function revokeKeys(db: Db, which: RawBuilder<unknown>, by: string): Promise<RevokedKey[]> {
  const { rows } = await sql<RevokedKey>`
    update api_key set revoked_at = now(), revoked_by = ${by} where ${which} and revoked_at is null
    returning id, account_id as "accountId", name, role`.execute(db);
  for (const { id, accountId, name, role } of rows) {
    const changes = [{ field: name, before: role, after: '' }];
    if (accountId !== null) await recordChange(db, { accountId, userId: by, kind: 'api_key_revoked', changes });
    logSecurityEvent('api_key_revoked', { userId: by, apiKeyId: id });
  }
  return rows;
}
