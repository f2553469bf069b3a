import { textOfCents } from '#domain/basics/price.ts';
import type { AuctionRecord } from '#domain/record/record.ts';
import { recordHead } from '#server/award/record-head.ts';
import type { MemoryAuction } from '#testing/memory-room-store.ts';

/** The record of a simulated auction, as the server would hand it out. */
export const recordOf = ({ settings, times, lines, awards = [] }: MemoryAuction): AuctionRecord => ({
  head: recordHead(settings, times, { title: 'Simulated', currency: 'USD', itemNames: new Map() }),
  lines,
  awards: awards.map(({ itemId, bid, rank, won, amountCents, sellerFeeCents, buyerFeeCents }) => ({
    itemId,
    bidId: bid.bidId,
    bidderId: bid.bidderId,
    ranking: rank,
    quantity: won,
    priceCents: bid.priceCents,
    amount: textOfCents(amountCents),
    sellerFee: textOfCents(sellerFeeCents),
    buyerFee: textOfCents(buyerFeeCents),
  })),
});
