import type { TradeStory } from '#server/demo/seed-settlements.ts';
import { lot, PLANTS, type DemoDeal, type DemoLot } from '#server/demo/lots.ts';

/** A buy order that a company placed `daysAgo` days ago. A buy order without a decision waits for an admin. */
type Order = {
  /** Index into the buyers of the cast. */
  readonly buyer: number;
  readonly quantity: number;
  readonly daysAgo: number;
  /** If true, the RECs are retired for the buyer itself. */
  readonly isForItself?: true;
  readonly decided?: 'approve' | 'reject';
  /** The state of the settlement. If left out, older trades are settled, and newer ones are to be paid. */
  readonly story?: TradeStory;
};

/**
 * A sell order of the demo. `owner` is an index into the sellers of the cast. Times are in days from now; past times
 * are negative.
 */
export type DemoOffer = Pick<DemoDeal, 'title' | 'owner'> & {
  readonly description: string;
  /** Price of a REC in sen of Malaysian ringgit. Prices in other currencies are derived from it. */
  readonly priceCents: number;
  /** The minimum and the maximum quantity of one buy order. */
  readonly perOrder: readonly [least: number, most: number];
  readonly lots: readonly DemoLot[];
  /** The day of publication, and the day of the end if there is one. Left out for an unpublished sell order. */
  readonly days?: readonly [published: number, end?: number];
  /** Indexes of the buyers that the sell order is for. If left out, it is for everyone. */
  readonly buyers?: readonly number[];
  readonly orders?: readonly Order[];
  readonly cancelled?: string;
};

