import { countryNameIn } from '#contract/basics/country-name.ts';
import { expect, test } from 'vitest';
import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { VINTAGE_PERIODS, vintageText } from '#domain/basics/vintage.ts';
import en from '#phrases/en.json' with { type: 'json' };

test('each period has its words', () => {
  expect(VINTAGE_PERIODS.map((period) => en.vintage[`period${period}`])).toEqual([
    'Full year',
    '1H',
    '2H',
    'Q1',
    'Q2',
    'Q3',
    'Q4',
  ]);
  expect(VINTAGE_PERIODS.map((period) => vintageText({ year: 2025, period }))).toEqual([
    '2025',
    '2025 1H',
    '2025 2H',
    '2025 Q1',
    '2025 Q2',
    '2025 Q3',
    '2025 Q4',
  ]);
});

test('the fuel types are the specified ones, each with words', () => {
  expect(FUEL_TYPES.map((fuel) => en.fuel[fuel])).toEqual([
    'Biogas',
    'Biomass',
    'Co-fired with fossil',
    'Geothermal',
    'Hydro',
    'Marine current',
    'Marine tidal',
    'Marine vertical pressure',
    'Marine wave',
    'Nuclear',
    'Solar',
    'Wind',
    'Solar & hydro',
  ]);
});

test('business accounts are in China, Malaysia and Vietnam', () => {
  expect(COUNTRIES.map((country) => countryNameIn('en', country))).toEqual(['China', 'Malaysia', 'Vietnam']);
  expect(COUNTRIES.map((country) => countryNameIn('zh', country))).toEqual(['中国', '马来西亚', '越南']);
});
