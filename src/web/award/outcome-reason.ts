import type { AuctionItem } from '#contract/auction.ts';
import type { ResultRow } from '#contract/award.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';

/** Why a bid won what it won, in one line; the words stand in the phrases (`result.reason…`). */
export type OutcomeReason =
  | { readonly kind: 'whole' | 'nothingLeft' | 'notWholeItem' | 'wholeItemTaken' | 'cancelled' }
  | { readonly kind: 'part' | 'doesNotFit' | 'tooLittleLeft'; readonly left: number };

type Item = Pick<AuctionItem, 'recQuantity' | 'partialFulfillment'>;
type Row = Pick<
  ResultRow,
  'bidId' | 'bidRECQuantity' | 'bidderPartialFulfillment' | 'minimumAcceptable' | 'isDeleted' | 'ranking'
>;

/** Walks the ranked bids as the allocation did (rules 3.2) and notes what each one met. */
export function outcomeReasons(item: Item, rows: readonly Row[]): ReadonlyMap<string, OutcomeReason> {
  const lot = { quantity: item.recQuantity, partialFulfillment: item.partialFulfillment };
  let left = lot.quantity;
  return new Map(
    rows.map((row) => {
      if (row.isDeleted || row.ranking === null) return [row.bidId, { kind: 'cancelled' }];
      const before = left;
      const { bidRECQuantity: quantity, bidderPartialFulfillment: allowsPartial, minimumAcceptable } = row;
      const bid = { quantity, allowsPartial, minimumAcceptable };
      const won = wonOf(claimOf(lot, bid), before);
      left -= won;
      return [row.bidId, reasonOf(lot, { left: before, won, wanted: quantity, allowsPartial })];
    }),
  );
}

type Met = { readonly left: number; readonly won: number; readonly wanted: number; readonly allowsPartial: boolean };

function reasonOf(lot: { partialFulfillment: boolean }, { left, won, wanted, allowsPartial }: Met): OutcomeReason {
  if (won === wanted) return { kind: 'whole' };
  if (won > 0) return { kind: 'part', left: won };
  if (!lot.partialFulfillment) return { kind: left === 0 ? 'wholeItemTaken' : 'notWholeItem' };
  if (left === 0) return { kind: 'nothingLeft' };
  return { kind: allowsPartial ? 'tooLittleLeft' : 'doesNotFit', left };
}
