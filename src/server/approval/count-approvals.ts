import { sql } from 'kysely';
import { findRequests, IS_WAITING, presentRequest } from '#server/approval/approval-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** Returns the number of requests that this administrator may approve. */
export async function countApprovals(db: Db, caller: Caller): Promise<number> {
  const rows = await findRequests(db, sql`where ${IS_WAITING}`);
  return rows.filter((row) => presentRequest(caller, row).mayDecide).length;
}
