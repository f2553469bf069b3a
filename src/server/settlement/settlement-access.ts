import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { seenBy } from '#server/settlement/settlement-rows.ts';

/**
 * Requires that the caller may see a settlement, and returns the account of its seller.
 * @throws Refused not_found if the settlement is missing or hidden from the caller
 */
export async function requireVisible(db: Db, caller: Caller, settlementId: string): Promise<{ sellerId: string }> {
  const { rows } = await sql<{ sellerId: string }>`
    select seller_account_id as "sellerId" from settlement where id = ${settlementId} and ${seenBy(caller)}`.execute(
    db,
  );
  if (!rows[0]) throw new Refused('not_found');
  return rows[0];
}
