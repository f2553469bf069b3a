import { sql, type RawBuilder } from 'kysely';
import { recordChange } from '#server/company/account-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { noteSecurity } from '#server/platform/telemetry/note-security.ts';

export type RevokedKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly role: string;
};

/** Keys that this person made and that have neither been revoked nor expired, in every company. */
export const usableKeysOf = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`user_id = ${userId} and revoked_at is null and expires_at > now()`;

/**
 * Revokes those keys of `which` that are not revoked yet, and records each in the history of its company. The caller closes
 * their sockets.
 * @param by who revokes them
 */
export async function revokeKeys(db: Db, which: RawBuilder<unknown>, by: string): Promise<RevokedKey[]> {
  const { rows } = await sql<RevokedKey>`
    update api_key set revoked_at = now(), revoked_by = ${by} where ${which} and revoked_at is null
    returning id, account_id as "accountId", name, role`.execute(db);
  for (const { id, accountId, name, role } of rows) {
    const changes = [{ field: name, before: role, after: '' }];
    await recordChange(db, { accountId, userId: by, kind: 'api_key_revoked', changes });
    noteSecurity('api_key_revoked', { userId: by, apiKeyId: id });
  }
  return rows;
}
