import { sql } from 'kysely';
import type { ApiKey, ApiKeyAct } from '#contract/company/api-key.ts';
import type { MemberRole } from '#domain/access/may.ts';
import { stateOfKey, type ApiKeyRole } from '#domain/automation/api-key.ts';
import type { AccountStatus } from '#domain/company/account-status.ts';
import type { Country } from '#domain/basics/country.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';

/** A key with whom it acts for and where, as they are now; `member_role` is null for somebody who left the company. */
export type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly role: ApiKeyRole;
  readonly token_hash: string;
  readonly hint: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly user_id: string;
  readonly username: string;
  readonly user_role: 'User' | 'Admin';
  readonly account_id: string;
  readonly company_name: string;
  readonly english_company_name: string;
  readonly country: Country;
  readonly status: AccountStatus;
  readonly member_role: MemberRole | null;
};

const KEYS = sql`
  select key.*, maker.username, maker.auction_user_role as user_role, account.company_name, account.english_company_name, account.country, account.status,
         member.role as member_role
  from api_key key
  join app_user maker on maker.id = key.user_id
  join account on account.id = key.account_id
  left join account_member member on member.account_id = key.account_id and member.user_id = key.user_id`;

export async function findKeysByHash(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, ApiKeyRow>> {
  const { rows } = await sql<ApiKeyRow>`${PREPARED}${KEYS} where key.token_hash = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.token_hash, row]));
}

export const stateOf = (row: ApiKeyRow, nowMs: number) =>
  stateOfKey(
    {
      expiresAtMs: row.expires_at.getTime(),
      isRevoked: row.revoked_at !== null,
      mayAct: row.member_role !== null && row.status === 'Active' && row.user_role === 'User',
    },
    nowMs,
  );

const LISTED_MAX = 100;

/** Those that work come first, newest first. */
export async function findKeys(db: Db, accountId: string, nowMs: number): Promise<ApiKey[]> {
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

const ACTS_MAX = 100;

export async function findActs(db: Db, keyId: string): Promise<ApiKeyAct[]> {
  const { rows } = await sql<{ at: Date; action: string; subject: Record<string, string> }>`
    select at, action, subject from api_key_act where api_key_id = ${keyId} order by id desc limit ${ACTS_MAX}`.execute(
    db,
  );
  return rows.map(({ at, ...act }) => ({ at: at.toISOString(), ...act }));
}