/** Sell orders of every status, at ordinary prices. */
export const DEMO_OFFERS: readonly DemoOffer[] = [
  {
    title: 'Upper Perak hydro, monthly blocks',
    description: 'Blocks of the upper Perak cascade, one each month. Payment first.',
    owner: 0,
    priceCents: 450,
    perOrder: [500, 20_000],
    lots: [lot(PLANTS.perakCascade, 2025, 'SecondHalf', 150_000)],
    days: [-75],
    orders: [
      { buyer: 1, quantity: 9_000, daysAgo: 62, decided: 'approve', story: 'released' },
      { buyer: 0, quantity: 15_000, daysAgo: 55, decided: 'approve', story: 'settled' },
      { buyer: 0, quantity: 6_000, daysAgo: 42, decided: 'approve', story: 'defaulted' },
      { buyer: 0, quantity: 8_000, daysAgo: 21, decided: 'approve', story: 'inCure' },
      { buyer: 0, quantity: 7_000, daysAgo: 17, decided: 'approve', story: 'overdue' },
      { buyer: 0, quantity: 11_000, daysAgo: 13, decided: 'approve', story: 'disputed' },
      { buyer: 0, quantity: 10_000, daysAgo: 12, decided: 'approve', story: 'atRegistry' },
      { buyer: 0, quantity: 12_500, daysAgo: 9, decided: 'approve', story: 'toDeliver' },
      { buyer: 2, quantity: 3_000, daysAgo: 8, decided: 'approve', story: 'waived' },
      { buyer: 0, quantity: 5_000, daysAgo: 7, decided: 'approve', story: 'toPay' },
    ],
  },
  {
    title: 'Upper Perak hydro, fixed price',
    description: 'RECs of two half-years from the upper Perak cascade, delivered when your order is approved.',
    owner: 0,
    priceCents: 465,
    perOrder: [500, 40_000],
    lots: [lot(PLANTS.perakCascade, 2025, 'FirstHalf', 120_000), lot(PLANTS.perakCascade, 2024, 'SecondHalf', 60_000)],
    days: [-9],
    orders: [
      { buyer: 1, quantity: 25_000, daysAgo: 8, decided: 'approve' },
      { buyer: 0, quantity: 12_000, daysAgo: 6, decided: 'approve' },
      { buyer: 3, quantity: 30_000, daysAgo: 2 },
      { buyer: 0, quantity: 4_000, daysAgo: 0.2, isForItself: true },
    ],
  },
  {
    title: 'Kedah solar 2025',
    description: 'Ground-mounted solar near Gurun. Sold by quarter, oldest first.',
    owner: 1,
    priceCents: 520,
    perOrder: [100, 15_000],
    lots: [
      lot(PLANTS.gurunBifacial, 2025, 'FirstQuarter', 18_000),
      lot(PLANTS.gurunBifacial, 2025, 'SecondQuarter', 22_000),
    ],
    days: [-4, 9],
    orders: [
      { buyer: 4, quantity: 9_000, daysAgo: 3, isForItself: true, decided: 'approve' },
      { buyer: 0, quantity: 15_000, daysAgo: 3, decided: 'reject' },
    ],
  },
  {
    title: 'Tra Vinh offshore wind, reserved',
    description: 'For companies with a framework agreement.',
    owner: 3,
    priceCents: 610,
    perOrder: [1_000, 30_000],
    lots: [lot(PLANTS.traVinhOffshore, 2025, 'FullYear', 80_000)],
    days: [-2],
    buyers: [0, 6, 7],
    orders: [{ buyer: 6, quantity: 20_000, daysAgo: 1 }],
  },
  {
    title: '云南澜江水电 2024',
    description: '澜沧江流域水电站 2024 年度绿证。',
    owner: 5,
    priceCents: 395,
    perOrder: [1_000, 25_000],
    lots: [lot(PLANTS.lancangHydro, 2024, 'FullYear', 45_000)],
    days: [-14],
    orders: [
      { buyer: 3, quantity: 25_000, daysAgo: 13, decided: 'approve' },
      { buyer: 5, quantity: 20_000, daysAgo: 11, decided: 'approve' },
    ],
  },
  {
    title: 'Bintulu biomass 2025',
    description: 'Power from empty fruit bunches of the mills around Bintulu.',
    owner: 2,
    priceCents: 540,
    perOrder: [200, 10_000],
    lots: [lot(PLANTS.bintuluSteam, 2025, 'FullYear', 26_000)],
    days: [2, 30],
  },
  {
    title: 'Gia Lai solar 2025, draft',
    description: '',
    owner: 6,
    priceCents: 490,
    perOrder: [500, 20_000],
    lots: [lot(PLANTS.giaLaiSolar, 2025, 'FirstHalf', 36_000)],
  },
  {
    title: 'Cameron small hydro 2023',
    description: 'Remaining RECs of an older vintage.',
    owner: 0,
    priceCents: 350,
    perOrder: [100, 5_000],
    lots: [lot(PLANTS.cameronHydro, 2023, 'FullYear', 14_000)],
    days: [-25, -5],
    orders: [{ buyer: 2, quantity: 5_000, daysAgo: 20, decided: 'approve' }],
  },
  {
    title: 'Pahang ridge wind 2025',
    description: '',
    owner: 4,
    priceCents: 580,
    perOrder: [500, 10_000],
    lots: [lot(PLANTS.pahangWind, 2025, 'FirstHalf', 12_000)],
    days: [-7],
    orders: [{ buyer: 8, quantity: 3_000, daysAgo: 6 }],
    cancelled: 'The plant is off the grid for repairs. Its RECs have not been issued yet.',
  },
  {
    title: 'Kedah solar 2024',
    description: 'From ground-mounted plants at Gurun.',
    owner: 1,
    priceCents: 455,
    perOrder: [500, 20_000],
    lots: [lot(PLANTS.gurunGround, 2024, 'FullYear', 48_000)],
    days: [-330, -200],
    orders: [
      { buyer: 1, quantity: 12_000, daysAgo: 320, decided: 'approve' },
      { buyer: 8, quantity: 7_500, daysAgo: 285, decided: 'approve' },
      { buyer: 2, quantity: 9_000, daysAgo: 240, decided: 'approve' },
      { buyer: 9, quantity: 4_000, daysAgo: 215, decided: 'approve' },
    ],
  },
  {
    title: 'Bintulu biomass 2024',
    description: 'Power from empty fruit bunches of the mills around Bintulu.',
    owner: 2,
    priceCents: 505,
    perOrder: [200, 10_000],
    lots: [lot(PLANTS.bintuluSteam, 2024, 'FullYear', 30_000)],
    days: [-180, -40],
    orders: [
      { buyer: 7, quantity: 6_000, daysAgo: 170, decided: 'approve' },
      { buyer: 6, quantity: 10_000, daysAgo: 130, decided: 'approve' },
      { buyer: 1, quantity: 8_000, daysAgo: 75, decided: 'approve' },
      { buyer: 4, quantity: 3_000, daysAgo: 45, decided: 'approve' },
    ],
  },
];
