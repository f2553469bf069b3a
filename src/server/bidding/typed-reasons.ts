import { sql } from 'kysely';
import { fixedReasonOf, hasTypedReason, type HistoryLine } from '#domain/bidding/history.ts';
import type { Db } from '#server/platform/database/database.ts';

type Line = Pick<HistoryLine, 'seq' | 'kind' | 'by' | 'reason'>;

/**
 * Returns what administrators typed as the reasons of these lines about bids, by the lines' numbers: from the audit trail, or
 * from the line itself where it was written before version 0.2 (decision 57). The caller says who may read them.
 */
export async function typedReasons(
  db: Db,
  auctionId: string,
  lines: readonly Line[],
): Promise<ReadonlyMap<number, string>> {
  const coded = lines.filter((line) => line.by === 'admin' && fixedReasonOf(line)).map(({ seq }) => seq);
  const { rows } =
    coded.length === 0
      ? { rows: [] }
      : await sql<{ seq: number; reason: string }>`
          select (detail ->> 'seq')::int as seq, detail ->> 'reason' as reason from audit_line
          where subject ->> 'id' = ${auctionId} and (detail ->> 'seq')::int = any(${coded}::int[])`.execute(db);
  return new Map([
    ...lines.flatMap((line) =>
      hasTypedReason(line) && line.reason !== null ? [[line.seq, line.reason] as const] : [],
    ),
    ...rows.map(({ seq, reason }) => [seq, reason] as const),
  ]);
}
