import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';

export type SettlementRow = Selectable<Tables['settlement']>;

/** The texts that a person adds to a step. The clock has no user. */
export type StepNote = {
  readonly userId: string | null;
  readonly reference: string;
  readonly remark: string;
  readonly evidenceIds: readonly string[];
};

/** Locks a settlement, so that its steps are taken one after the other. */
export async function lockSettlement(db: Db, id: string): Promise<SettlementRow> {
  const row = await db.selectFrom('settlement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refused('not_found');
  return row;
}
