import { formatQuantity } from '#web/platform/format/format.ts';
import { partSign, partWords } from '#web/platform/format/part-words.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';

type BidDemand = Pick<RoomRow, 'bid' | 'couldDropOut'>;

/**
 * Returns in words which quantity a bid takes: any part, at least its minimum, or only its whole quantity. The words
 * also say if the bid could drop out.
 */
export function takenWords(say: Say, { bid, couldDropOut }: BidDemand): string {
  if (!couldDropOut) return partWords(say, bid);
  return bid.allowsPartial
    ? say('bidding.couldDropOutFrom', { least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('bidding.couldDropOut');
}

/**
 * Returns a one-character sign for the quantity that a bid takes. Empty for a bid of one REC, and for any bid on an
 * item that is sold as a whole.
 */
export function takenSign({ bid, couldDropOut }: BidDemand): string {
  if (couldDropOut) return '!';
  return bid.allowsPartial ? '÷' : '';
}

/** Returns the sign together with the bid's minimum acceptable quantity, for wider columns. */
export const longTakenSign = (row: BidDemand): string =>
  row.couldDropOut && row.bid.allowsPartial ? partSign(row.bid).replace('÷', '!') : takenSign(row);

/** Returns the reason why an own bid loses although RECs are left at its rank; empty for any other bid. */
export function unfitWords(say: Say, { unfit }: ItemView, { bid }: Pick<RoomRow, 'bid'>): string {
  const left = unfit.get(bid.bidId);
  if (left === undefined) return '';
  const figures = { left: formatQuantity(left), quantity: formatQuantity(bid.quantity) };
  return bid.allowsPartial
    ? say('room.tooLittleLeft', { ...figures, least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('room.doesNotFit', figures);
}

/** Returns in words the quantity that an own bid would win if the bids of `backup` dropped out. */
export const thenWords = (say: Say, backup: Backup): string =>
  say('room.thenCount', { quantity: formatQuantity(backup.won), ...backupParams(backup) });

/** Returns phrase parameters that name the bids in `backup`: the best one, and the number of the rest. */
export const backupParams = ({ first, more }: Backup) => ({
  first: `${centsText(first.priceCents)} × ${formatQuantity(first.quantity)}`,
  more,
});
