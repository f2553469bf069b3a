import type { ReactNode } from 'react';
import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';
import { judgeRange, type RangePreset } from '#domain/statistic/range.ts';
import { DatePick } from '#web/design/dates/date-time-field.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { nowMs } from '#web/platform/clock/clock.ts';
import { useRecCountries } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { localDay } from '#web/platform/format/format.ts';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { RANGE_CHOICES, chosenRange, type RangeChoice, type StatisticSearch } from '#web/statistic/statistic-search.ts';
import css from './statistic.module.css';

/** The number of vintage years that the filter lists. The latest one is next year. */
const VINTAGES = 12;

/** The filters for range, direction and product. `children` are shown at the end of the row. */
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
        <FilterSelect name="country" label="item.country" all="account.anyCountry" choices={useRecCountries()} />
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
        {/* Always rendered, even without `children`. The styles of the row's last element must not apply to a
            filter. */}
        <div>{children}</div>
      </Toolbar>
      {range.choice === 'own' && <RangeDays range={range} wrong={wrong} />}
    </>
  );
}

/** Selects a preset range or a custom range. A custom range starts with the days of the previously selected range. */
function RangeSelect({ range }: { range: ReturnType<typeof chosenRange> }) {
  const say = useSay();
  const navigate = useNavigate();
  const choose = (choice: RangeChoice) => {
    const days =
      choice === 'own'
        ? { from: range.from ?? undefined, to: range.to ?? undefined }
        : { from: undefined, to: undefined };
    void navigate({ to: '.', search: (before: object) => ({ ...before, range: choice, ...days }) });
  };
  return (
    <NativeSelect
      aria-label={say('statistics.range')}
      data={RANGE_CHOICES.map((value) => ({ value, label: say(`statistics.ranges.${value}`) }))}
      value={range.choice}
      onChange={({ currentTarget: { value } }) => choose(RANGE_CHOICES.find((one) => one === value) ?? 'own')}
    />
  );
}

/** A range, and the errors of its days. */
type DaysProps = { range: ReturnType<typeof chosenRange>; wrong: ReturnType<typeof judgeRange> };

/** The fields for the first and the last day of a custom range, with their errors. */
function RangeDays({ range, wrong }: DaysProps) {
  const say = useSay();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const field = (name: 'from' | 'to') => ({
    value: range[name],
    onChange: (day: string | null) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, [name]: day ?? undefined }) }),
    error: wrong[name] && textOf(wrong[name]),
  });
  return (
    <div className={css.days}>
      <DatePick label={say('statistics.firstDay')} {...field('from')} />
      <DatePick label={say('statistics.lastDay')} {...field('to')} />
    </div>
  );
}

/** Returns the filters in the URL as an API query. Callers must not send the query if the range is invalid. */
export function useStatisticFilter(standard?: RangePreset) {
  const search: StatisticSearch = useSearch({ strict: false });
  const today = localDay(nowMs());
  const range = chosenRange(search, today, standard);
  const wrong = judgeRange(range);
  const { direction, country, fuel, vintage, period } = search;
  const query = { from: range.from ?? '', to: range.to ?? '', direction, country, fuel, vintage, period };
  return { today, range, wrong, query, isReadable: Object.keys(wrong).length === 0 };
}

/** The filters of a statistics page. Charts and exports use `query` only if `isReadable`. */
export type StatisticFilter = ReturnType<typeof useStatisticFilter>;
