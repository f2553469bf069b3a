import { sql } from 'kysely';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { roleOfKey } from '#domain/automation/api-key.ts';
import { findKeysByHash, stateOf, type ApiKeyRow } from '#server/automation/api-key-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Authenticate, Caller, CallerAccount } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import type { Hub } from '#server/platform/hub/hub.ts';
import { createBatchLoader } from '#server/platform/runtime/batch-loader.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';

const BEARER = /^Bearer (gl_[\w-]{43})$/i;

type ApiKeyDeps = { readonly db: Db; readonly clock: Clock; readonly failed: (error: unknown) => void };

/**
 * Returns a function that accepts API keys in addition to access tokens (decision 50). The function reads the key from
 * the database at each call, with one query for all calls that arrive together.
 * @throws Refused api_key_not_valid if the key is unknown or ended, or if its company or maker may no longer act
 */
export function acceptKeys({ db, clock, failed }: ApiKeyDeps, authenticate: Authenticate): Authenticate {
  const find = createBatchLoader((hashes: readonly string[]) => findKeysByHash(db, hashes));
  const noteUse = rememberUse(db, clock);
  return async (authorization, fingerprint) => {
    const key = BEARER.exec(authorization ?? '')?.[1];
    if (key === undefined) return authenticate(authorization, fingerprint);
    const row = await find(sha256(key));
    const works = row && stateOf(row, clock.nowMs()) === 'works';
    if (row && !works) logSecurityEvent('ended_api_key_used', { apiKeyId: row.id, userId: row.user_id });
    if (!row || !works) throw new Refused('api_key_not_valid');
    noteUse(row.id).catch(failed);
    return callerOf(row);
  };
}

/** Returns the key's maker as the caller, limited to the key's scopes, and to its company and role. */
const callerOf = (row: ApiKeyRow): Caller => ({
  userId: row.user_id,
  username: row.username,
  email: '',
  roleName: 'ApiKey',
  role: row.account_id === null ? 'Admin' : 'User',
  adminRoles: row.account_id === null ? row.admin_roles : [],
  sessionId: sessionOfKey(row.id),
  apiKeyId: row.id,
  apiKeyName: row.name,
  scopes: row.scopes,
  endsAtMs: row.expires_at.getTime(),
  accounts: row.account_id === null ? [] : [membershipOf(row)],
});

const membershipOf = (row: Extract<ApiKeyRow, { account_id: string }>): CallerAccount => ({
  id: row.account_id,
  companyName: row.company_name,
  englishCompanyName: row.english_company_name,
  country: row.country,
  status: row.status,
  role: roleOfKey(row.role, row.member_role ?? 'viewer'),
});

const MINUTE_MS = 60_000;

/** Returns a function that stores the time of a key's last use, at most once a minute to save writes. */
function rememberUse(db: Db, clock: Clock): (id: string) => Promise<void> {
  const noted = new Map<string, number>();
  return async (id) => {
    const nowMs = clock.nowMs();
    if (nowMs - (noted.get(id) ?? 0) < MINUTE_MS) return;
    noted.set(id, nowMs);
    await sql`update api_key set last_used_at = now() where id = ${id}`.execute(db);
  };
}

/** Milliseconds for which the socket of an expired key may stay open. */
const LOOK_EVERY_MS = 2_000;

/** Closes the sockets of expired API keys, because no call happens at the moment of expiry (decision 50). */
export const closeExpired = (hub: Pick<Hub, 'closeWhere'>, clock: Clock, timers: Pick<Timers, 'every'>): (() => void) =>
  timers.every(LOOK_EVERY_MS, () => {
    const nowMs = clock.nowMs();
    hub.closeWhere(({ endsAtMs = Infinity }) => endsAtMs <= nowMs, CLOSE_CODES.SESSION_ENDED);
  });
