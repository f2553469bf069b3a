import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns the numbers of the sellers' invoices of these settlements, in the order of their issue. Leaves out invoices
 * that credit notes took back as a whole.
 */
export async function findSaleInvoices(
  db: Db,
  settlementIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (settlementIds.length === 0) return new Map();
  const { rows } = await sql<{ settlementId: string; numbers: string[] }>`
    select settlement_id as "settlementId", array_agg(number order by issued_at, number) as numbers
    from invoice
    where settlement_id = any(${[...settlementIds]}::uuid[]) and type = 'invoice' and kind = 'sale' and payable > (
      select coalesce(sum(note.payable), 0) from invoice note where note.corrects_id = invoice.id)
    group by settlement_id`.execute(db);
  return new Map(rows.map(({ settlementId, numbers }) => [settlementId, numbers]));
}
