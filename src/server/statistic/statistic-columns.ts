import type { CoursePoint, Purchases, StatisticTotals, TopItem } from '#contract/statistic.ts';
import type { PricedGoods, PricePoint } from '#contract/price-history.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import type { CourseUnit } from '#domain/statistic/range.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { ExportValue } from '#server/platform/export/spreadsheet.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type Sold = Omit<CoursePoint, 'at'>;
type Goods = Pick<TopItem, 'recCountry' | 'recFuelType' | 'recVintage'>;
export type PurchasePoint = Purchases['course'][number];

const priceOf = (price: number | null): ExportValue => (price === null ? '' : { money: price.toFixed(2) });

const dayColumn = (language: Language, unit: CourseUnit): ExportColumn<{ readonly at: string }> => ({
  heading: wordsIn(language)(`statistics.from.${unit}`),
  value: ({ at }) => at,
});

const auctionsColumn = (language: Language): ExportColumn<Pick<Sold, 'auctions'>> => ({
  heading: wordsIn(language)('statistics.auctions'),
  value: ({ auctions }) => auctions,
});

const soldColumn = (language: Language): ExportColumn<Pick<Sold, 'sold'>> => ({
  heading: wordsIn(language)('statistics.sold'),
  value: ({ sold }) => sold,
});

const weightedColumn = (language: Language): ExportColumn<Pick<Sold, 'weightedPrice'>> => ({
  heading: wordsIn(language)('statistics.weightedPrice'),
  value: ({ weightedPrice }) => priceOf(weightedPrice),
});

function soldColumns(language: Language): ExportColumn<Sold>[] {
  const words = wordsIn(language);
  return [
    auctionsColumn(language),
    { heading: words('statistics.bids'), value: ({ bids }) => bids },
    { heading: words('statistics.offered'), value: ({ offered }) => offered },
    soldColumn(language),
    { heading: words('statistics.value'), value: ({ value }) => ({ money: value }) },
    { heading: words('statistics.averagePrice'), value: ({ averagePrice }) => priceOf(averagePrice) },
    weightedColumn(language),
  ];
}

function goodsColumns(language: Language): ExportColumn<Goods>[] {
  const words = wordsIn(language);
  return [
    { heading: words('item.country'), value: ({ recCountry }) => words(`country.${recCountry}`) },
    { heading: words('item.fuel'), value: ({ recFuelType }) => words(`fuel.${recFuelType}`) },
    { heading: words('statistics.vintage'), value: ({ recVintage }) => vintageText(recVintage) },
  ];
}

export const totalsColumns = (language: Language): ExportColumn<StatisticTotals>[] => [
  { heading: wordsIn(language)('statistics.participants'), value: ({ participants }) => participants },
  ...soldColumns(language),
];

export const courseColumns = (language: Language, unit: CourseUnit): ExportColumn<CoursePoint>[] => [
  dayColumn(language, unit),
  ...soldColumns(language),
];

export const topItemColumns = (language: Language): ExportColumn<TopItem>[] => [
  ...goodsColumns(language),
  ...soldColumns(language),
];

export const purchaseColumns = (language: Language, unit: CourseUnit): ExportColumn<PurchasePoint>[] => {
  const words = wordsIn(language);
  return [
    dayColumn(language, unit),
    { heading: words('statistics.buyOrders'), value: ({ buyOrders }) => buyOrders },
    soldColumn(language),
    { heading: words('statistics.value'), value: ({ value }) => ({ money: value }) },
    weightedColumn(language),
  ];
};

export const pricePointColumns = (language: Language, unit: CourseUnit): ExportColumn<PricePoint>[] => [
  dayColumn(language, unit),
  soldColumn(language),
  {
    heading: wordsIn(language)('statistics.averagePrice'),
    value: ({ averagePrice }) => priceOf(averagePrice),
  },
  weightedColumn(language),
];

export const pricedGoodsColumns = (language: Language): ExportColumn<PricedGoods>[] => {
  const words = wordsIn(language);
  return [
    ...goodsColumns(language),
    auctionsColumn(language),
    soldColumn(language),
    { heading: words('priceHistory.latest'), value: ({ latestPrice }) => priceOf(latestPrice) },
    { heading: words('priceHistory.latestOn'), value: ({ latestOn }) => latestOn },
    { heading: words('priceHistory.changePercent'), value: ({ change }) => change ?? '' },
    weightedColumn(language),
    { heading: words('priceHistory.lowest'), value: ({ lowestPrice }) => priceOf(lowestPrice) },
    { heading: words('priceHistory.highest'), value: ({ highestPrice }) => priceOf(highestPrice) },
  ];
};
