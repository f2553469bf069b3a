import type { Country } from '#domain/basics/country.ts';
import type { FuelType } from '#domain/basics/fuel.ts';
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
};

export type DemoSale = { readonly title: string; readonly seller: number; readonly lots: readonly DemoLot[] };

/** Sales that the demo draws on, round and round: ordinary lots at ordinary prices. */
export const SALES: readonly DemoSale[] = [
  {
    title: 'Peninsular Malaysia hydro 2025, block B',
    seller: 0,
    lots: [
      lot('MY', 'Hydro', 2025, 'FirstHalf', 480_000, true, 420, 'Run-of-river cascade on the upper Perak, 3 × 42 MW.'),
      lot('MY', 'Hydro', 2025, 'SecondHalf', 360_000, true, 440, 'Run-of-river cascade on the upper Perak, 3 × 42 MW.'),
      lot('MY', 'Solar', 2025, 'FullYear', 85_000, true, 520, 'Floating solar on the Temengor reservoir, 30 MW.'),
    ],
  },
  {
    title: 'Kedah solar farms, vintage 2025',
    seller: 1,
    lots: [
      lot('MY', 'Solar', 2025, 'FirstQuarter', 42_000, true, 560, 'Ground-mounted plant at Gurun, 50 MW, tracker.'),
      lot('MY', 'Solar', 2025, 'SecondQuarter', 46_000, true, 560, 'Ground-mounted plant at Gurun, 50 MW, tracker.'),
      lot('MY', 'Solar', 2024, 'FullYear', 30_000, false, 480, 'Rooftop portfolio, 112 sites, sold as one lot.'),
    ],
  },
  {
    title: 'Sarawak hydro and biomass, second half of 2025',
    seller: 2,
    lots: [
      lot('MY', 'Hydro', 2025, 'SecondHalf', 900_000, true, 380, 'Storage hydro, Baram basin.'),
      lot('MY', 'Biomass', 2025, 'FullYear', 65_000, true, 460, 'Empty fruit bunches, Bintulu, 24 MW.'),
    ],
  },
  {
    title: 'Mekong delta offshore wind, 2025',
    seller: 3,
    lots: [
      lot('VN', 'Wind', 2025, 'FirstHalf', 140_000, true, 610, 'Nearshore wind off Tra Vinh, 48 turbines of 4.2 MW.'),
      lot('VN', 'Wind', 2025, 'SecondHalf', 165_000, true, 610, 'Nearshore wind off Tra Vinh, 48 turbines of 4.2 MW.'),
      lot('VN', 'Solar', 2024, 'FullYear', 50_000, false, 450, 'Ninh Thuan solar park, 60 MW, sold as one lot.'),
    ],
  },
  {
    title: 'Biogas from palm oil mills, Perak and Pahang',
    seller: 0,
    lots: [
      lot('MY', 'Biogas', 2025, 'FullYear', 28_000, true, 490, 'Methane captured at five mills, 1.2 MW each.'),
      lot('MY', 'Biogas', 2024, 'FullYear', 15_000, true, 430, 'Methane captured at three mills, 1.2 MW each.'),
    ],
  },
  {
    title: 'Solar and hydro hybrid, northern grid, 2024',
    seller: 1,
    lots: [
      lot('MY', 'SolarAndHydro', 2024, 'FullYear', 210_000, true, 400, 'Pumped storage with 70 MW of floating solar.'),
      lot('MY', 'Hydro', 2024, 'SecondHalf', 120_000, true, 360, 'Small hydro, four stations, Kedah highlands.'),
    ],
  },
];

function lot(
  country: Country,
  fuel: FuelType,
  year: number,
  period: VintagePeriod,
  quantity: number,
  partial: boolean,
  fromCents: number,
  description: string,
): DemoLot {
  return { country, fuel, year, period, quantity, partial, fromCents, description };
}
