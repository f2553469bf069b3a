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
  type Holding,
} from '#contract/holding/holding.ts';
import { holdingColumns } from '#server/holding/holding-columns.ts';
import { countHoldings, holdingOf, pageOfHoldings, totalHoldings } from '#server/holding/holding-rows.ts';
import { countMovements, findMovements } from '#server/holding/movement-rows.ts';
import { longPageOf, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { exportFile, rowsSought } from '#server/platform/export/export.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** One that the caller may not see answers as if it weren't there (rules 7). */
export async function requireHolding(call: Pick<Call, 'db' | 'caller' | 'language'>, id: string): Promise<Holding> {
  const holding = await holdingOf(call, id);
  if (!holding) throw new Refused('not_found');
  return holding;
}

async function listHoldings({ db, caller, language, query }: Call<typeof listHoldingsAsUser>) {
  const rows = await pageOfHoldings({ db, caller, language }, query, { limit: query.limit, offset: offsetOf(query) });
  return longPageOf(rows, await countHoldings(db, caller, query), query);
}

async function exportHoldings({ db, caller, query, language, timeZone }: Call<typeof exportHoldingsAsUser>) {
  const { format, ...filter } = query;
  const rows = await pageOfHoldings({ db, caller, language }, filter, { limit: rowsSought(format), offset: 0 });
  return exportFile({ name: 'holdings', columns: holdingColumns(language, timeZone), rows }, { format, timeZone });
}

async function listMovements(call: Call<typeof listMovementsAsUser>) {
  const { db, caller, params, query } = call;
  const { id: holdingId } = await requireHolding(call, params.id);
  const movements = await findMovements(db, { holdingId, isAdmin: caller.role === 'Admin' }, query);
  return pageOf(movements, await countMovements(db, holdingId), query);
}

const total = ({ db, caller, query }: Call<typeof totalHoldingsAsUser>) => totalHoldings(db, caller, query);
const read = (call: Call<typeof getHoldingAsUser>) => requireHolding(call, call.params.id);

/** What companies hold: their members read their own, admins everyone's. */
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
];
