import type { AuctionType } from '#domain/auction/direction.ts';
import type { DevicePlace } from '#domain/auction/device-place.ts';
import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
import type { VintagePeriod } from '#domain/basics/vintage.ts';
import type { AcceptedSellOrderItem } from '#domain/marketplace/judge-sell-order-item.ts';

/** An item that auctions and sell orders of the demo offer. */
export type DemoLot = Omit<AcceptedSellOrderItem, 'holdingId'>;

export type AuctionLot = DemoLot & {
  /** The opening price in sen of Malaysian ringgit. Prices in other currencies are derived from it. */
  readonly fromCents: number;
  /** If true, a bid must take the whole item. */
  readonly isWhole?: true;
};

/** The contents of one auction of the demo. `owner` is an index into the owners of its direction. */
export type DemoDeal = {
  readonly title: string;
  readonly owner: number;
  readonly lots: readonly AuctionLot[];
  /** If true, the auction has images of its plants. */
  readonly hasPictures?: true;
};

type Plant = Pick<DemoLot, 'recCountry' | 'recFuelType' | 'description' | keyof DevicePlace>;

const plant = (recCountry: Country, recFuelType: FuelType, description: string, place = NOWHERE): Plant => ({
  recCountry,
  recFuelType,
  description,
  ...place,
});

export const lot = (of: Plant, vintageYear: number, vintagePeriod: VintagePeriod, recQuantity: number): DemoLot => ({
  ...of,
  vintageYear,
  vintagePeriod,
  recQuantity,
});

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
const CAMERON = at('Ringlet, Cameron Highlands, Pahang', 4.4131, 101.3836);
const LANCANG = at('云南 普洱', 22.78, 100.98);
const PLEIKU = at('Pleiku, Gia Lai', 13.98, 108);

/** Plants that sellers own. */
export const PLANTS = {
  perakCascade: plant('MY', 'Hydro', 'Run-of-river cascade on the upper Perak, 3 × 42 MW.', GERIK),
  temengorSolar: plant('MY', 'Solar', 'Floating solar on the Temengor reservoir, 30 MW.', TEMENGOR),
  gurunTracker: plant('MY', 'Solar', 'Ground-mounted plant at Gurun, 50 MW, tracker.', GURUN),
  gurunBifacial: plant('MY', 'Solar', '50 MW, bifacial modules on trackers.', GURUN),
  gurunGround: plant('MY', 'Solar', 'Ground-mounted plant, 50 MW.', CAMERON),
  rooftops: plant('MY', 'Solar', 'Rooftop portfolio, 112 sites, sold as one lot.'),
  baramHydro: plant('MY', 'Hydro', 'Storage hydro, Baram basin.', BARAM),
  bintuluBunches: plant('MY', 'Biomass', 'Empty fruit bunches, Bintulu, 24 MW.', BINTULU),
  bintuluSteam: plant('MY', 'Biomass', '12 MW, steam turbine.', BINTULU),
  traVinhNearshore: plant('VN', 'Wind', 'Nearshore wind off Tra Vinh, 48 turbines of 4.2 MW.', TRA_VINH),
  traVinhOffshore: plant('VN', 'Wind', 'Offshore wind farm, 48 MW.', TRA_VINH),
  ninhThuanSolar: plant('VN', 'Solar', 'Ninh Thuan solar park, 60 MW, sold as one lot.', PHAN_RANG),
  giaLaiSolar: plant('VN', 'Solar', 'Solar park, 30 MW.', PLEIKU),
  fiveMills: plant('MY', 'Biogas', 'Methane captured at five mills, 1.2 MW each.'),
  threeMills: plant('MY', 'Biogas', 'Methane captured at three mills, 1.2 MW each.'),
  balingHybrid: plant('MY', 'SolarAndHydro', 'Pumped storage with 70 MW of floating solar.', BALING),
  kedahHydro: plant('MY', 'Hydro', 'Small hydro, four stations, Kedah highlands.'),
  cameronHydro: plant('MY', 'Hydro', 'Small hydro, 4 MW.', CAMERON),
  pahangWind: plant('MY', 'Wind', 'Ridge wind farm, 24 MW.', CAMERON),
  lancangHydro: plant('CN', 'Hydro', '装机容量 2 × 120 MW。', LANCANG),
} satisfies Record<string, Plant>;

