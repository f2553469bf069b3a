import type { Holding } from '#contract/holding/holding.ts';
import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';
import { productSearch, type ProductSearch } from '#web/design/lists/product-search.ts';

/** Lists of retirements in the URL. */
export type RetirementSearch = ListSearch & ProductSearch & { account?: Holding['accountId'] };

/** Lists of holdings in the URL. */
export type HoldingSearch = RetirementSearch & {
  show?: (typeof HOLDINGS_SHOWN)[number];
  sort?: (typeof HOLDING_SORTS)[number];
};

export const retirementSearch = (raw: Record<string, unknown>): RetirementSearch => ({
  ...listSearch(raw),
  ...(typeof raw.account === 'string' && /^[\da-f-]{36}$/.test(raw.account) && { account: raw.account }),
  ...productSearch(raw),
});

export function holdingSearch(raw: Record<string, unknown>): HoldingSearch {
  const show = HOLDINGS_SHOWN.find((one) => one === raw.show);
  const sort = HOLDING_SORTS.find((one) => one === raw.sort);
  return { ...retirementSearch(raw), ...(show && { show }), ...(sort && { sort }) };
}
