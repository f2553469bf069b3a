import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { FilterSelect } from '#web/design/filter-select.tsx';
import { useSay } from '#web/platform/phrase.ts';
import { useProfile } from '#web/platform/profile.ts';

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

/** Filters by country, fuel and vintage. */
export function ProductFilters({ years }: Props) {
  const say = useSay();
  return (
    <>
      <FilterSelect
        name="country"
        label="item.country"
        all="holding.allCountries"
        choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
      />
      <FilterSelect
        name="fuelType"
        label="item.fuel"
        all="holding.allFuels"
        choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
      />
      <FilterSelect
        name="vintageYear"
        label="item.vintageYear"
        all="holding.allVintages"
        choices={years.map((year) => ({ value: String(year), label: String(year) }))}
      />
    </>
  );
}
