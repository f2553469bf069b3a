import { sql } from 'kysely';
import type { AuctionParts } from '#server/auction/parts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call, Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/**
 * Where the flag is off, a deployment has no reverse auctions (rules 9). One from before is there for nobody: whatever is
 * asked of it, by its path or in a body, is answered as for a missing one. Closing goes on, it is nobody's call.
 */
export const offered = (
  { allowsReverse }: Pick<AuctionParts, 'allowsReverse'>,
  operations: readonly Operation[],
): readonly Operation[] => (allowsReverse ? operations : operations.map(withoutReverse));

const withoutReverse = (operation: Operation): Operation => ({
  ...operation,
  handle: async (call) => {
    if (await isAboutReverse(call.db, idsIn(call))) throw new Refused('not_found');
    return operation.handle(call);
  },
});

function idsIn({ params, body }: Call): string[] {
  const { id } = params as { readonly id?: string };
  const { auctionId } = (body ?? {}) as { readonly auctionId?: string };
  return [id, auctionId].filter((one) => one !== undefined);
}

async function isAboutReverse(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await sql`
    select 1 from auction where id = any(${[...ids]}::uuid[]) and auction_type = 'Reverse'`.execute(db);
  return rows.length > 0;
}
