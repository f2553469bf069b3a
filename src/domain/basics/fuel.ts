/** Fuel types of the specification, section 3, in its order; words in every language stand in the phrases (`fuel.*`). */
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
