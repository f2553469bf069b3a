import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { notify, type Db, type Database } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { trustDevice, removeDevicesOf, type NewDevice } from '#server/identity/session/trusted-device.ts';
import { endSessions } from '#contract/company/company.ts';
import { mayChange } from '#domain/access/admin-role.ts';
import { deleteCalendarLink } from '#server/calendar/calendar-links.ts';
import { revokeInvitations, revokeKeys, usableKeysOf } from '#server/company/end-powers.ts';
import { countRows } from '#server/platform/database/page.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { countApiKeys } from '#contract/identity/own-account.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';

/** Seconds from the sign-in to the end of a session. Using the session does not extend it. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

type NewSession = {
  readonly userId: string;
  readonly sessionId: string;
  readonly nowMs: number;
  /** The `passwordKey` of the password that opened the session; undefined if no password did. */
  readonly openedBy?: string | undefined;
  /** A device to trust from now on. */
  readonly device?: NewDevice | undefined;
};

/**
 * Starts a session, which replaces the user's older session (docs/rules.md#sessions). Call it before storing other rows
 * of the new session. Otherwise a parallel sign-in could delete these rows. Signing in again within a session keeps the
 * session. Interactions are kept, because another browser may be about to finish an interaction.
 *
 * Returns the secret of the newly trusted device, if any. If the password was changed after it had been checked, does
 * nothing and returns undefined. Otherwise a sign-in with the old password could survive the change.
 */
export async function startSession(
  parts: { db: Db; ends: SessionEnds },
  { userId, sessionId, nowMs, openedBy, device }: NewSession,
): Promise<{ readonly trustToken: string | undefined } | undefined> {
  const started = await parts.db.transaction().execute(async (db) => {
    const passwordHash = await lockUser(db, sql`${userId}::uuid`);
    if (openedBy !== undefined && openedBy !== passwordKey(passwordHash)) return undefined;
    const { rows } = await sql<{ session_id: string }>`
      select session_id from user_session where user_id = ${userId}`.execute(db);
    const before = rows.map((row) => row.session_id).filter((id) => id !== sessionId);
    if (before.length === rows.length)
      await sql`delete from oidc_model where user_id = ${userId} and kind <> 'Interaction'`.execute(db);
    await sql`
      insert into user_session (user_id, session_id, started_at, expires_at)
      values (${userId}, ${sessionId}, ${new Date(nowMs)}, ${new Date(nowMs + SESSION_SECONDS * 1000)})
      on conflict (user_id) do update set session_id = excluded.session_id,
        started_at = excluded.started_at, expires_at = excluded.expires_at`.execute(db);
    await parts.ends.notify(db, before);
    return { before, trustToken: device && (await trustDevice(db, { ...device, userId, nowMs })) };
  });
  if (!started) return undefined;
  parts.ends.announce(started.before);
  logSecurityEvent('signed_in', { userId, sessions: started.before.length });
  return started;
}

/** Returns a value that identifies a password but cannot be used for anything else. */
export const passwordKey = (passwordHash: string): string => sha256(passwordHash);

/** Ends the session of this grant, after the person signed out or a token was used twice. */
export async function endSessionOfGrant(parts: { db: Db; ends: SessionEnds }, grantId: string): Promise<void> {
  const ended = await parts.db.transaction().execute(async (db) => {
    await lockUser(db, sql`(select user_id from oidc_model where grant_id = ${grantId} limit 1)`);
    const { rows } = await sql<{ session_id: string | null }>`
      delete from oidc_model where grant_id = ${grantId} returning session_id`.execute(db);
    const ids = [...new Set(rows.flatMap((row) => row.session_id ?? []))];
    return ids.length === 0 ? [] : deleteSessions(db, parts.ends, sql`session_id in (${sql.join(ids)})`);
  });
  parts.ends.announce(ended);
}

/**
 * Ends the user's session after a password change. Returns the ended sessions, which the caller must announce after the
 * commit.
 */
export async function deleteSessionsOf({ ends }: { ends: SessionEnds }, db: Db, userId: string): Promise<string[]> {
  await lockUser(db, sql`${userId}::uuid`);
  await sql`delete from oidc_model where user_id = ${userId}`.execute(db);
  return deleteSessions(db, ends, sql`user_id = ${userId}`);
}

/** Calls `deleteSessionsOf` in a new transaction, then announces the ended sessions. Use it for signing out. */
export async function endSessionOfUser(parts: { db: Db; ends: SessionEnds }, userId: string): Promise<void> {
  parts.ends.announce(await parts.db.transaction().execute((db) => deleteSessionsOf(parts, db, userId)));
}

