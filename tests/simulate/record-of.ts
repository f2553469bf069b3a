import { recordedAward, type AuctionRecord } from '#domain/record/record.ts';
import { recordHead } from '#server/award/record-operations.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';

/** The record of a simulated auction, as the server would hand it out. */
export const recordOf = ({ settings, times, lines, awards = [] }: MemoryAuction): AuctionRecord => ({
  head: recordHead(settings, times, { title: 'Simulated', currency: 'USD', itemNames: new Map() }),
  lines,
  awards: awards.map((award) => recordedAward(award.itemId, award)),
});
