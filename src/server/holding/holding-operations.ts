import { sql } from 'kysely';
import { asksForChanges, longChangesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import {
  exportHoldingsAsAdmin,
  exportHoldingsAsUser,
  getHoldingAsAdmin,
  getHoldingAsUser,
  listHoldingsAsAdmin,
  listHoldingsAsUser,
  listMovementsAsAdmin,
  listMovementsAsUser,
  totalHoldingsAsAdmin,
  totalHoldingsAsUser,
  type HoldingMovement,
} from '#contract/holding/holding.ts';
import {
  listHoldingCertificates,
  listHoldingCertificatesAsAdmin,
  type Backing,
} from '#contract/certificate/backing.ts';
import { findNamingDue } from '#server/settlement/naming-due.ts';
import { backingsOf } from '#server/certificate/backings.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import { holdingColumns } from '#server/holding/holding-columns.ts';
import {
  countHoldings,
  holdingSource,
  pageOfHoldings,
  requireHolding,
  totalHoldings,
} from '#server/holding/holding-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows, longPageOf, offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';
import { exportList } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';

async function listHoldings({ db, caller, language, query }: Call<typeof listHoldingsAsUser>) {
  if (asksForChanges(query)) {
    const source = holdingSource({ caller, language }, { ...query, show: 'all' });
    const { rows: changed, changes } = await pageOfChanges(db, 'holding', source, query);
    return longChangesPageOf(changed, changes, query);
  }
  const rows = await pageOfHoldings({ db, caller, language }, query, { limit: query.limit, offset: offsetOf(query) });
  return longPageOf(rows, await countHoldings(db, caller, query), query);
}

function exportHoldings({ db, caller, query, language, timeZone }: Call<typeof exportHoldingsAsUser>) {
  const { format, ...filter } = query;
  const list = { name: 'holdings', columns: holdingColumns(language, timeZone) };
  return exportList(db, { ...list, ...holdingSource({ caller, language }, filter) }, { format, timeZone });
}

/**
 * Returns the ledger entries of a holding, newest first, with the balance after each entry. Users see which user of
 * their own company retired RECs. They see no names of admins, and no names of buyers who returned listed RECs by
 * cancelling a buy order.
 */
async function findMovements(
  db: Db,
  { holdingId, isAdmin }: { readonly holdingId: string; readonly isAdmin: boolean },
  query: PageQuery,
): Promise<HoldingMovement[]> {
  const { rows } = await sql<HoldingMovement>`
    select moved.seq::text as id, moved.kind, ${isoTime('moved.made_at')} as at, moved.quantity::float8 as quantity,
      moved.balance_after::float8 as "balanceAfter", actor.username as "by", moved.remark,
      case when retirement.id is not null then json_build_object('id', retirement.id, 'number', retirement.number) end as retirement
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
  return rows;
}

async function listMovements(call: Call<typeof listMovementsAsUser>) {
  const { db, caller, params, query } = call;
  const { id: holdingId } = await requireHolding(call, params.id);
  const movements = await findMovements(db, { holdingId, isAdmin: caller.role === 'Admin' }, query);
  const total = await countRows(db, sql`from ledger_entry where from_id = ${holdingId} or to_id = ${holdingId}`);
  return pageOf(movements, total, query);
}

/** Returns the certificates behind a holding that the caller may see. */
async function listCertificates(call: Call<typeof listHoldingCertificates>): Promise<Backing[]> {
  const { id } = await requireHolding(call, call.params.id);
  const { sourceId } = await findHoldingAccount(call.db, id);
  const due = (await findNamingDue(call.db, [sourceId])).get(sourceId) ?? null;
  return (await backingsOf(call.db, [sourceId])).map((backing) => ({ ...backing, due }));
}

const total = ({ db, caller, query }: Call<typeof totalHoldingsAsUser>) => totalHoldings(db, caller, query);
const read = (call: Call<typeof getHoldingAsUser>) => requireHolding(call, call.params.id);

/** Operations that read holdings. Members read the holdings of their companies, admins all holdings. */
export const holdingOperations: readonly Operation[] = [
  operation(listHoldingsAsUser, listHoldings),
  operation(listHoldingsAsAdmin, listHoldings),
  operation(totalHoldingsAsUser, total),
  operation(totalHoldingsAsAdmin, total),
  operation(exportHoldingsAsUser, exportHoldings),
  operation(exportHoldingsAsAdmin, exportHoldings),
  operation(getHoldingAsUser, read),
  operation(getHoldingAsAdmin, read),
  operation(listMovementsAsUser, listMovements),
  operation(listMovementsAsAdmin, listMovements),
  operation(listHoldingCertificates, listCertificates),
  operation(listHoldingCertificatesAsAdmin, listCertificates),
];
