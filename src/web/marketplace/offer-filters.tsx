import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { FilterNumber } from '#web/design/lists/filter-number.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { useRecCountries } from '#web/platform/format/country-name.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './offer-filters.module.css';

/** The search parameters that reset all filters. */
const NONE = {
  country: undefined,
  fuel: undefined,
  vintageYear: undefined,
  minimumPrice: undefined,
  maximumPrice: undefined,
  quantity: undefined,
};

/** The filters for buyers. The URL holds each of them. */
export function OfferFilters({ id, isAnyOn }: { id: string; isAnyOn: boolean }) {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <section className={css.filters} id={id} aria-label={say('sellOrder.filters')}>
      <FilterSelect
        name="country"
        label="item.country"
        all="sellOrder.allCountries"
        isLabelled
        choices={useRecCountries()}
      />
      <FilterSelect
        name="fuel"
        label="item.fuel"
        all="sellOrder.allFuels"
        isLabelled
        choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
      />
      <FilterNumber name="vintageYear" label="item.vintageYear" isGrouped={false} />
      <FilterNumber name="minimumPrice" label="sellOrder.priceFrom" />
      <FilterNumber name="maximumPrice" label="sellOrder.priceTo" />
      <FilterNumber name="quantity" label="sellOrder.quantityFrom" />
      <Button
        variant="subtle"
        className={css.clear}
        disabled={!isAnyOn}
        onClick={() =>
          void navigate({ to: '.', search: (before: object) => ({ ...before, ...NONE, page: undefined }) })
        }
      >
        {say('sellOrder.clearFilters')}
      </Button>
    </section>
  );
}
