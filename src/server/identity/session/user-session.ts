import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Database } from '#server/platform/database/database.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { trustDevice, removeDevicesOf, type NewDevice } from '#server/identity/session/trusted-device.ts';
import { notify } from '#server/platform/database/notify.ts';
import { endSessions } from '#contract/company/company.ts';
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
  /** The `passwordKey` of the password that opened the session, if a password did. */
  readonly openedBy?: string | undefined;
  /** A device to trust from now on. */
  readonly device?: NewDevice | undefined;
};

/**
 * Starts a session, which replaces the user's older one (docs/rules.md#sessions). Call it before storing anything of
 * the new session, so that the session that wins a race does not lose its rows to the other one. Signing in again
 * within a session keeps it. Interactions stay, because another browser may be about to finish one.
 *
 * Returns the secret of the newly trusted device, if any. Returns undefined, and does nothing, if the password was
 * changed after it was checked. Otherwise a fast sign-in with the old password would survive the change.
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

/** Ends the session of this grant, after a sign-out or a token that was used twice. */
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

/** Ends the user's session after a changed password. Returns the ended sessions, to be announced after the commit. */
export async function deleteSessionsOf({ ends }: { ends: SessionEnds }, db: Db, userId: string): Promise<string[]> {
  await lockUser(db, sql`${userId}::uuid`);
  await sql`delete from oidc_model where user_id = ${userId}`.execute(db);
  return deleteSessions(db, ends, sql`user_id = ${userId}`);
}

/** Like `deleteSessionsOf`, but in a transaction of its own, and announces at once. For signing out. */
export async function endSessionOfUser(parts: { db: Db; ends: SessionEnds }, userId: string): Promise<void> {
  parts.ends.announce(await parts.db.transaction().execute((db) => deleteSessionsOf(parts, db, userId)));
}

/**
 * Locks a user, so that changes to its sessions run one after the other. Returns the password's hash, which nobody can
 * change meanwhile.
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

/** Announces the end of a session to everything that is open for it, above all sockets. */
export type SessionEnds = {
  /** Calls back in every process. May call twice for one session. */
  onEnded(callback: (sessionIds: string[]) => void): void;
  /** Tells the other processes, when and if the transaction commits. */
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  /** Tells this process; called after the commit. */
  announce(sessionIds: readonly string[]): void;
};

const CHANNEL = 'session_ended';

/** Number of ids in one notification, because PostgreSQL accepts 8000 bytes. */
const CHUNK = 100;

/** Returns the announcements of session ends, and listens for those of other processes. */
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

/** For a process without sockets, such as an operator's command. It only tells the running servers. */
export const endsElsewhere: SessionEnds = {
  onEnded: () => {},
  notify: (db, sessionIds) => notifyEnds(db, sessionIds, ''),
  announce: () => {},
};

/**
 * An administrator ends a person's session, for example after a device was lost (ASVS 7.4.5). The next sign-in needs
 * both factors. The person's API keys and open invitations end too, because the holder of the device may have made
 * them.
 */
export const endSessionsOperation = (ends: SessionEnds): Operation =>
  operation(endSessions, async ({ db, caller, params, afterCommit }) => {
    const person = db.selectFrom('app_user').select('id').where('id', '=', params.id);
    if (!(await person.executeTakeFirst())) throw new Refused('not_found');
    const sessions = await deleteSessionsOf({ ends }, db, params.id);
    const ended = [...sessions, ...(await endApiKeysOf(db, ends, { userId: params.id, by: caller.userId }))];
    await revokeInvitations(db, sql`invited_by = ${params.id}`, caller.userId);
    await removeDevicesOf(db, params.id);
    afterCommit(() => ends.announce(ended));
    return {};
  });

type EndedKeys = { readonly userId: string; readonly by: string };

/**
 * Revokes every API key that this person made, in all companies. `by` is the user who requested it. Returns the
 * sessions of the keys, to be announced after the commit, which closes their sockets.
 */
export async function endApiKeysOf(db: Db, ends: SessionEnds, { userId, by }: EndedKeys): Promise<string[]> {
  const keys = await revokeKeys(db, usableKeysOf(userId), by);
  const sessions = keys.map(({ id }) => sessionOfKey(id));
  await ends.notify(db, sessions);
  return sessions;
}

/** Returns the number of keys that `endApiKeysOf` would revoke now. */
export const countApiKeysOperation: Operation = operation(countApiKeys, async ({ db, caller }) => ({
  count: await countRows(db, sql`from api_key where ${usableKeysOf(caller.userId)}`),
}));
