import { expect, test } from 'vitest';
import { judgeRegions, provinceName, provincesOf, REGIONS, type Regions } from '#domain/platform-setting/regions.ts';

const SINGAPORE = { code: 'SG', provinces: [] };
const THAILAND = { code: 'TH', provinces: [{ code: 'TH-10', names: { en: 'Bangkok', zh: '曼谷' } }] };

const regions = (others: Partial<Regions>): Regions => ({ ...REGIONS, ...others });
const refusalAt = (field: keyof Regions, others: Partial<Regions>) => judgeRegions(regions(others))[field];

test('accepts the default countries, and others with or without provinces', () => {
  expect(judgeRegions(REGIONS)).toEqual({});
  expect(judgeRegions(regions({ countries: [...REGIONS.countries, SINGAPORE, THAILAND] }))).toEqual({});
  expect(judgeRegions(regions({ phoneCountries: ['MY', 'SG'], recCountries: ['TH'] }))).toEqual({});
});

test('requires a country, a known code and no repetition', () => {
  expect(refusalAt('countries', { countries: [] })).toEqual({ code: 'field_required' });
  expect(refusalAt('countries', { countries: [{ code: 'XX', provinces: [] }] })).toEqual({
    code: 'country_code_unknown',
    params: { country: 'XX' },
  });
  expect(refusalAt('countries', { countries: [SINGAPORE, SINGAPORE] })).toEqual({
    code: 'country_repeated',
    params: { country: 'SG' },
  });
});

test('refuses countries of RECs that are empty, unknown or repeated', () => {
  expect(refusalAt('recCountries', { recCountries: [] })?.code).toBe('field_required');
  expect(refusalAt('recCountries', { recCountries: ['MY', 'ZZ'] })?.params).toEqual({ country: 'ZZ' });
  expect(refusalAt('recCountries', { recCountries: ['MY', 'MY'] })?.code).toBe('country_repeated');
});

test('refuses phone countries that are empty, unknown or repeated', () => {
  expect(refusalAt('phoneCountries', { phoneCountries: [] })?.code).toBe('field_required');
  expect(refusalAt('phoneCountries', { phoneCountries: ['MY', 'ZZ'] })?.params).toEqual({ country: 'ZZ' });
  expect(refusalAt('phoneCountries', { phoneCountries: ['MY', 'MY'] })?.code).toBe('country_repeated');
});

test.each([
  ['province_code_format', [{ code: 'MY-10', names: { en: 'Selangor' } }]],
  ['province_code_format', [{ code: 'TH-1000', names: { en: 'Bangkok' } }]],
  ['province_repeated', [...THAILAND.provinces, ...THAILAND.provinces]],
  ['province_name_required', [{ code: 'TH-10', names: {} }]],
  ['province_name_required', [{ code: 'TH-10', names: { zh: '曼谷' } }]],
  ['province_name_invalid', [{ code: 'TH-10', names: { en: ' ' } }]],
  ['province_name_invalid', [{ code: 'TH-10', names: { en: 'B'.repeat(101) } }]],
])('refuses provinces with %s', (code, provinces) => {
  expect(refusalAt('countries', { countries: [{ code: 'TH', provinces }] })?.code).toBe(code);
});

test('takes the name of a province from the settings, then from the phrases', () => {
  const own = regions({ countries: [THAILAND, ...REGIONS.countries] });
  const nameOf = (province: string, language: string) =>
    provinceName(own, { province, language }, (known) => `phrase ${known}`);
  expect(nameOf('TH-10', 'zh')).toBe('曼谷');
  expect(nameOf('TH-10', 'ms')).toBe('Bangkok');
  expect(nameOf('MY-10', 'en')).toBe('phrase MY-10');
  expect(nameOf('TH-99', 'en')).toBe('TH-99');
  expect(provincesOf(own, 'DE')).toEqual([]);
});
