import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ProductFilters } from '#web/design/lists/product-filters.tsx';
import { useProfile } from '#web/platform/session/profile.ts';

type Props = { years: readonly number[] };

/** Filters of the toolbar that holdings and retirements share; who acts for one company only has none to choose from. */
export function GoodsFilters({ years }: Props) {
  const { accounts } = useProfile();
  return (
    <>
      {accounts.length > 1 && (
        <FilterSelect
          name="account"
          label="holding.holder"
          all="holding.allCompanies"
          choices={accounts.map(({ id, companyName }) => ({ value: id, label: companyName }))}
        />
      )}
      <ProductFilters years={years} />
    </>
  );
}
