import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { FromRoom } from '#contract/bidding/room.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Reader } from '#server/room/present-room.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { SECRET } from './some-auction.ts';
import type { World } from './world.ts';

/**
 * Checks that the contents of a message are durable. If the recipient may not see others' sealed bids and names, also
 * checks that the message contains none.
 */
export function checkFrame(world: World, reader: Reader, message: FromRoom): void {
  if (!('kind' in message) || (message.kind !== 'snapshot' && message.kind !== 'delta')) return;
  const rows = world.database.rows(message.auctionId as AuctionId);
  const { version } = rows;
  if (message.version > version) world.violated(`sent version ${message.version} before it was durable`);
  for (const bid of message.bids) {
    if (bid.seq > version) world.violated(`sent entry ${bid.seq} before it was durable`);
    checkShown(world, rows, reader, bid);
  }
}

export function checkShown(world: World, { times }: MemoryAuction, { audience, bidderId }: Reader, bid: RoomBid): void {
  if (audience !== 'participants') return;
  if (bid.bidderUserName.includes(SECRET)) world.violated(`showed ${bidderId} the name ${bid.bidderUserName}`);
  const isSealed = world.schedule.nowMs() < times.startsAtMs;
  if (isSealed && bid.bidderId !== bidderId) world.violated(`showed ${bidderId} the sealed bid ${bid.bidId}`);
}
