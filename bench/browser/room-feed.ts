import type { Auction } from '#contract/auction/auction.ts';
import type { RoomBid } from '#contract/bidding/bidding.ts';
import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';
import { buildAuction } from '#testing/builders/auction-builders.ts';
import { NOTHING_DONE } from '#testing/builders/room-builders.ts';

/** A room that gets its bids without a network. Every run has the same bids. */
export type RoomFeed = {
  readonly auction: Auction;
  readonly snapshot: RoomSnapshot;
  /** The deltas of the updates: one delta every tenth of a second. */
  readonly deltas: readonly RoomDelta[];
};

export const UPDATE_MS = 100;
const BIDS = 200;
const BIDS_OF_ONE = 3;
/** Number of bids in one delta. There are fifty bids a second, and the hub folds them into ten deltas. */
const BIDS_PER_UPDATE = 5;
const ITEMS = 5;
const HOUR_MS = 3_600_000;
const OWN_NUMBER = 40;

export function createRoomFeed(nowMs: number, updates: number): RoomFeed {
  const auction = liveAuction(nowMs);
  const { id, startTime, endTime, auctionEndTime, isClosed } = auction;
  const times = { startTime, endTime, auctionEndTime, isClosed, ...NOTHING_DONE };
  const random = dice(7);
  const item = auction.items[0]?.auctionItemId ?? '';
  let version = 0;
  const bidOf = (index: number, atMs: number): RoomBid => {
    version += 1;
    const bidder = Math.floor(index / BIDS_OF_ONE);
    return {
      bidId: `bid-${index}`,
      auctionItemId: item,
      bidderId: `bidder-${bidder}`,
      bidderUserName: `Bidder ${bidder}`,
      bidValue: (300 + Math.floor(random() * 1_200)) / 100,
      bidRECQuantity: 100 * (1 + Math.floor(random() * 20)),
      bidderPartialFulfillment: random() < 0.5,
      minimumAcceptable: null,
      updatedTime: new Date(atMs).toISOString(),
      tieSeq: version,
      seq: version,
      isDeleted: false,
      byAdmin: false,
    };
  };
  const told = {
    event: 'LiveAuctions',
    auctionId: id,
    epoch: '00000000',
    now: new Date(nowMs).toISOString(),
    times,
  } as const;
  const bids = Array.from({ length: BIDS }, (_, index) => bidOf(index, nowMs - HOUR_MS / 2));
  const snapshot: RoomSnapshot = { ...told, kind: 'snapshot', version, bids };
  const deltas = Array.from({ length: updates }, (_, update): RoomDelta => {
    const from = version;
    const moved = Array.from({ length: BIDS_PER_UPDATE }, () =>
      bidOf(Math.floor(random() * BIDS), nowMs + update * UPDATE_MS),
    );
    return { ...told, kind: 'delta', from, version, bids: moved };
  });
  return { auction, snapshot, deltas };
}

function liveAuction(nowMs: number): Auction {
  const auction = buildAuction({
    itemCount: ITEMS,
    startTime: new Date(nowMs - HOUR_MS).toISOString(),
    auctionEndTime: new Date(nowMs + HOUR_MS).toISOString(),
  });
  const items = auction.items.map((item, at) => ({
    ...item,
    auctionItemId: `item-${at}`,
    recQuantity: 100_000,
    partialFulfillment: true,
    disableQuantity: false,
  }));
  const own = {
    bidderId: `bidder-${OWN_NUMBER}`,
    userId: '',
    username: '',
    accountId: '',
    companyName: '',
    englishCompanyName: '',
    alias: `Bidder ${OWN_NUMBER}`,
    maxQuantity: 1_000_000,
    hasBid: true,
    mustAcceptTerms: false,
    isRelatedToOwner: false,
  };
  return {
    ...auction,
    relation: 'bidder',
    status: 'live',
    tickSize: { id: null, priceStep: 0.01, unit: 'USD/REC' },
    own,
    items,
  };
}

/** Returns a source of pseudo-random numbers. Every run with the same seed gets the same numbers. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