/**
 * Locks a user, so that changes to the user's sessions run one after the other. Returns the hash of the password, which
 * no other transaction can change meanwhile.
 */
export async function lockUser(db: Db, userId: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ password_hash: string }>`
    select password_hash from app_user where id = ${userId} for no key update`.execute(db);
  return rows[0]?.password_hash ?? '';
}

async function deleteSessions(db: Db, ends: SessionEnds, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ session_id: string; user_id: string }>`
    delete from user_session where ${which} returning session_id, user_id`.execute(db);
  const ids = rows.map((row) => row.session_id);
  for (const { user_id: userId } of rows) logSecurityEvent('session_ended', { userId });
  await ends.notify(db, ids);
  return ids;
}

/** Announces the end of a session to the code that keeps something open for this session, such as a socket. */
export type SessionEnds = {
  /** Calls `callback` for each ended session, in every process. May call it twice for one session. */
  onEnded(callback: (sessionIds: string[]) => void): void;
  /** Notifies the other processes if the transaction commits. */
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  /** Notifies this process. Call it after the commit. */
  announce(sessionIds: readonly string[]): void;
};

const CHANNEL = 'session_ended';

/** Maximum number of ids in one notification. PostgreSQL accepts at most 8000 bytes. */
const CHUNK = 100;

/** Returns the `SessionEnds` of this process, which also listens for announcements of other processes. */
export async function watchSessionEnds(database: Database): Promise<SessionEnds> {
  const self = randomUUID();
  const callbacks: ((sessionIds: string[]) => void)[] = [];
  const call = (sessionIds: string[]) => callbacks.forEach((callback) => callback(sessionIds));
  await database.listen(CHANNEL, (payload) => {
    const { from, ids } = JSON.parse(payload) as { from: string; ids: string[] };
    if (from !== self) call(ids);
  });
  return {
    onEnded: (callback) => void callbacks.push(callback),
    announce: (sessionIds) => (sessionIds.length > 0 ? call([...sessionIds]) : undefined),
    notify: (db, sessionIds) => notifyEnds(db, sessionIds, self),
  };
}

async function notifyEnds(db: Db, sessionIds: readonly string[], from: string): Promise<void> {
  for (let at = 0; at < sessionIds.length; at += CHUNK)
    await notify(db, CHANNEL, [JSON.stringify({ from, ids: sessionIds.slice(at, at + CHUNK) })]);
}

/**
 * The `SessionEnds` of a process without sockets, such as an operator's command. It only notifies the running servers.
 */
export const endsElsewhere: SessionEnds = {
  onEnded: () => {},
  notify: (db, sessionIds) => notifyEnds(db, sessionIds, ''),
  announce: () => {},
};

/**
 * Ends a person's session for an administrator, for example after a device was lost (ASVS 7.4.5). The next sign-in
 * needs both factors. The person's API keys and open invitations end too, because another person who has the device may
 * have created them.
 */
export const endSessionsOperation = (ends: SessionEnds): Operation =>
  operation(endSessions, async ({ db, caller, params, afterCommit }) => {
    const person = await db
      .selectFrom('app_user')
      .select('auction_user_role')
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!person) throw new Refused('not_found');
    // Only owners may do this to administrators.
    if (person.auction_user_role === 'Admin' && !mayChange(caller.adminRoles ?? [], null))
      throw new Refused('admin_role_missing');
    const sessions = await deleteSessionsOf({ ends }, db, params.id);
    const ended = [...sessions, ...(await endApiKeysOf(db, ends, { userId: params.id, by: caller.userId }))];
    await revokeInvitations(db, sql`invited_by = ${params.id}`, caller.userId);
    await removeDevicesOf(db, params.id);
    afterCommit(() => ends.announce(ended));
    return {};
  });

type EndedKeys = { readonly userId: string; readonly by: string };

/**
 * Revokes every API key that this person made, in all companies, and the link to the person's calendar. `by` is the user who requested the revocation. Returns
 * the keys' session ids, which the caller must announce after the commit. The announcement closes the keys' sockets.
 */
export async function endApiKeysOf(db: Db, ends: SessionEnds, { userId, by }: EndedKeys): Promise<string[]> {
  const keys = await revokeKeys(db, usableKeysOf(userId), by);
  await deleteCalendarLink(db, userId);
  const sessions = keys.map(({ id }) => sessionOfKey(id));
  await ends.notify(db, sessions);
  return sessions;
}

/** Returns the number of keys that `endApiKeysOf` would revoke now. */
export const countApiKeysOperation: Operation = operation(countApiKeys, async ({ db, caller }) => ({
  count: await countRows(db, sql`from api_key where ${usableKeysOf(caller.userId)}`),
}));
