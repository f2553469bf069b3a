import { beginChangeBeforeStart, settleChange } from '#server/room/judging/settle-change.ts';
import type { RoomSettings } from '#server/room/room-state.ts';
import type { Chance } from '#testing/world/chance.ts';
import { byIds } from '#testing/builders/room-state-builders.ts';
import type { Server } from './server.ts';
import { someItem } from './some-auction.ts';
import type { Scene } from './world.ts';

/**
 * Lets an admin edit items, limits or bidders before the start, with the same steps as such an operation of the server.
 */
export async function changeAuction({ chance, auctionId }: Scene, server: Server): Promise<void> {
  await server.connection.inTransaction(async (rows) => {
    const change = await beginChangeBeforeStart(rows, auctionId);
    const settings = await rows.settings(auctionId);
    if (!settings) return;
    await rows.putSettings(changed(chance, settings));
    await settleChange(change, 'admin');
  });
  server.wake(auctionId);
}

function changed(chance: Chance, settings: RoomSettings): RoomSettings {
  const bidders = [...settings.bidders.values()];
  const one = chance.one(bidders);
  if (chance.happens(0.3)) return { ...settings, ...byIds(bidders.filter((bidder) => bidder !== one)) };
  if (chance.happens(0.4)) {
    const maximumQuantity = Math.max(1, Math.floor(one.maximumQuantity / 2));
    return { ...settings, ...byIds(bidders.map((bidder) => (bidder === one ? { ...one, maximumQuantity } : bidder))) };
  }
  const number = chance.between(1, settings.items.size + 1);
  const item = someItem(chance, settings.terms.tickCents, number);
  return { ...settings, items: new Map([...settings.items, [item.itemId, item]]) };
}
