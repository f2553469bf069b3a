import { sql } from 'kysely';
import type { Holding } from '#contract/holding/holding.ts';
import { findHoldings } from '#server/holding/holding-rows.ts';
import type { Call } from '#server/platform/http/operation.ts';

/** Returns these holdings, with where their RECs came from. The caller has checked who may see them. */
export const findHoldingsByIds = async (
  { db, language }: Pick<Call, 'db' | 'language'>,
  ids: readonly string[],
): Promise<Holding[]> =>
  ids.length === 0
    ? []
    : findHoldings(
        db,
        language,
        sql`where place.id = any(${[...ids]}::uuid[]) and place.kind = 'held' order by place.id`,
      );
