import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { MovedPart, PlacedRange } from '#domain/certificate/follow-movements.ts';
import { decimalOfMillionths, knownMillionths } from '#domain/certificate/serial-range.ts';
import type { Db } from '#server/platform/database/database.ts';

type RangeRow = {
  readonly id: string;
  readonly lot_id: string;
  readonly first: string;
  readonly last: string;
  readonly step: string;
  readonly ledger_account_id: string | null;
  readonly account_id: string;
};

/** A range of certificates with its lot. */
export type LotRange = PlacedRange & { readonly lotId: string };

/** Returns the open ranges that match the condition, and locks them. The first opened and the low numbers are first. */
export async function lockRanges(db: Db, matching: RawBuilder<unknown>): Promise<LotRange[]> {
  const { rows } = await sql<RangeRow>`
    select id, lot_id, first::text, last::text, step::text, ledger_account_id, account_id from certificate_range
    where closed_at is null and ${matching}
    order by opened_at, first, id for update`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    lotId: row.lot_id,
    first: knownMillionths(row.first),
    last: knownMillionths(row.last),
    step: knownMillionths(row.step),
    place: row.ledger_account_id,
    holder: row.account_id,
  }));
}

/** Closes the ranges that were moved or split, and opens their parts. */
export async function writeParts(
  db: Db,
  parts: readonly MovedPart<LotRange>[],
  userId: string | undefined,
): Promise<void> {
  if (parts.length === 0) return;
  const parents = [...new Set(parts.map(({ parent }) => parent.id))];
  await db
    .updateTable('certificate_range')
    .set({ closed_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', parents)
    .execute();
  await openRanges(
    db,
    parts.map(({ parent, part, place, holder }) => ({
      ...part,
      lotId: parent.lotId,
      parentId: parent.id,
      place,
      holder,
    })),
    userId,
  );
}

type NewRange = Omit<LotRange, 'id'> & { readonly parentId: string | null };

/** Opens ranges. */
export async function openRanges(db: Db, ranges: readonly NewRange[], userId: string | undefined): Promise<void> {
  const rows = ranges.map((range) => ({
    id: randomUUID(),
    lot_id: range.lotId,
    parent_id: range.parentId,
    first: decimalOfMillionths(range.first),
    last: decimalOfMillionths(range.last),
    step: decimalOfMillionths(range.step),
    account_id: range.holder,
    ledger_account_id: range.place,
    opened_by: userId ?? null,
  }));
  await db.insertInto('certificate_range').values(rows).execute();
}

/** Opens the one range that has all certificates of a lot, with the company that registered the lot. */
export async function openLot(db: Db, lotId: string, userId: string): Promise<void> {
  await sql`
    insert into certificate_range (id, lot_id, first, last, step, account_id, opened_by)
    select ${randomUUID()}, id, first, last, step, account_id, ${userId} from certificate_lot where id = ${lotId}`.execute(
    db,
  );
}
