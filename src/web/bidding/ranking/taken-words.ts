import { formatQuantity } from '#web/platform/format/format.ts';
import { partSign, partWords } from '#web/platform/format/part-words.ts';
import type { Say } from '#web/platform/phrases/phrase.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';

type Taken = Pick<RoomRow, 'bid' | 'couldDropOut'>;

/** Says what a bid in the ranking takes: any part; or a quantity or nothing, so that it could drop out. */
export function takenWords(say: Say, { bid, couldDropOut }: Taken): string {
  if (!couldDropOut) return partWords(say, bid);
  return bid.allowsPartial
    ? say('bidding.couldDropOutFrom', { least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('bidding.couldDropOut');
}

/** The same as a sign of one character; nothing for a bid of a single REC, or on an item that is sold as a whole. */
export function takenSign({ bid, couldDropOut }: Taken): string {
  if (couldDropOut) return '!';
  return bid.allowsPartial ? '÷' : '';
}

/** The sign with the fewest RECs that a bid takes, for wider columns. */
export const longTakenSign = (row: Taken): string =>
  row.couldDropOut && row.bid.allowsPartial ? partSign(row.bid).replace('÷', '!') : takenSign(row);

/** Why an own bid loses though RECs are left at its rank; empty for any other bid. */
export function unfitWords(say: Say, { unfit }: ItemView, { bid }: Pick<RoomRow, 'bid'>): string {
  const left = unfit.get(bid.bidId);
  if (left === undefined) return '';
  const figures = { left: formatQuantity(left), quantity: formatQuantity(bid.quantity) };
  return bid.allowsPartial
    ? say('room.tooLittleLeft', { ...figures, least: formatQuantity(bid.minimumAcceptable ?? 0) })
    : say('room.doesNotFit', figures);
}

/** What an own bid would win if those that it stands behind dropped out. */
export const thenWords = (say: Say, backup: Backup): string =>
  say('room.thenCount', { quantity: formatQuantity(backup.won), ...backupParams(backup) });

/** For phrases that name what a bid stands behind. */
export const backupParams = ({ first, more }: Backup) => ({
  first: `${centsText(first.priceCents)} × ${formatQuantity(first.quantity)}`,
  more,
});
