import type { AuctionId } from '#domain/basics/ids.ts';
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
  /** Stores the result of an auction whose time has come, if nobody did yet (rules 3.3). */
  readonly closeIfDue: (auctionId: AuctionId) => Promise<void>;
  /** Settles now, in the background, the auctions that a change of an account has queued (decision 60). */
  readonly settleAuctions: () => void;
};

/** After a change is committed: rooms read the auction anew, list pages ask again. */
export const announceChange = (parts: AuctionParts, auctionId: string) => (): void =>
  parts.rooms.wake(auctionId as AuctionId);
