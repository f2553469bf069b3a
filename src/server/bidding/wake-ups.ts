import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Database } from '#server/platform/database.ts';

const CHANNEL = 'greenlot_room';

/** What another process says: this auction moved; `isForLists` where lists of auctions show it. */
export type WakeUp = { readonly auctionId: AuctionId; readonly isForLists: boolean };

/**
 * Tells other processes which auctions moved, coalesced to one notification per auction and turn (decisions/0003), and
 * hears it from them. In one process on PGlite there is nobody to tell.
 */
export async function openWakeUps(
  database: Database,
  heard: (wakeUp: WakeUp) => void,
): Promise<(wakeUp: WakeUp) => void> {
  const processId = randomUUID();
  const waiting = new Map<AuctionId, boolean>();

  const send = async (): Promise<void> => {
    const payloads = [...waiting].map(
      ([auctionId, isForLists]) => `${processId} ${auctionId}${isForLists ? ' list' : ''}`,
    );
    waiting.clear();
    await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`
      .execute(database.db)
      // A lost wake-up is made good by the regular look at versions.
      .catch(() => undefined);
  };

  await database.listen(CHANNEL, (payload) => {
    const [from, auctionId, list] = payload.split(' ');
    if (from !== processId) heard({ auctionId: auctionId as AuctionId, isForLists: list === 'list' });
  });
  return ({ auctionId, isForLists }) => {
    if (database.kind === 'pglite') return;
    if (waiting.size === 0) setImmediate(() => void send());
    waiting.set(auctionId, isForLists || waiting.get(auctionId) === true);
  };
}
