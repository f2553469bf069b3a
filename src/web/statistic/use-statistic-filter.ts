import { useSearch } from '@tanstack/react-router';
import { judgeRange } from '#domain/statistic/judge-range.ts';
import type { RangePreset } from '#domain/statistic/range.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { chosenRange, type StatisticSearch } from '#web/statistic/statistic-search.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Today's date where the reader is. */
function localDay(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** What is chosen in the URL, as a query of the API; it is asked only where the range is right. */
export function useStatisticFilter(standard?: RangePreset) {
  const search: StatisticSearch = useSearch({ strict: false });
  const today = localDay(nowMs());
  const range = chosenRange(search, today, standard);
  const wrong = judgeRange(range);
  const { direction, country, fuel, vintage, period } = search;
  const query = { from: range.from ?? '', to: range.to ?? '', direction, country, fuel, vintage, period };
  return { today, range, wrong, query, isReadable: Object.keys(wrong).length === 0 };
}

export type StatisticFilter = ReturnType<typeof useStatisticFilter>;
