import type { AuctionItem } from '#contract/auction.ts';
import type { ResultRow } from '#contract/award.ts';
import { startWalk, stepWalk } from '#domain/bidding/allocate.ts';

/** Why a bid won what it won, in one line; the words stand in the phrases (`result.reason…`). */
export type OutcomeReason =
  | { readonly kind: 'whole' | 'nothingLeft' | 'notWholeItem' | 'wholeItemTaken' | 'cancelled' }
  | { readonly kind: 'part' | 'doesNotFit'; readonly left: number };

type Item = Pick<AuctionItem, 'recQuantity' | 'partialFulfillment'>;
type Row = Pick<ResultRow, 'bidId' | 'bidRECQuantity' | 'bidderPartialFulfillment' | 'isDeleted' | 'ranking'>;

/** Walks the ranked bids as the allocation did (rules 3.2) and notes what each one met. */
export function outcomeReasons(item: Item, rows: readonly Row[]): ReadonlyMap<string, OutcomeReason> {
  const lot = { quantity: item.recQuantity, partialFulfillment: item.partialFulfillment };
  let walk = startWalk(lot);
  return new Map(
    rows.map((row) => {
      if (row.isDeleted || row.ranking === null) return [row.bidId, { kind: 'cancelled' }];
      const before = walk;
      const bid = { quantity: row.bidRECQuantity, allowsPartial: row.bidderPartialFulfillment };
      const step = stepWalk(lot, before, bid);
      walk = step.walk;
      return [
        row.bidId,
        reasonOf(lot, { left: before.left, isOver: before.isOver, won: step.won, wanted: bid.quantity }),
      ];
    }),
  );
}

type Met = { readonly left: number; readonly isOver: boolean; readonly won: number; readonly wanted: number };

function reasonOf(lot: { partialFulfillment: boolean }, { left, isOver, won, wanted }: Met): OutcomeReason {
  if (won === wanted) return { kind: 'whole' };
  if (won > 0) return { kind: 'part', left: won };
  if (!lot.partialFulfillment) return { kind: isOver ? 'wholeItemTaken' : 'notWholeItem' };
  return isOver || left === 0 ? { kind: 'nothingLeft' } : { kind: 'doesNotFit', left };
}
