import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import {
  createRoomState,
  type RoomBidder,
  type RoomSettings,
  type RoomState,
  type RoomTimes,
} from '#server/room/room-state.ts';
import { anItem, someTerms } from '#testing/builders/builders.ts';

/** Returns a bidder of the server's room state. The builders in this file are for tests without a database. */
export const aRoomBidder = (name: string): RoomBidder => ({
  bidderId: name as BidderId,
  userId: name,
  username: name,
  accountId: `account of ${name}`,
  companyName: `Company of ${name}`,
  englishCompanyName: '',
  alias: `Bidder ${name}`,
  maximumQuantity: 1_000,
  mustAcceptTerms: false,
  mustAcceptSettlement: false,
  isRelatedToOwner: false,
});

export const byIds = (bidders: readonly RoomBidder[]): Pick<RoomSettings, 'bidders' | 'bidderOfUser'> => ({
  bidders: new Map(bidders.map((bidder) => [bidder.bidderId, bidder])),
  bidderOfUser: new Map(bidders.map((bidder) => [bidder.userId, bidder])),
});

type RoomWish = Partial<Pick<RoomSettings, 'auctionId' | 'terms' | 'softClose' | 'salt'>> & {
  readonly items?: readonly BiddingItem[];
  readonly bidders?: readonly RoomBidder[];
  readonly times?: Partial<RoomTimes>;
};

/**
 * Returns the state of an auction without pauses and extensions. By default, the auction starts at 1,000 ms and ends at
 * 5,000 ms.
 */
export function aRoomState({ items = [anItem()], bidders = [], times, ...settings }: RoomWish = {}): RoomState {
  return createRoomState(
    {
      auctionId: 'auction' as AuctionId,
      ownerAccountId: 'owner',
      terms: someTerms(),
      fees: { sellerFeeHundredths: 0, buyerFeeHundredths: 0 },
      softClose: null,
      salt: null,
      ...settings,
      items: new Map(items.map((item) => [item.itemId, item])),
      ...byIds(bidders),
    },
    {
      startsAtMs: 1_000,
      endsAtMs: 5_000,
      auctionEndsAtMs: times?.endsAtMs ?? 5_000,
      closedAtMs: null,
      pausedAtMs: null,
      annulledAtMs: null,
      readAtMs: 0,
      ...times,
    },
    FIRST_HASH,
  );
}
