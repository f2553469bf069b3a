import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ProductFilters } from '#web/design/lists/product-filters.tsx';
import { useProfile } from '#web/platform/session/profile.ts';

type Props = { years: readonly number[] };

/** The filters that holdings and retirements share. A member of only one company gets no choice of companies. */
export function HoldingFilters({ years }: Props) {
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
