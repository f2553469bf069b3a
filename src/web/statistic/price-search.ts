import type { RangePreset } from '#domain/statistic/range.ts';
import { statisticSearch, type StatisticSearch } from '#web/statistic/statistic-search.ts';

/** Prices move slowly: unless another range is chosen, a year of them is shown. */
export const PRICE_RANGE: RangePreset = 'year';

export const priceSearch = (raw: Record<string, unknown>): StatisticSearch => statisticSearch(raw, PRICE_RANGE);
