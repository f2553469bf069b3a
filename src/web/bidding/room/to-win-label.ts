import { useDesk, type useItem } from '#web/bidding/room/desk-context.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type View = NonNullable<ReturnType<typeof useItem>>;

/** What stands beside the price that wins now: whether it is the least or the most, and for which bids it holds. */
export function useToWinLabel(): (view: Pick<View, 'bidding' | 'toWin'>) => string {
  const say = useSay();
  const { setting } = useDesk();
  return ({ bidding, toWin }) => {
    if (toWin.isFull) return say('room.fullAtLimit');
    const label = say(`direction.${setting.terms.auctionType}.priceToWin`);
    return bidding.partialFulfillment ? `${label} ${say('room.anyPart')}` : label;
  };
}
