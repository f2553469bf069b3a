import { SELL_ORDER_SORTS } from '#contract/basics/choices.ts';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The order of a list of sell orders, in the URL: the newest first unless told. */
export function SortSelect() {
  const say = useSay();
  const others = SELL_ORDER_SORTS.filter((sort) => sort !== 'newest');
  return (
    <FilterSelect
      name="sort"
      label="sellOrder.sort"
      all="sellOrder.sortBy.newest"
      choices={others.map((value) => ({ value, label: say(`sellOrder.sortBy.${value}`) }))}
    />
  );
}
