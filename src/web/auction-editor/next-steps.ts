import type { Auction } from '#contract/auction/auction.ts';
import type { PhraseKey, PhraseParams } from '#web/platform/phrases/phrase.ts';

/** What an auction needs before its start, in the order in which it is done. */
export type NextStep = {
  readonly id: 'settings' | 'items' | 'bidders';
  readonly isDone: boolean;
  readonly text: PhraseKey;
  readonly params?: PhraseParams;
  readonly action?: PhraseKey | undefined;
};

type Prepared = Pick<Auction, 'isPrivate' | 'items' | 'totalQuantity' | 'bidderCount'>;

export function nextSteps(auction: Prepared, isDirty: boolean): readonly NextStep[] {
  const bidders = auction.bidderCount ?? 0;
  const items = auction.items.length;
  return [
    isDirty
      ? { id: 'settings', isDone: false, text: 'auction.nextSettingsUnsaved', action: 'auction.showSettings' }
      : { id: 'settings', isDone: true, text: 'auction.nextSettings' },
    items > 0
      ? {
          id: 'items',
          isDone: true,
          text: 'auction.nextItemsThere',
          params: { count: items, quantity: auction.totalQuantity },
          action: 'auction.showItems',
        }
      : { id: 'items', isDone: false, text: 'auction.nextItemsMissing', action: 'auction.addItems' },
    biddersStep(auction.isPrivate, bidders),
  ];
}

/** A public auction waits for nobody: bidders come by themselves. */
function biddersStep(isPrivate: boolean, count: number): NextStep {
  const id = 'bidders';
  const params = { count };
  if (!isPrivate)
    return { id, isDone: true, text: 'auction.nextBiddersPublic', params, action: 'auction.manageBidders' };
  return count > 0
    ? { id, isDone: true, text: 'auction.nextBiddersThere', params, action: 'auction.manageBidders' }
    : { id, isDone: false, text: 'auction.nextBiddersMissing', action: 'auction.addBidders' };
}
