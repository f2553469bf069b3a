import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call, Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { CallLimit } from '#server/room/call-limit.ts';
import type { Rooms } from '#server/room/rooms.ts';

/** The dependencies that operations on auctions get from the composition root. */
export type AuctionParts = {
  readonly rooms: Rooms;
  readonly images: ImageLinks;
  /** Limits the bidding calls of one person in one auction. */
  readonly bidCalls: CallLimit;
  /** Pairs of an auction and a user who may see it, each stored as `auction user`. Later bids then need no look-up. */
  readonly seenAuctions: Set<string>;
  /** Whether the deployment offers reverse auctions (a feature flag). If not, calls about them are refused. */
  readonly allowsReverse: boolean;
  /** The URL at which browsers reach the deployment, for links in emails. */
  readonly publicUrl: string;
  /** Closes an auction if it is due for closing and no process has closed it (docs/rules.md#closing). */
  readonly closeIfDue: (auctionId: AuctionId) => Promise<void>;
  /** Starts to apply changes of accounts to the queued auctions, and continues in the background (decision 60). */
  readonly settleAuctions: () => void;
};

/**
 * Returns a function to call after the commit of a change. The function makes rooms read the auction again and list
 * pages reload.
 */
export const announceChange = (parts: AuctionParts, auctionId: string) => (): void =>
  parts.rooms.wake(auctionId as AuctionId);

/**
 * Returns the operations that the deployment offers. Without `allowsReverse`, a call that names a reverse auction in
 * its path or its body is refused as if the auction did not exist (docs/rules.md#configuration). Earlier reverse
 * auctions are still closed, because the closing is not a call.
 */
export const filterByFlags = (
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
