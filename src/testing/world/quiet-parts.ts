import type { AuctionParts } from '#server/auction/parts.ts';
import { createImageLinks } from '#server/platform/files/image-links.ts';
import type { RoomSockets } from '#server/room/publish-room.ts';

/** Sockets of rooms to which nobody listens. */
export const NO_SOCKETS: RoomSockets = {
  broadcast: () => undefined,
  isHeard: () => false,
  end: () => undefined,
  endReaders: () => undefined,
  restart: () => undefined,
};

const noRoom = (): never => {
  throw new Error('these parts have no rooms');
};

/**
 * Returns the dependencies of operations on auctions, for calls without a server. Unless `rooms` are given, using a
 * room throws an error.
 */
export const auctionParts = (given: Partial<AuctionParts> = {}): AuctionParts => ({
  rooms: {
    submit: noRoom,
    read: noRoom,
    wake: noRoom,
    endSockets: noRoom,
    figures: noRoom,
    compare: noRoom,
    close: noRoom,
  },
  images: createImageLinks(() => ''),
  bidCalls: { take: () => undefined },
  seenAuctions: new Set(),
  allowsReverse: true,
  publicUrl: '',
  closeIfDue: async () => undefined,
  settleAuctions: () => undefined,
  ...given,
});
