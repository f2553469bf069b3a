import type { FuelType } from '#domain/basics/fuel.ts';
import type { Country } from '#domain/basics/country.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { DevicePlace } from '#domain/auction/device-place.ts';

type Lot = {
  readonly country: Country;
  readonly fuel: FuelType;
  readonly year: number;
  readonly period: VintagePeriod;
  readonly quantity: number;
  readonly description: string;
  readonly place: DevicePlace;
};

/** A company orders, and so many days ago; what an admin said, where one did. */
type Order = {
  /** Counts among the buyers of the cast. */
  readonly buyer: number;
  readonly quantity: number;
  readonly daysAgo: number;
  /** The RECs are to be retired for the buyer itself. */
  readonly isForItself?: true;
  readonly decided?: { readonly as: 'approve' | 'reject'; readonly remark: string };
};

/** A sell order of the demo. Times count in days from now, those in the past are negative. */
export type DemoOffer = {
  readonly title: string;
  readonly description: string;
  /** Counts among the sellers of the cast. */
  readonly seller: number;
  /** In sen of Malaysian ringgit; other currencies are derived from it. */
  readonly priceCents: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly lots: readonly Lot[];
  /** Left out: a draft. */
  readonly publishedInDays?: number;
  readonly endsInDays?: number;
  /** Only for these buyers of the cast. */
  readonly buyers?: readonly number[];
  readonly orders?: readonly Order[];
  readonly cancelled?: string;
};

const at = (address: string, latitude: number, longitude: number): DevicePlace => ({ address, latitude, longitude });
const GERIK = at('Hulu Perak, near Gerik, Perak', 5.4167, 101.1333);
const GURUN = at('Gurun, Kedah', 5.8172, 100.4738);
const BINTULU = at('Kidurong, Bintulu, Sarawak', 3.27, 113.07);
const TRA_VINH = at('Duyen Hai, Tra Vinh', 9.63, 106.55);
const CAMERON = at('Ringlet, Cameron Highlands, Pahang', 4.4131, 101.3836);
const LANCANG = at('云南 普洱', 22.78, 100.98);
const PLEIKU = at('Pleiku, Gia Lai', 13.98, 108);

const lot = (
  country: Country,
  fuel: FuelType,
  vintage: readonly [year: number, period: VintagePeriod],
  quantity: number,
  [description, place]: readonly [string, DevicePlace],
): Lot => ({ country, fuel, year: vintage[0], period: vintage[1], quantity, description, place });

const PERAK = ['Run-of-river cascade on the upper Perak, 3 × 42 MW.', GERIK] as const;
const approve = { as: 'approve', remark: 'Payment received.' } as const;

