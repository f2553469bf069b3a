import type { AuctionType } from '#domain/auction/direction.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { DevicePlace } from '#domain/auction/device-place.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';

export type DemoLot = {
  readonly country: Country;
  readonly fuel: FuelType;
  readonly year: number;
  readonly period: VintagePeriod;
  readonly quantity: number;
  readonly partial: boolean;
  /** Where bidding may begin, in sen of Malaysian ringgit; other currencies are derived from it. */
  readonly fromCents: number;
  readonly description: string;
  readonly place: DevicePlace;
};

/** What one auction of the demo is about; `owner` counts in the parties of its direction. */
export type DemoDeal = {
  readonly title: string;
  readonly owner: number;
  readonly lots: readonly DemoLot[];
  /** The plants can be seen. */
  readonly hasPictures?: true;
};

const at = (address: string, latitude: number, longitude: number): DevicePlace => ({ address, latitude, longitude });
const NOWHERE: DevicePlace = { address: '', latitude: null, longitude: null };
const GERIK = at('Hulu Perak, near Gerik, Perak', 5.4167, 101.1333);
const TEMENGOR = at('Temengor Lake, Gerik, Perak', 5.53, 101.35);
const GURUN = at('Gurun, Kedah', 5.8172, 100.4738);
const BARAM = at('Long Lama, Baram, Sarawak', 3.7667, 114.4667);
const BINTULU = at('Kidurong, Bintulu, Sarawak', 3.27, 113.07);
const TRA_VINH = at('Duyen Hai, Tra Vinh', 9.63, 106.55);
const PHAN_RANG = at('Thuan Nam, Phan Rang', 11.45, 108.93);
const BALING = at('Baling, Kedah', 5.6755, 100.917);

/** Deals that the demo draws on, round and round: ordinary lots at ordinary prices. */
const SALES: readonly DemoDeal[] = [
  {
    title: 'Peninsular Malaysia hydro 2025, block B',
    owner: 0,
    hasPictures: true,
    lots: [
      lot(
        'MY',
        'Hydro',
        2025,
        'FirstHalf',
        480_000,
        true,
        420,
        'Run-of-river cascade on the upper Perak, 3 × 42 MW.',
        GERIK,
      ),
      lot(
        'MY',
        'Hydro',
        2025,
        'SecondHalf',
        360_000,
        true,
        440,
        'Run-of-river cascade on the upper Perak, 3 × 42 MW.',
        GERIK,
      ),
      lot(
        'MY',
        'Solar',
        2025,
        'FullYear',
        85_000,
        true,
        520,
        'Floating solar on the Temengor reservoir, 30 MW.',
        TEMENGOR,
      ),
    ],
  },
  {
    title: 'Kedah solar farms, vintage 2025',
    owner: 1,
    lots: [
      lot(
        'MY',
        'Solar',
        2025,
        'FirstQuarter',
        42_000,
        true,
        560,
        'Ground-mounted plant at Gurun, 50 MW, tracker.',
        GURUN,
      ),
      lot(
        'MY',
        'Solar',
        2025,
        'SecondQuarter',
        46_000,
        true,
        560,
        'Ground-mounted plant at Gurun, 50 MW, tracker.',
        GURUN,
      ),
      lot('MY', 'Solar', 2024, 'FullYear', 30_000, false, 480, 'Rooftop portfolio, 112 sites, sold as one lot.'),
    ],
  },
  {
    title: 'Sarawak hydro and biomass, second half of 2025',
    owner: 2,
    hasPictures: true,
    lots: [
      lot('MY', 'Hydro', 2025, 'SecondHalf', 900_000, true, 380, 'Storage hydro, Baram basin.', BARAM),
      lot('MY', 'Biomass', 2025, 'FullYear', 65_000, true, 460, 'Empty fruit bunches, Bintulu, 24 MW.', BINTULU),
    ],
  },
  {
    title: 'Mekong delta offshore wind, 2025',
    owner: 3,
    hasPictures: true,
    lots: [
      lot(
        'VN',
        'Wind',
        2025,
        'FirstHalf',
        140_000,
        true,
        610,
        'Nearshore wind off Tra Vinh, 48 turbines of 4.2 MW.',
        TRA_VINH,
      ),
      lot(
        'VN',
        'Wind',
        2025,
        'SecondHalf',
        165_000,
        true,
        610,
        'Nearshore wind off Tra Vinh, 48 turbines of 4.2 MW.',
        TRA_VINH,
      ),
      lot(
        'VN',
        'Solar',
        2024,
        'FullYear',
        50_000,
        false,
        450,
        'Ninh Thuan solar park, 60 MW, sold as one lot.',
        PHAN_RANG,
      ),
    ],
  },
  {
    title: 'Biogas from palm oil mills, Perak and Pahang',
    owner: 0,
    lots: [
      lot('MY', 'Biogas', 2025, 'FullYear', 28_000, true, 490, 'Methane captured at five mills, 1.2 MW each.'),
      lot('MY', 'Biogas', 2024, 'FullYear', 15_000, true, 430, 'Methane captured at three mills, 1.2 MW each.'),
    ],
  },
  {
    title: 'Solar and hydro hybrid, northern grid, 2024',
    owner: 1,
    hasPictures: true,
    lots: [
      lot(
        'MY',
        'SolarAndHydro',
        2024,
        'FullYear',
        210_000,
        true,
        400,
        'Pumped storage with 70 MW of floating solar.',
        BALING,
      ),
      lot('MY', 'Hydro', 2024, 'SecondHalf', 120_000, true, 360, 'Small hydro, four stations, Kedah highlands.'),
    ],
  },
];

const PURCHASES: readonly DemoDeal[] = [
  {
    title: 'Straits Data Centres buys hydro and solar, 2025',
    owner: 1,
    lots: [
      lot('MY', 'Hydro', 2025, 'FullYear', 240_000, true, 640, 'Any plant in Peninsular Malaysia, for campus JHB-1.'),
      lot('MY', 'Solar', 2025, 'FullYear', 90_000, true, 720, 'Built after 2020, for the reporting year 2025.'),
      lot('MY', 'Wind', 2025, 'FullYear', 20_000, false, 760, 'One plant, taken as a whole.'),
    ],
  },
  {
    title: 'Meranti Semiconductor buys for its 2025 report',
    owner: 0,
    lots: [
      lot(
        'MY',
        'Solar',
        2025,
        'SecondHalf',
        60_000,
        true,
        700,
        'Rooftop or ground-mounted, Penang or Kedah preferred.',
      ),
      lot('VN', 'Wind', 2025, 'FullYear', 110_000, true, 780, 'For the assembly plant at Bac Ninh.'),
    ],
  },
  {
    title: '深圳华辰电子 2025 年水电绿证采购',
    owner: 3,
    lots: [
      lot('CN', 'Hydro', 2025, 'FullYear', 150_000, true, 520, '云南或四川水电，供深圳工厂使用。'),
      lot('CN', 'Wind', 2025, 'SecondHalf', 80_000, true, 560, '陆上风电，供苏州工厂使用。'),
    ],
  },
];

export const DEALS = { Forward: SALES, Reverse: PURCHASES } as const satisfies Record<AuctionType, readonly DemoDeal[]>;

function lot(
  country: Country,
  fuel: FuelType,
  year: number,
  period: VintagePeriod,
  quantity: number,
  partial: boolean,
  fromCents: number,
  description: string,
  place: DevicePlace = NOWHERE,
): DemoLot {
  return { country, fuel, year, period, quantity, partial, fromCents, description, place };
}
