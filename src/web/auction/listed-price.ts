import type { ListedAuction } from '#contract/auction/auction.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

type Priced = Pick<ListedAuction, 'bestPrice' | 'openingPrice' | 'itemCount' | 'auctionType'>;

/** Returns the price that a list shows of an auction: the best bid where the reader may know it, else the opening price. */
export function listedPrice({ bestPrice, openingPrice, itemCount, auctionType }: Priced) {
  const labelled = (price: number, label: PhraseKey) => ({ price, label });
  if (bestPrice !== null) return labelled(bestPrice, `auction.bestPrice.${auctionType}`);
  if (openingPrice === null) return undefined;
  return labelled(openingPrice, itemCount === 1 ? 'auction.openingPrice' : `auction.openingPrices.${auctionType}`);
}
