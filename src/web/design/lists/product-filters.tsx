import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { useRecCountries } from '#web/platform/format/country-name.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Filters of a list by country, fuel and vintage (product-search.ts). */
export function ProductFilters({ years }: { years: readonly number[] }) {
  const say = useSay();
  return (
    <>
      <FilterSelect name="country" label="item.country" all="holding.allCountries" choices={useRecCountries()} />
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
