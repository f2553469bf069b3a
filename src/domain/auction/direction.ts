/** Auction types. `DIRECTIONS` holds the differences between them. */
export const AUCTION_TYPES = ['Forward', 'Reverse'] as const;
export type AuctionType = (typeof AUCTION_TYPES)[number];

/**
 * The differences between forward and reverse auctions. `sign` turns "better" into "greater": a better bid has the
 * greater price × sign. Rules read this table and never compare the auction type themselves.
 */
export const DIRECTIONS = {
  Forward: { sign: 1, winnerTakes: 'buys', mayHoldSpot: true },
  Reverse: { sign: -1, winnerTakes: 'sells', mayHoldSpot: false },
} as const satisfies Record<AuctionType, { sign: 1 | -1; winnerTakes: 'buys' | 'sells'; mayHoldSpot: boolean }>;
