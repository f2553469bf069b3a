import type { PriceToWin } from '#domain/bidding/price-to-win.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { useDesk } from '#web/bidding/room/desk-context.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { backupParams } from '#web/bidding/ranking/taken-words.ts';

/** Which price wins now, and from which one on a bid stands behind bids that could drop out. */
export function BehindNote({ toWin, fromCents, behind }: { toWin: PriceToWin; fromCents: number; behind: Backup }) {
  const say = useSay();
  const { auctionType: way } = useDesk().setting.terms;
  const { first } = behind;
  return (
    <>
      <strong>
        {toWin.isFull ? say('bidding.noneWinsNow') : say('bidding.winsNow', { price: centsText(toWin.priceCents) })}
      </strong>{' '}
      {say('bidding.behind', {
        way,
        price: centsText(fromCents),
        least: first.allowsPartial ? (first.minimumAcceptable ?? 0) : 0,
        ...backupParams(behind),
      })}
    </>
  );
}
