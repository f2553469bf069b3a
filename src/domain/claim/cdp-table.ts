import type { FuelType } from '#domain/basics/fuel.ts';
import { groupBy } from '#domain/basics/group-by.ts';
import { commissioningYearOf } from '#domain/claim/claim-checks.ts';
import { sumMegawattHours, type ClaimsLine } from '#domain/claim/claims-report.ts';

/** Technologies of table 7.30.14 of the CDP questionnaire. */
export const CDP_TECHNOLOGIES = [
  'solar',
  'wind',
  'hydropower',
  'biomass',
  'geothermal',
  'marine',
  'nuclear',
  'mix',
] as const;
export type CdpTechnology = (typeof CDP_TECHNOLOGIES)[number];

const TECHNOLOGY_OF: Readonly<Record<FuelType, CdpTechnology>> = {
  Biogas: 'biomass',
  Biomass: 'biomass',
  CoFiredWithFossil: 'mix',
  Geothermal: 'geothermal',
  Hydro: 'hydropower',
  MarineCurrent: 'marine',
  MarineTidal: 'marine',
  MarineVerticalPressure: 'marine',
  MarineWave: 'marine',
  Nuclear: 'nuclear',
  Solar: 'solar',
  Wind: 'wind',
  SolarAndHydro: 'mix',
};

/** A row of the table. The sourcing method and the energy carrier are the same in all rows, so they are phrases. */
export type CdpRow = {
  /** Where the electricity was consumed; empty if unknown. */
  readonly country: string;
  readonly technology: CdpTechnology;
  readonly megawattHours: string;
  /** The part of it whose retirement at a registry is recorded. */
  readonly megawattHoursAtRegistry: string;
  /** The registry whose certificates were retired; empty if no registry is recorded. */
  readonly instrument: string;
  /** Where the electricity was produced. */
  readonly origin: string;
  /** The year of the commissioning or the last repowering; null if it cannot be reported. */
  readonly commissioningYear: number | null;
  /** Numbers of the statements of this row, for the comment. */
  readonly numbers: readonly string[];
};

/**
 * Returns table 7.30.14: the lines of a claims report, summed up by country, technology, instrument, origin and
 * commissioning year.
 */
export function cdpRows(lines: readonly ClaimsLine[]): CdpRow[] {
  const rows = lines.map((line) => ({ line, key: keyOf(line) }));
  const groups = groupBy(rows, ({ key }) => JSON.stringify(Object.values(key)));
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group;
      if (!first) return [];
      const own = group.map(({ line }) => line);
      return [
        {
          ...first.key,
          megawattHours: sumMegawattHours(own),
          megawattHoursAtRegistry: sumMegawattHours(own.filter(({ state }) => state === 'registry')),
          numbers: [...new Set(own.map(({ number }) => number))].toSorted(),
        },
      ];
    });
}

const keyOf = ({ beneficiary, product, registry, device }: ClaimsLine) => ({
  country: beneficiary.country,
  technology: TECHNOLOGY_OF[product.fuelType],
  instrument: registry?.registry ?? device?.registry ?? '',
  origin: device?.country || product.country,
  commissioningYear: commissioningYearOf({
    commissionedOn: device?.commissionedOn ?? null,
    repoweredOn: device?.repoweredOn ?? null,
  }),
});
