import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { ApiKey, ApiKeyAct, OperatorKey } from '#contract/company/api-key.ts';
import type { AdminRole } from '#domain/access/admin-role.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { API_KEYS_MAX, judgeApiKeyName, stateOfKey, type ApiKeyRole } from '#domain/automation/api-key.ts';
import type { CompanyScope, Scope } from '#domain/automation/scope.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { logSecurityEvent } from '#server/platform/telemetry/log-security-event.ts';

/** A key with its maker as the maker is now. */
type KeyRow = Omit<Selectable<Tables['api_key']>, 'role' | 'scopes' | 'account_id'> & {
  readonly username: string;
  readonly user_role: 'User' | 'Admin';
  readonly admin_roles: readonly AdminRole[];
  readonly scopes: readonly Scope[];
};

/** A key of a company. `member_role` is null if the maker has left the company. */
type CompanyKeyRow = KeyRow &
  Pick<Selectable<Tables['account']>, 'company_name' | 'english_company_name' | 'country' | 'status'> & {
    readonly account_id: string;
    readonly role: ApiKeyRole;
    readonly member_role: MemberRole | null;
  };

/** A key of the operator. */
type OperatorKeyRow = KeyRow & { readonly account_id: null };

export type ApiKeyRow = CompanyKeyRow | OperatorKeyRow;

const KEYS = sql`
  select key.*, maker.username, maker.auction_user_role as user_role, coalesce(maker.admin_roles, '{}') as admin_roles, account.company_name, account.english_company_name, account.country, account.status,
         member.role as member_role
  from api_key key
  join app_user maker on maker.id = key.user_id
  left join account on account.id = key.account_id
  left join account_member member on member.account_id = key.account_id and member.user_id = key.user_id`;

export async function findKeysByHash(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, ApiKeyRow>> {
  const { rows } = await sql<ApiKeyRow>`${PREPARED}${KEYS} where key.token_hash = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.token_hash, row]));
}

/** Whether the maker of a key may still act for its company, or for the operator. */
const mayAct = (row: ApiKeyRow): boolean =>
  row.account_id === null
    ? row.user_role === 'Admin'
    : row.member_role !== null && row.status === 'Active' && row.user_role === 'User';

/** Returns the state of a key at this time, in ms since 1970. */
export function stateOf(row: ApiKeyRow, nowMs: number) {
  const key = { expiresAtMs: row.expires_at.getTime(), isRevoked: row.revoked_at !== null, mayAct: mayAct(row) };
  return stateOfKey(key, nowMs);
}

const LISTED_MAX = 100;

async function rowsOf<Row extends ApiKeyRow>(db: Db, accountId: Row['account_id']): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${KEYS} where key.account_id is not distinct from ${accountId}::uuid
    order by key.revoked_at is not null or key.expires_at <= now(), key.created_at desc, key.id
    limit ${LISTED_MAX}`.execute(db);
  return rows;
}

const present = (row: ApiKeyRow, nowMs: number): OperatorKey => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes],
  hint: row.hint,
  username: row.username,
  state: stateOf(row, nowMs),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/** Returns a company's keys: first keys that still work, then ended keys. In each group, the newest comes first. */
export async function findKeys(db: Db, accountId: string, nowMs: number): Promise<ApiKey[]> {
  const rows = await rowsOf<CompanyKeyRow>(db, accountId);
  return rows.map((row) => ({ ...present(row, nowMs), role: row.role, scopes: row.scopes as CompanyScope[] }));
}

/** Returns the operator's keys, in the order of `findKeys`. */
export const findOperatorKeys = async (db: Db, nowMs: number): Promise<OperatorKey[]> =>
  (await rowsOf<OperatorKeyRow>(db, null)).map((row) => present(row, nowMs));

/** Returns the last changes that were made with a key. */
export async function findActs(db: Db, keyId: string): Promise<ApiKeyAct[]> {
  const { rows } = await sql<ApiKeyAct>`
    select ${isoTime('at')} as at, action, subject from api_key_act
    where api_key_id = ${keyId} order by id desc limit ${LISTED_MAX}`.execute(db);
  return rows;
}

/** Prefix of every key, so that people and secret scanners recognize a leaked key. */
const API_KEY_PREFIX = 'gl_';
const HINT_LENGTH = 8;
const DAY_MS = 24 * 60 * 60_000;

type NewKey = {
  /** Null for a key of the operator. */
  readonly accountId: string | null;
  readonly userId: string;
  readonly name: string;
  readonly role: ApiKeyRole | 'admin';
  readonly scopes: readonly Scope[];
  readonly days: number;
};

/**
 * Stores a new key, and returns it. Only its hash is stored.
 * @param before the keys of the same company, or of the operator
 * @throws Refused invalid name, or too_many_api_keys
 */
export async function insertKey(db: Db, made: NewKey, before: readonly OperatorKey[], nowMs: number): Promise<string> {
  const name = made.name.trim();
  refuseFields({ name: judgeApiKeyName(name) });
  if (before.filter(({ state }) => state === 'works').length >= API_KEYS_MAX) throw new Refused('too_many_api_keys');
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  await db
    .insertInto('api_key')
    .values({
      id: randomUUID(),
      account_id: made.accountId,
      user_id: made.userId,
      name,
      role: made.role,
      scopes: [...new Set(made.scopes)],
      token_hash: sha256(key),
      hint: key.slice(0, HINT_LENGTH),
      expires_at: new Date(nowMs + made.days * DAY_MS),
    })
    .execute();
  logSecurityEvent('api_key_made', { userId: made.userId });
  return key;
}
