import type { ReactNode } from 'react';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { RangeDays, RangeSelect } from '#web/statistic/range-fields.tsx';
import type { StatisticFilter } from '#web/statistic/use-statistic-filter.ts';

const VINTAGES = 12;

/** Range, direction and goods; what stands at the row's end comes as children. */
export function StatisticFilters({ filter, children }: { filter: StatisticFilter; children?: ReactNode }) {
  const say = useSay();
  const { range, wrong, today } = filter;
  const years = Array.from({ length: VINTAGES }, (_, at) => String(Number(today.slice(0, 4)) + 1 - at));
  return (
    <>
      <Toolbar>
        <RangeSelect range={range} />
        {env().flags.reverseAuction && (
          <FilterSelect
            name="direction"
            label="statistics.direction"
            all="statistics.bothDirections"
            choices={AUCTION_TYPES.map((value) => ({ value, label: say(`direction.${value}.name`) }))}
          />
        )}
        <FilterSelect
          name="country"
          label="item.country"
          all="account.anyCountry"
          choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
        />
        <FilterSelect
          name="fuel"
          label="item.fuel"
          all="statistics.anyFuel"
          choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
        />
        <FilterSelect
          name="vintage"
          label="statistics.vintage"
          all="statistics.anyVintage"
          choices={years.map((value) => ({ value, label: value }))}
        />
        <FilterSelect
          name="period"
          label="item.vintagePeriod"
          all="statistics.anyPeriod"
          choices={VINTAGE_PERIODS.map((value) => ({ value, label: say(`vintage.period${value}`) }))}
        />
        {/* Last in the row also where there is nothing: what stands at its end must not be a filter. */}
        <div>{children}</div>
      </Toolbar>
      {range.choice === 'own' && <RangeDays range={range} wrong={wrong} />}
    </>
  );
}
