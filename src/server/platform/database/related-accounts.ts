import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns SQL that tells whether two accounts share a member. Such a member knows both companies' secrets (decision
 * 84).
 */
export const sharesMember = (accountId: RawBuilder<unknown>, otherId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select 1 from account_member one join account_member other on other.user_id = one.user_id
    where one.account_id = ${accountId} and other.account_id = ${otherId})`;

/** Returns the ids of the other accounts that share a member with this account. */
export async function findRelated(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct other.account_id from account_member one
    join account_member other on other.user_id = one.user_id and other.account_id <> one.account_id
    where one.account_id = ${accountId}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
