import { formatQuantity } from '#web/platform/format/format.ts';
import { partSign, partWords } from '#web/platform/format/part-words.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';

type BidDemand = Pick<RoomRow, 'bid' | 'couldDropOut'>;

/**
 * Describes what a bid in the ranking takes: any part, or a fixed least quantity, in which case the bid could drop out.
 */
export function takenWords(say: Say, { bid, couldDropOut }: BidDemand): string {
  if (!couldDropOut) return partWords(say, bid);
  return bid.allowsPartial
    ? say('bidding.couldDropOutFrom', { least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('bidding.couldDropOut');
}

/**
 * Returns what a bid takes as a sign of one character. Empty for a bid of a single REC, or on an item that is sold as a
 * whole.
 */
export function takenSign({ bid, couldDropOut }: BidDemand): string {
  if (couldDropOut) return '!';
  return bid.allowsPartial ? '÷' : '';
}

/** Returns the sign with the least quantity that a bid takes, for wider columns. */
export const longTakenSign = (row: BidDemand): string =>
  row.couldDropOut && row.bid.allowsPartial ? partSign(row.bid).replace('÷', '!') : takenSign(row);

/** Returns why an own bid loses although RECs are left at its rank; empty for any other bid. */
export function unfitWords(say: Say, { unfit }: ItemView, { bid }: Pick<RoomRow, 'bid'>): string {
  const left = unfit.get(bid.bidId);
  if (left === undefined) return '';
  const figures = { left: formatQuantity(left), quantity: formatQuantity(bid.quantity) };
  return bid.allowsPartial
    ? say('room.tooLittleLeft', { ...figures, least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('room.doesNotFit', figures);
}

/** Returns what an own bid would win if the bids before it that could drop out did so. */
export const thenWords = (say: Say, backup: Backup): string =>
  say('room.thenCount', { quantity: formatQuantity(backup.won), ...backupParams(backup) });

/** Returns parameters for phrases that name the bids that a bid ranks behind. */
export const backupParams = ({ first, more }: Backup) => ({
  first: `${centsText(first.priceCents)} × ${formatQuantity(first.quantity)}`,
  more,
});
