import { sql } from 'kysely';
import { roleOfKey } from '#domain/automation/api-key.ts';
import { findKeysByHash, stateOf, type ApiKeyRow } from '#server/automation/api-key-rows.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import type { Authenticate, Caller } from '#server/platform/http/caller.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { gather } from '#server/platform/runtime/gather.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** How every key begins: whoever finds one in a file, or looks for them there, knows whose it is. */
export const API_KEY_PREFIX = 'gl_';
const BEARER = /^Bearer (gl_[\w-]{43})$/i;

/** Calls that one key makes in a minute, in each process; what its address may make holds beside it. */
export const CALLS_A_MINUTE_MAX = 600;

type Parts = { readonly db: Db; readonly clock: Clock; readonly failed: (error: unknown) => void };

/**
 * Takes API keys beside access tokens (decision 50). A key that is unknown, ended, or whose company or maker may not act any
 * more answers alike. Looked up at each call, like a session, in one query for all that come at the same time.
 */
export function acceptKeys({ db, clock, failed }: Parts, authenticate: Authenticate): Authenticate {
  const find = gather((hashes: readonly string[]) => findKeysByHash(db, hashes));
  const count = countCalls(clock);
  const noteUse = rememberUse(db, clock);
  return async (authorization, fingerprint) => {
    const key = BEARER.exec(authorization ?? '')?.[1];
    if (key === undefined) return authenticate(authorization, fingerprint);
    const row = await find(sha256(key));
    const works = row && stateOf(row, clock.nowMs()) === 'works';
    if (row && !works) noteSecurity('ended_api_key_used', { apiKeyId: row.id, userId: row.user_id });
    if (!row || !works) throw new Refused('api_key_not_valid');
    if (count(row.id) > CALLS_A_MINUTE_MAX) throw new Refused('too_many_requests');
    noteUse(row.id).catch(failed);
    return callerOf(row);
  };
}

/** Whoever made the key, within the one company, as no more than the key says. */
const callerOf = (row: ApiKeyRow): Caller => ({
  userId: row.user_id,
  username: row.username,
  email: '',
  roleName: 'ApiKey',
  role: 'User',
  sessionId: sessionOfKey(row.id),
  apiKeyId: row.id,
  endsAtMs: row.expires_at.getTime(),
  accounts: [
    {
      id: row.account_id,
      companyName: row.company_name,
      englishCompanyName: row.english_company_name,
      country: row.country,
      status: row.status,
      role: roleOfKey(row.role, row.member_role ?? 'viewer'),
    },
  ],
});

const MINUTE_MS = 60_000;

/** Counts calls of each key in the running minute. */
function countCalls(clock: Clock): (id: string) => number {
  let minute = 0;
  const calls = new Map<string, number>();
  return (id) => {
    const now = Math.floor(clock.nowMs() / MINUTE_MS);
    if (now !== minute) calls.clear();
    minute = now;
    const made = (calls.get(id) ?? 0) + 1;
    calls.set(id, made);
    return made;
  };
}

/** Written once a minute at most: a program that calls all the time doesn't write all the time. */
function rememberUse(db: Db, clock: Clock): (id: string) => Promise<void> {
  const noted = new Map<string, number>();
  return async (id) => {
    const nowMs = clock.nowMs();
    if (nowMs - (noted.get(id) ?? 0) < MINUTE_MS) return;
    noted.set(id, nowMs);
    await sql`update api_key set last_used_at = now() where id = ${id}`.execute(db);
  };
}
