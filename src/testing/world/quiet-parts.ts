import type { AuctionParts } from '#server/auction/parts.ts';
import { createImageLinks } from '#server/platform/files/image-links.ts';
import type { RoomSockets } from '#server/room/publish-room.ts';

/** Room sockets without listeners. */
export const NO_SOCKETS: RoomSockets = {
  broadcast: () => undefined,
  isHeard: () => false,
  end: () => undefined,
  endReaders: () => undefined,
};

const noRoom = (): never => {
  throw new Error('these parts have no rooms');
};

/**
 * Returns the parts that operations on auctions need, to call them without a server. There are no rooms unless some are
 * given.
 */
export const auctionParts = (given: Partial<AuctionParts> = {}): AuctionParts => ({
  rooms: { submit: noRoom, read: noRoom, wake: noRoom, endSockets: noRoom, figures: noRoom, close: noRoom },
  images: createImageLinks(() => ''),
  bidCalls: { take: () => undefined },
  seenAuctions: new Set(),
  allowsReverse: true,
  priceUnit: 'USD/REC',
  publicUrl: '',
  closeIfDue: async () => undefined,
  settleAuctions: () => undefined,
  ...given,
});
