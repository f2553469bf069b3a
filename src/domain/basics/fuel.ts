/** Fuel types in the specified order (docs/rules.md#items). Their names in each language are phrases (`fuel.*`). */
export const FUEL_TYPES = [
  'Biogas',
  'Biomass',
  'CoFiredWithFossil',
  'Geothermal',
  'Hydro',
  'MarineCurrent',
  'MarineTidal',
  'MarineVerticalPressure',
  'MarineWave',
  'Nuclear',
  'Solar',
  'Wind',
  'SolarAndHydro',
] as const;
export type FuelType = (typeof FUEL_TYPES)[number];
