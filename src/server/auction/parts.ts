import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Call, Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { CallLimit } from '#server/room/call-limit.ts';
import type { Rooms } from '#server/room/rooms.ts';

/** What operations on auctions need from the composition root. */
export type AuctionParts = {
  readonly rooms: Rooms;
  readonly images: ImageLinks;
  /** Limits the bidding calls of one person in one auction. */
  readonly bidCalls: CallLimit;
  /** Who saw which auction: an entry for each pair, as `auction user`. */
  readonly seenAuctions: Set<string>;
  /** Feature flag of the environment: without it reverse auctions are refused. */
  readonly allowsReverse: boolean;
  /** What prices are counted in: `USD/REC`. */
  readonly priceUnit: string;
  /** Where browsers reach the deployment, for links in mails. */
  readonly publicUrl: string;
  /** Stores the result of an auction whose time has come, if nobody did yet (docs/rules.md#closing). */
  readonly closeIfDue: (auctionId: AuctionId) => Promise<void>;
  /** Settles now, in the background, the auctions that a change of an account has queued (decision 60). */
  readonly settleAuctions: () => void;
};

/** After a change is committed: rooms read the auction anew, list pages ask again. */
export const announceChange = (parts: AuctionParts, auctionId: string) => (): void =>
  parts.rooms.wake(auctionId as AuctionId);

/**
 * Where the flag is off, a deployment has no reverse auctions (docs/rules.md#configuration). One from before is there
 * for nobody: whatever is asked of it, by its path or in a body, is answered as for a missing one. Closing goes on, it
 * is nobody's call.
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
