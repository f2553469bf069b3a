import type { FuelType } from '#domain/basics/fuel.ts';
import type { SerialStyle } from '#domain/certificate/serial-style.ts';

type Registry = {
  /** The styles in which the registry writes serial numbers, the newest first. */
  readonly styles: readonly [SerialStyle, ...SerialStyle[]];
  /** Matches the registry's codes of energy sources and of technologies. */
  readonly fuelCode: RegExp;
  readonly technologyCode: RegExp;
};

const FREE_CODE = /^[\p{L}\p{N} ._/-]{1,40}$/u;

/** The registries whose certificates Greenlot can name (docs/rules.md#certificates). `other` takes any serial numbers. */
export const REGISTRIES = {
  irec: {
    styles: ['irecDecimal', 'irec'],
    fuelCode: /^ES[1-9]\d{2}$/,
    technologyCode: /^TC[1-4]\d{2}$/,
  },
  aib: {
    styles: ['aib'],
    fuelCode: /^F\d{8}$/,
    technologyCode: /^T\d{6}$/,
  },
  tigr: { styles: ['tigr'], fuelCode: FREE_CODE, technologyCode: FREE_CODE },
  nar: { styles: ['nar'], fuelCode: FREE_CODE, technologyCode: FREE_CODE },
  mrets: { styles: ['mrets'], fuelCode: FREE_CODE, technologyCode: FREE_CODE },
  other: { styles: ['free'], fuelCode: FREE_CODE, technologyCode: FREE_CODE },
} as const satisfies Record<string, Registry>;
export type RegistryName = keyof typeof REGISTRIES;
export const REGISTRY_NAMES = Object.keys(REGISTRIES) as RegistryName[];

/** The first digits of I-REC's codes of energy sources, with the fuel types of the platform that they mean. */
const IREC_FUELS: readonly (readonly [start: string, fuels: readonly FuelType[]])[] = [
  ['ES1', ['Solar', 'SolarAndHydro']],
  ['ES2', ['Wind']],
  ['ES3', ['Hydro', 'SolarAndHydro']],
  ['ES41', ['MarineTidal']],
  ['ES42', ['MarineWave']],
  ['ES43', ['MarineCurrent']],
  ['ES44', ['MarineVerticalPressure']],
  ['ES5', ['Biomass']],
  ['ES6', ['Biomass']],
  ['ES7', ['Biogas']],
  ['ES81', ['Geothermal']],
  ['ES99', ['Solar', 'CoFiredWithFossil']],
  ['ES9', ['CoFiredWithFossil']],
];

/** Returns whether an energy source code of a registry can mean this fuel type. Only I-REC's codes are compared. */
export function meansFuel(registry: RegistryName, fuelCode: string, fuelType: FuelType): boolean {
  if (registry !== 'irec' || fuelCode === '') return true;
  const found = IREC_FUELS.find(([start]) => fuelCode.startsWith(start));
  return found === undefined || found[1].includes(fuelType);
}
