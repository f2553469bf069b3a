import { supplyOf, type Movement } from '#domain/holding/ledger.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { findHeldOf } from '#server/ledger/ledger-accounts.ts';
import type { SettlementRow, StepNote } from '#server/settlement/locked-settlement.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Returns the RECs of a trade that its buyer still holds to the seller. The caller has locked the settlement. */
export async function giveBack(db: Db, row: SettlementRow, { userId, remark }: StepNote): Promise<void> {
  const held = await findHeldOf(db, await sourcesOf(db, row));
  const movements = held.map(({ account, balance }): Movement => ({
    kind: 'released',
    from: account,
    to: supplyOf(row.seller_account_id, account.product),
    quantity: balance,
  }));
  await bookMovements(db, movements, { ...(userId !== null && { userId }), remark });
}

/** Returns the award, or the parts of the buy order, from which the buyer holds the RECs. */
export async function sourcesOf(
  db: Db,
  { award_id: awardId, buy_order_id: buyOrderId }: SettlementRow,
): Promise<string[]> {
  if (awardId !== null) return [awardId];
  const rows = await db.selectFrom('buy_order_part').select('id').where('buy_order_id', '=', buyOrderId).execute();
  return rows.map(({ id }) => id);
}
