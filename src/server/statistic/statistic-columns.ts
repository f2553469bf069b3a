import { countryNameIn } from '#contract/basics/country-name.ts';
import type { CoursePoint, Purchases, StatisticTotals, TopItem } from '#contract/statistic.ts';
import type { PricedProduct, PricePoint } from '#contract/price-history.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { ExportValue } from '#server/platform/export/spreadsheet.ts';
import type { Language } from '#domain/basics/language.ts';
import { textOfDecimal } from '#domain/basics/price.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type ProductFields = Pick<TopItem, 'recCountry' | 'recFuelType' | 'recVintage'>;
type PurchasePoint = Purchases['course'][number];

type Count = 'participants' | 'auctions' | 'bids' | 'offered' | 'sold' | 'buyOrders';
type Price = 'averagePrice' | 'weightedPrice';
type Figures = Record<Count, number> & Record<Price, number | null> & { value: string };

const priceOf = (price: number | null): ExportValue => (price === null ? '' : { money: textOfDecimal(price) });

/** Returns columns for these figures. The heading is the name of the field. */
const figureColumns = <Name extends keyof Figures>(
  language: Language,
  names: readonly Name[],
): ExportColumn<Pick<Figures, Name>>[] =>
  names.map((name) => ({
    key: name,
    heading: wordsIn(language)(`statistics.${name}`),
    value: (row) => shown(name, row[name]),
  }));

function shown(name: keyof Figures, figure: Figures[keyof Figures]): ExportValue {
  if (typeof figure === 'string') return { money: figure };
  return figure === null || name.endsWith('Price') ? priceOf(figure) : figure;
}

const SOLD = ['auctions', 'bids', 'offered', 'sold', 'value', 'averagePrice', 'weightedPrice'] as const;

const dayColumn = (language: Language, unit: CourseUnit): ExportColumn<{ readonly at: string }> => ({
  key: 'from',
  heading: wordsIn(language)(`statistics.from.${unit}`),
  value: ({ at }) => at,
});

function productColumns(language: Language): ExportColumn<ProductFields>[] {
  const words = wordsIn(language);
  return [
    {
      key: 'recCountry',
      heading: words('item.country'),
      value: ({ recCountry }) => countryNameIn(language, recCountry),
      raw: ({ recCountry }) => recCountry,
    },
    {
      key: 'recFuelType',
      heading: words('item.fuel'),
      value: ({ recFuelType }) => words(`fuel.${recFuelType}`),
      raw: ({ recFuelType }) => recFuelType,
    },
    { key: null, heading: words('statistics.vintage'), value: ({ recVintage }) => vintageText(recVintage) },
    { key: 'vintageYear', raw: ({ recVintage }) => recVintage.year },
    { key: 'vintagePeriod', raw: ({ recVintage }) => recVintage.period },
  ];
}

export const totalsColumns = (language: Language): ExportColumn<StatisticTotals>[] =>
  figureColumns(language, ['participants', ...SOLD]);

export const courseColumns = (language: Language, unit: CourseUnit): ExportColumn<CoursePoint>[] => [
  dayColumn(language, unit),
  ...figureColumns(language, SOLD),
];

export const topItemColumns = (language: Language): ExportColumn<TopItem>[] => [
  ...productColumns(language),
  ...figureColumns(language, SOLD),
];

export const purchaseColumns = (language: Language, unit: CourseUnit): ExportColumn<PurchasePoint>[] => [
  dayColumn(language, unit),
  ...figureColumns(language, ['buyOrders', 'sold', 'value', 'weightedPrice']),
];

export const pricePointColumns = (language: Language, unit: CourseUnit): ExportColumn<PricePoint>[] => [
  dayColumn(language, unit),
  ...figureColumns(language, ['sold', 'averagePrice', 'weightedPrice']),
];

export const pricedProductColumns = (language: Language): ExportColumn<PricedProduct>[] => {
  const words = wordsIn(language);
  return [
    ...productColumns(language),
    ...figureColumns(language, ['auctions', 'sold']),
    { key: 'latestPrice', heading: words('priceHistory.latest'), value: ({ latestPrice }) => priceOf(latestPrice) },
    { key: 'latestOn', heading: words('priceHistory.latestOn'), value: ({ latestOn }) => latestOn },
    {
      key: 'changePercent',
      heading: words('priceHistory.changePercent'),
      value: ({ change }) => change ?? '',
      raw: ({ change }) => (change === null ? null : change.toFixed(2)),
    },
    ...figureColumns(language, ['weightedPrice']),
    { key: 'lowestPrice', heading: words('priceHistory.lowest'), value: ({ lowestPrice }) => priceOf(lowestPrice) },
    { key: 'highestPrice', heading: words('priceHistory.highest'), value: ({ highestPrice }) => priceOf(highestPrice) },
  ];
};