/** One of every status, at ordinary prices. */
export const DEMO_OFFERS: readonly DemoOffer[] = [
  {
    title: 'Upper Perak hydro, fixed price',
    description: 'Certificates of two half-years from the upper Perak cascade, delivered on approval of your order.',
    seller: 0,
    priceCents: 465,
    minimum: 500,
    maximum: 40_000,
    lots: [
      lot('MY', 'Hydro', [2025, 'FirstHalf'], 120_000, PERAK),
      lot('MY', 'Hydro', [2024, 'SecondHalf'], 60_000, PERAK),
    ],
    publishedInDays: -9,
    orders: [
      { buyer: 1, quantity: 25_000, daysAgo: 8, decided: approve },
      { buyer: 0, quantity: 12_000, daysAgo: 6, decided: approve },
      { buyer: 3, quantity: 30_000, daysAgo: 2 },
      { buyer: 0, quantity: 4_000, daysAgo: 0.2, isForItself: true },
    ],
  },
  {
    title: 'Kedah solar 2025',
    description: 'Ground-mounted solar near Gurun. Quarter by quarter, the oldest first.',
    seller: 1,
    priceCents: 520,
    minimum: 100,
    maximum: 15_000,
    lots: [
      lot('MY', 'Solar', [2025, 'FirstQuarter'], 18_000, ['50 MW, bifacial modules on trackers.', GURUN]),
      lot('MY', 'Solar', [2025, 'SecondQuarter'], 22_000, ['50 MW, bifacial modules on trackers.', GURUN]),
    ],
    publishedInDays: -4,
    endsInDays: 9,
    orders: [
      { buyer: 4, quantity: 9_000, daysAgo: 3, isForItself: true, decided: approve },
      {
        buyer: 0,
        quantity: 15_000,
        daysAgo: 3,
        decided: { as: 'reject', remark: 'Please order again once your framework agreement is renewed.' },
      },
    ],
  },
  {
    title: 'Tra Vinh offshore wind, reserved',
    description: 'For companies with a framework agreement.',
    seller: 3,
    priceCents: 610,
    minimum: 1_000,
    maximum: 30_000,
    lots: [lot('VN', 'Wind', [2025, 'FullYear'], 80_000, ['Offshore wind farm, 48 MW.', TRA_VINH])],
    publishedInDays: -2,
    buyers: [0, 6, 7],
    orders: [{ buyer: 6, quantity: 20_000, daysAgo: 1 }],
  },
  {
    title: '云南澜江水电 2024',
    description: '澜沧江流域水电站 2024 年度绿证。',
    seller: 5,
    priceCents: 395,
    minimum: 1_000,
    maximum: 25_000,
    lots: [lot('CN', 'Hydro', [2024, 'FullYear'], 45_000, ['装机容量 2 × 120 MW。', LANCANG])],
    publishedInDays: -14,
    orders: [
      { buyer: 3, quantity: 25_000, daysAgo: 13, decided: approve },
      { buyer: 5, quantity: 20_000, daysAgo: 11, decided: approve },
    ],
  },
  {
    title: 'Bintulu biomass 2025',
    description: 'From empty fruit bunches of the mills around Bintulu.',
    seller: 2,
    priceCents: 540,
    minimum: 200,
    maximum: 10_000,
    lots: [lot('MY', 'Biomass', [2025, 'FullYear'], 26_000, ['12 MW, steam turbine.', BINTULU])],
    publishedInDays: 2,
    endsInDays: 30,
  },
  {
    title: 'Gia Lai solar 2025, draft',
    description: '',
    seller: 6,
    priceCents: 490,
    minimum: 500,
    maximum: 20_000,
    lots: [lot('VN', 'Solar', [2025, 'FirstHalf'], 36_000, ['Solar park, 30 MW.', PLEIKU])],
  },
  {
    title: 'Cameron small hydro 2023',
    description: 'What is left of an older vintage.',
    seller: 0,
    priceCents: 350,
    minimum: 100,
    maximum: 5_000,
    lots: [lot('MY', 'Hydro', [2023, 'FullYear'], 14_000, ['Small hydro, 4 MW.', CAMERON])],
    publishedInDays: -25,
    endsInDays: -5,
    orders: [{ buyer: 2, quantity: 5_000, daysAgo: 20, decided: approve }],
  },
  {
    title: 'Pahang ridge wind 2025',
    description: '',
    seller: 4,
    priceCents: 580,
    minimum: 500,
    maximum: 10_000,
    lots: [lot('MY', 'Wind', [2025, 'FirstHalf'], 12_000, ['Ridge wind farm, 24 MW.', CAMERON])],
    publishedInDays: -7,
    orders: [{ buyer: 8, quantity: 3_000, daysAgo: 6 }],
    cancelled: 'The plant was taken off the grid for repairs; its certificates are not issued yet.',
  },
  {
    title: 'Kedah solar 2024',
    description: 'From ground-mounted plants at Gurun.',
    seller: 1,
    priceCents: 455,
    minimum: 500,
    maximum: 20_000,
    lots: [lot('MY', 'Solar', [2024, 'FullYear'], 48_000, ['Ground-mounted plant, 50 MW.', CAMERON])],
    publishedInDays: -330,
    endsInDays: -200,
    orders: [
      { buyer: 1, quantity: 12_000, daysAgo: 320, decided: approve },
      { buyer: 8, quantity: 7_500, daysAgo: 285, decided: approve },
      { buyer: 2, quantity: 9_000, daysAgo: 240, decided: approve },
      { buyer: 9, quantity: 4_000, daysAgo: 215, decided: approve },
    ],
  },
  {
    title: 'Bintulu biomass 2024',
    description: 'From empty fruit bunches of the mills around Bintulu.',
    seller: 2,
    priceCents: 505,
    minimum: 200,
    maximum: 10_000,
    lots: [lot('MY', 'Biomass', [2024, 'FullYear'], 30_000, ['12 MW, steam turbine.', BINTULU])],
    publishedInDays: -180,
    endsInDays: -40,
    orders: [
      { buyer: 7, quantity: 6_000, daysAgo: 170, decided: approve },
      { buyer: 6, quantity: 10_000, daysAgo: 130, decided: approve },
      { buyer: 1, quantity: 8_000, daysAgo: 75, decided: approve },
      { buyer: 4, quantity: 3_000, daysAgo: 45, decided: approve },
    ],
  },
];
