import { sql, type Selectable } from 'kysely';
import {
  type ApiKey,
  type ApiKeyAct,
  listApiKeyActs,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
} from '#contract/company/api-key.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { stateOfKey, roleOfKey, API_KEYS_MAX, judgeApiKeyName } from '#domain/automation/api-key.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import type { Authenticate, Caller } from '#server/platform/http/caller.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { createBatchLoader } from '#server/platform/runtime/batch-loader.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Hub } from '#server/platform/hub/hub.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { mailOwners } from '#server/company/account-mails.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import { revokeKeys } from '#server/company/end-powers.ts';
import { recordChange } from '#server/company/account-rows.ts';
import { manageMembers } from '#server/company/members.ts';
import { requireMembership } from '#server/company/own-account.ts';
import { countRows } from '#server/platform/database/page.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';

/** A key with its maker and its company as they are now. `member_role` is null if the maker has left the company. */
type ApiKeyRow = Selectable<Tables['api_key']> &
  Pick<Selectable<Tables['account']>, 'company_name' | 'english_company_name' | 'country' | 'status'> & {
    readonly username: string;
    readonly user_role: 'User' | 'Admin';
    readonly member_role: MemberRole | null;
  };

const KEYS = sql`
  select key.*, maker.username, maker.auction_user_role as user_role, account.company_name, account.english_company_name, account.country, account.status,
         member.role as member_role
  from api_key key
  join app_user maker on maker.id = key.user_id
  join account on account.id = key.account_id
  left join account_member member on member.account_id = key.account_id and member.user_id = key.user_id`;

async function findKeysByHash(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, ApiKeyRow>> {
  const { rows } = await sql<ApiKeyRow>`${PREPARED}${KEYS} where key.token_hash = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.token_hash, row]));
}

function stateOf(row: ApiKeyRow, nowMs: number) {
  const mayAct = row.member_role !== null && row.status === 'Active' && row.user_role === 'User';
  const key = { expiresAtMs: row.expires_at.getTime(), isRevoked: row.revoked_at !== null, mayAct };
  return stateOfKey(key, nowMs);
}

const LISTED_MAX = 100;

/** Returns a company's keys: first keys that still work, then ended keys. In each group, the newest comes first. */
async function findKeys(db: Db, accountId: string, nowMs: number): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKeyRow>`
    ${KEYS} where key.account_id = ${accountId}
    order by key.revoked_at is not null or key.expires_at <= now(), key.created_at desc, key.id
    limit ${LISTED_MAX}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    hint: row.hint,
    username: row.username,
    state: stateOf(row, nowMs),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

async function findActs(db: Db, keyId: string): Promise<ApiKeyAct[]> {
  const { rows } = await sql<ApiKeyAct>`
    select ${isoTime('at')} as at, action, subject from api_key_act
    where api_key_id = ${keyId} order by id desc limit ${LISTED_MAX}`.execute(db);
  return rows;
}

/** Prefix of every key, so that people and secret scanners recognize a leaked key. */
const API_KEY_PREFIX = 'gl_';
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

/** Returns the key's maker as the caller, limited to the key's company and role. */
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

/** Announces the end of a session to its sockets, in this process and in others. */
type SessionEnds = {
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  announce(sessionIds: readonly string[]): void;
};

const DAY_MS = 24 * 60 * 60_000;
const HINT_LENGTH = 8;

/** Operations by which a company's owners create and revoke keys. Every member sees the list (decision 50). */
export const apiKeyOperations = (ends: SessionEnds): Operation[] => [
  operation(listApiKeys, ({ db, caller, params, nowMs }) =>
    findKeys(db, requireMembership(caller, params.id).id, nowMs),
  ),
  operation(listApiKeyActs, async ({ db, caller, params }) => {
    const accountId = requireMembership(caller, params.id).id;
    const key = sql`from api_key where id = ${params.keyId} and account_id = ${accountId}`;
    if ((await countRows(db, key)) === 0) throw new Refused('not_found');
    return findActs(db, params.keyId);
  }),
  operation(makeApiKey, make),
  operation(revokeApiKey, (call) => revoke(call, ends)),
];

async function make({ db, caller, params, body, nowMs }: Call<typeof makeApiKey>) {
  const { account, members } = await manageMembers(db, caller, params.id);
  const name = body.name.trim();
  refuseFields({ name: judgeApiKeyName(name) });
  const before = await findKeys(db, params.id, nowMs);
  if (before.filter(({ state }) => state === 'works').length >= API_KEYS_MAX) throw new Refused('too_many_api_keys');
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      account_id: params.id,
      user_id: caller.userId,
      name,
      role: body.role,
      token_hash: sha256(key),
      hint: key.slice(0, HINT_LENGTH),
      expires_at: new Date(nowMs + body.days * DAY_MS),
    })
    .execute();
  const changes = [{ field: name, before: '', after: body.role }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'api_key_made', changes });
  logSecurityEvent('api_key_made', { userId: caller.userId });
  // All owners get an email, so that they can revoke a key that no owner knows.
  await mailOwners(db, members, {
    write: (language, { words }) => {
      const company = companyNameOf(language, account);
      return {
        subject: words('automationMail.keyMade.subject', { company }),
        body: words('automationMail.keyMade.body', { company, name, maker: caller.username }),
      };
    },
  });
  return { key, keys: await findKeys(db, params.id, nowMs) };
}

async function revoke({ db, caller, params, nowMs, afterCommit }: Call<typeof revokeApiKey>, ends: SessionEnds) {
  await manageMembers(db, caller, params.id);
  const key = sql`id = ${params.keyId} and account_id = ${params.id}`;
  if ((await revokeKeys(db, key, caller.userId)).length === 0) throw new Refused('not_found');
  const sessions = [sessionOfKey(params.keyId)];
  await ends.notify(db, sessions);
  afterCommit(() => ends.announce(sessions));
  return findKeys(db, params.id, nowMs);
}
