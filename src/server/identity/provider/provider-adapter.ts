import { sql, type RawBuilder } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isStorable } from '#server/platform/http/is-storable.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { endSessionOfGrant, type SessionEnds } from '#server/identity/session/user-session.ts';
import { errors } from '#server/identity/provider/provider-library.ts';

type AdapterParts = { readonly db: Db; readonly clock: Clock; readonly ends: SessionEnds };

/**
 * Milliseconds after the first use of a refresh token in which a second use does not end the session. The second use is
 * refused in any case. Two tabs may use the same token at once (docs/rules.md#sessions).
 */
const REPLAY_GRACE_MS = 10_000;
/**
 * Milliseconds for which a used token is kept to detect a second use. After that, the token is unknown, so it is
 * refused too.
 */
const USED_KEPT_MS = 24 * 60 * 60_000;
const TTL_DEFAULT_SECONDS = 24 * 60 * 60;

/** Returns adapters that store the OpenID library's models in our tables, one adapter per kind. */
export function createAdapter(parts: AdapterParts): (kind: string) => Adapter {
  return (kind) => ({
    upsert: async (id, payload, expiresIn) => upsert(parts, { kind, id, payload: requireStorable(payload), expiresIn }),
    find: (id) => find(parts, kind, id),
    findByUid: async (uid) => {
      const row = await findRow(parts, sql`kind = 'Session' and session_id = ${requireStorable(uid)}`);
      return row?.payload;
    },
    // The device flow is switched off.
    findByUserCode: async () => undefined,
    consume: (id) => consume(parts, kind, id),
    destroy: (id) => destroy(parts, kind, id),
    revokeByGrantId: (grantId) => endSessionOfGrant(parts, grantId),
  });
}

async function upsert(
  { db, clock }: AdapterParts,
  model: { kind: string; id: string; payload: AdapterPayload; expiresIn: number | undefined },
): Promise<void> {
  const { kind, payload } = model;
  const row = {
    kind,
    id_hash: sha256(model.id),
    payload: JSON.stringify(withoutSecrets(payload)),
    session_id: (kind === 'Session' ? payload.uid : payload.sessionUid) ?? null,
    grant_id: payload.grantId ?? null,
    // Also set for a finished interaction before the browser returns, so that a new password ends the interaction.
    user_id: payload.accountId ?? payload.result?.login?.accountId ?? null,
    expires_at: new Date(clock.nowMs() + (model.expiresIn ?? TTL_DEFAULT_SECONDS) * 1000),
  };
  await db
    .insertInto('oidc_model')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(row))
    .execute();
}

/**
 * Removes data that must not be stored in plain text: the id, of which the hash is stored, and the session's cookie.
 */
const withoutSecrets = (payload: AdapterPayload): AdapterPayload => ({
  ...payload,
  jti: undefined,
  ...(payload.session && { session: { ...payload.session, cookie: undefined } }),
});

async function find(parts: AdapterParts, kind: string, id: string): Promise<AdapterPayload | undefined> {
  const nowMs = parts.clock.nowMs();
  const row = await findRow(parts, sql`kind = ${kind} and id_hash = ${sha256(id)}`);
  if (!row) return undefined;
  const graceMs = kind === 'RefreshToken' ? REPLAY_GRACE_MS : 0;
  const isUsed = row.consumed_at !== null && row.consumed_at.getTime() <= nowMs - graceMs;
  return { ...row.payload, jti: id, ...(isUsed && { consumed: true }) };
}

async function findRow({ db, clock }: AdapterParts, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ payload: AdapterPayload; consumed_at: Date | null }>`
    select payload, consumed_at from oidc_model
    where ${which} and expires_at > ${new Date(clock.nowMs())} and ${IS_ALIVE}`.execute(db);
  return rows[0];
}

/**
 * SQL for whether a row is valid. A session of a signed-in user is valid only while it is the user's current session.
 */
const IS_ALIVE = sql`(kind <> 'Session' or user_id is null or exists (
  select 1 from user_session alive where alive.user_id = oidc_model.user_id and alive.session_id = oidc_model.session_id))`;

/** Marks a token as used. Exactly one of several parallel exchanges succeeds. */
async function consume({ db, clock }: AdapterParts, kind: string, id: string): Promise<void> {
  const now = clock.nowMs();
  const { rows } = await sql`
    update oidc_model set consumed_at = ${new Date(now)}, expires_at = least(expires_at, ${new Date(now + USED_KEPT_MS)})
    where kind = ${kind} and id_hash = ${sha256(id)} and consumed_at is null returning kind`.execute(db);
  if (rows.length === 0) throw new errors.InvalidGrant('already used');
}

async function destroy(parts: AdapterParts, kind: string, id: string): Promise<void> {
  const { rows } = await sql<{ grant_id: string | null }>`
    select grant_id from oidc_model where kind = ${kind} and id_hash = ${sha256(id)}`.execute(parts.db);
  const grantId = rows[0]?.grant_id;
  // The library destroys a refresh token if it is revoked or used twice. In both cases its session ends.
  if (kind === 'RefreshToken' && grantId) return endSessionOfGrant(parts, grantId);
  await sql`delete from oidc_model where kind = ${kind} and id_hash = ${sha256(id)}`.execute(parts.db);
}

/** Refuses text from a client that PostgreSQL cannot store. */
function requireStorable<Given>(given: Given): Given {
  if (!isStorable(given)) throw new errors.InvalidRequest('malformed text');
  return given;
}
