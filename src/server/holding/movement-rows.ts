import { sql } from 'kysely';
import type { HoldingMovement } from '#contract/holding/holding.ts';
import type { MovementKind } from '#domain/holding/ledger.ts';
import type { Db } from '#server/platform/database/database.ts';
import { offsetOf, type PageQuery } from '#server/platform/database/page.ts';

type MovementRow = {
  readonly id: string;
  readonly kind: MovementKind;
  readonly made_at: Date;
  readonly quantity: string;
  readonly balance_after: string;
  readonly username: string | null;
  readonly remark: string;
  readonly retirement_id: string | null;
  readonly number: string | null;
};

/**
 * Entries of the ledger about a holding, newest first, with the balance that each left. Users are told
 * who of their own company retired; an admin, and a buyer whose cancelling gave back what was on offer, stay unnamed.
 */
export async function findMovements(
  db: Db,
  { holdingId, isAdmin }: { readonly holdingId: string; readonly isAdmin: boolean },
  query: PageQuery,
): Promise<HoldingMovement[]> {
  const { rows } = await sql<MovementRow>`
    select moved.seq::text as id, moved.kind, moved.made_at, moved.quantity, moved.balance_after, moved.remark, actor.username, retirement.id as retirement_id, retirement.number
    from (
      select entry.id as seq, entry.kind, entry.made_at, entry.made_by, entry.remark, entry.to_id,
        case entry.to_id when ${holdingId}::uuid then entry.quantity else -entry.quantity end as quantity,
        sum(case entry.to_id when ${holdingId}::uuid then entry.quantity else -entry.quantity end) over (order by entry.id)
          as balance_after
      from ledger_entry entry where entry.from_id = ${holdingId} or entry.to_id = ${holdingId}
    ) moved
    left join app_user actor on actor.id = moved.made_by and (${isAdmin} or (moved.kind = 'retired' and actor.auction_user_role = 'User'))
    left join ledger_account target on target.id = moved.to_id and target.kind = 'retired'
    left join retirement on retirement.id = target.source_id
    order by moved.seq desc limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.made_at.toISOString(),
    quantity: Number(row.quantity),
    balanceAfter: Number(row.balance_after),
    by: row.username,
    remark: row.remark,
    retirement: row.retirement_id && row.number ? { id: row.retirement_id, number: row.number } : null,
  }));
}

export async function countMovements(db: Db, holdingId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ledger_entry where from_id = ${holdingId} or to_id = ${holdingId}`.execute(db);
  return rows[0]?.total ?? 0;
}
