import { amountCents } from '#domain/basics/amount.ts';
import type { RoomView } from '#web/bidding/room/room-view.ts';

/** What would be sold, for how much, and how many bidders have a bid standing, if the auction ended now. */
export function soldNow(view: RoomView): { quantity: number; valueCents: bigint; bidders: number } {
  const rows = [...view.items.values()].flatMap((item) => item.rows);
  return {
    quantity: rows.reduce((sum, row) => sum + row.won, 0),
    valueCents: rows.reduce((sum, row) => sum + amountCents(row.bid.priceCents, row.won), 0n),
    bidders: new Set(rows.map((row) => row.bid.bidderId)).size,
  };
}