/** Deals that the demo uses in turn: ordinary items at ordinary prices. After the last deal follows the first one. */
const SALES: readonly DemoDeal[] = [
  {
    title: 'Peninsular Malaysia hydro 2025, block B',
    owner: 0,
    hasPictures: true,
    lots: [
      { ...lot(PLANTS.perakCascade, 2025, 'FirstHalf', 480_000), fromCents: 420 },
      { ...lot(PLANTS.perakCascade, 2025, 'SecondHalf', 360_000), fromCents: 440 },
      { ...lot(PLANTS.temengorSolar, 2025, 'FullYear', 85_000), fromCents: 520 },
    ],
  },
  {
    title: 'Kedah solar farms, vintage 2025',
    owner: 1,
    lots: [
      { ...lot(PLANTS.gurunTracker, 2025, 'FirstQuarter', 42_000), fromCents: 560 },
      { ...lot(PLANTS.gurunTracker, 2025, 'SecondQuarter', 46_000), fromCents: 560 },
      { ...lot(PLANTS.rooftops, 2024, 'FullYear', 30_000), fromCents: 480, isWhole: true },
    ],
  },
  {
    title: 'Sarawak hydro and biomass, second half of 2025',
    owner: 2,
    hasPictures: true,
    lots: [
      { ...lot(PLANTS.baramHydro, 2025, 'SecondHalf', 900_000), fromCents: 380 },
      { ...lot(PLANTS.bintuluBunches, 2025, 'FullYear', 65_000), fromCents: 460 },
    ],
  },
  {
    title: 'Mekong delta offshore wind, 2025',
    owner: 3,
    hasPictures: true,
    lots: [
      { ...lot(PLANTS.traVinhNearshore, 2025, 'FirstHalf', 140_000), fromCents: 610 },
      { ...lot(PLANTS.traVinhNearshore, 2025, 'SecondHalf', 165_000), fromCents: 610 },
      { ...lot(PLANTS.ninhThuanSolar, 2024, 'FullYear', 50_000), fromCents: 450, isWhole: true },
    ],
  },
  {
    title: 'Biogas from palm oil mills, Perak and Pahang',
    owner: 0,
    lots: [
      { ...lot(PLANTS.fiveMills, 2025, 'FullYear', 28_000), fromCents: 490 },
      { ...lot(PLANTS.threeMills, 2024, 'FullYear', 15_000), fromCents: 430 },
    ],
  },
  {
    title: 'Solar and hydro hybrid, northern grid, 2024',
    owner: 1,
    hasPictures: true,
    lots: [
      { ...lot(PLANTS.balingHybrid, 2024, 'FullYear', 210_000), fromCents: 400 },
      { ...lot(PLANTS.kedahHydro, 2024, 'SecondHalf', 120_000), fromCents: 360 },
    ],
  },
];

/** The items that demo buyers ask for. Any plant that matches the description may sell them. */
const WANTED = {
  peninsularHydro: plant('MY', 'Hydro', 'Any plant in Peninsular Malaysia, for campus JHB-1.'),
  newSolar: plant('MY', 'Solar', 'Built after 2020, for the reporting year 2025.'),
  oneWindFarm: plant('MY', 'Wind', 'One plant, taken as a whole.'),
  northernSolar: plant('MY', 'Solar', 'Rooftop or ground-mounted, Penang or Kedah preferred.'),
  vietnameseWind: plant('VN', 'Wind', 'For the assembly plant at Bac Ninh.'),
  southwestHydro: plant('CN', 'Hydro', '云南或四川水电，供深圳工厂使用。'),
  onshoreWind: plant('CN', 'Wind', '陆上风电，供苏州工厂使用。'),
} satisfies Record<string, Plant>;

const PURCHASES: readonly DemoDeal[] = [
  {
    title: 'Straits Data Centres buys hydro and solar, 2025',
    owner: 1,
    lots: [
      { ...lot(WANTED.peninsularHydro, 2025, 'FullYear', 240_000), fromCents: 640 },
      { ...lot(WANTED.newSolar, 2025, 'FullYear', 90_000), fromCents: 720 },
      { ...lot(WANTED.oneWindFarm, 2025, 'FullYear', 20_000), fromCents: 760, isWhole: true },
    ],
  },
  {
    title: 'Meranti Semiconductor buys for its 2025 report',
    owner: 0,
    lots: [
      { ...lot(WANTED.northernSolar, 2025, 'SecondHalf', 60_000), fromCents: 700 },
      { ...lot(WANTED.vietnameseWind, 2025, 'FullYear', 110_000), fromCents: 780 },
    ],
  },
  {
    title: '深圳华辰电子 2025 年水电绿证采购',
    owner: 3,
    lots: [
      { ...lot(WANTED.southwestHydro, 2025, 'FullYear', 150_000), fromCents: 520 },
      { ...lot(WANTED.onshoreWind, 2025, 'SecondHalf', 80_000), fromCents: 560 },
    ],
  },
];

export const DEALS = { Forward: SALES, Reverse: PURCHASES } as const satisfies Record<AuctionType, readonly DemoDeal[]>;
