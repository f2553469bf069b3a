import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';

/** The cells of a line of a file with items, by field. */
type Texts = Readonly<Record<string, string>>;

/** Returns the number of a cell. Null if the cell is empty or has no number, which the reader reports. */
export const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? null : Number(text);

const choiceOf = <Choice extends string>(choices: readonly Choice[], text: string | undefined): Choice | null =>
  choices.find((choice) => choice === text) ?? null;

/** Returns the product and the quantity of a line. Without a period, the vintage is the full year. */
export const productOfTexts = (values: Texts) => ({
  recCountry: values['recCountry'] || null,
  recFuelType: choiceOf(FUEL_TYPES, values['recFuelType']),
  vintageYear: numberOf(values['vintageYear']),
  vintagePeriod:
    values['vintagePeriod'] === '' ? ('FullYear' as const) : choiceOf(VINTAGE_PERIODS, values['vintagePeriod']),
  recQuantity: numberOf(values['recQuantity']),
});

/** Returns the description and the place of a line. */
export const placeOfTexts = (values: Texts) => ({
  description: values['description'] ?? '',
  address: values['address'] ?? '',
  latitude: numberOf(values['latitude']),
  longitude: numberOf(values['longitude']),
});
