import { recordedAward, type AuctionRecord } from '#domain/record/record.ts';
import { recordHead } from '#server/award/record-operations.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';

/** Returns the record of a simulated auction, as the server would deliver it. */
export const recordOf = ({ settings, times, lines, awards = [] }: MemoryAuction): AuctionRecord => ({
  head: recordHead(settings, times, { title: 'Simulated', currency: 'USD', itemNames: new Map() }),
  lines,
  awards: awards.map((award) => recordedAward(award.itemId, award)),
});
