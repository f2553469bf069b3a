import { expect, test } from 'vitest';
import type { BusinessTypes } from '#domain/platform-setting/business-types.ts';
import { REGIONS } from '#domain/platform-setting/regions.ts';
import {
  judgeRegionsDraft,
  judgeTypesDraft,
  regionsDraftOf,
  regionsOf,
  regionsRefusals,
  typesDraftOf,
  typesOf,
} from '#web/platform-setting/setting-drafts.ts';

const THAILAND = { code: 'TH', provinces: [{ code: 'TH-10', names: { en: 'Bangkok', zh: '曼谷' } }] };
const DRAFT = {
  countries: 'th, sg',
  provinces: 'TH-10 | Bangkok | 曼谷\n\n',
  phoneCountries: '',
  recCountries: 'my vn',
};

test('the settings come back from the form as they were', () => {
  expect(regionsOf(regionsDraftOf(REGIONS))).toEqual(REGIONS);
  const own = {
    countries: [THAILAND, { code: 'SG', provinces: [] }],
    phoneCountries: ['MY', 'SG'],
    recCountries: ['TH'],
  };
  expect(regionsOf(regionsDraftOf(own))).toEqual(own);
  const types: BusinessTypes = {
    types: [
      { code: 'Trader', names: {} },
      { code: 'Coop', names: { zh: '合作社' } },
    ],
  };
  expect(typesOf(typesDraftOf(types))).toEqual(types);
});

test('countries are read in any case, provinces from lines and from cells of a spreadsheet', () => {
  expect(regionsOf(DRAFT).countries).toEqual([THAILAND, { code: 'SG', provinces: [] }]);
  expect(regionsOf({ ...DRAFT, provinces: 'TH-10\tBangkok\t曼谷' }).countries[0]).toEqual(THAILAND);
});

test('refusals of provinces are beside the provinces, and no line is lost', () => {
  const at = (provinces: string) => judgeRegionsDraft({ ...DRAFT, provinces }).provinces?.code;
  expect(judgeRegionsDraft(DRAFT)).toEqual({});
  expect(at('TH-10 | Bangkok\nTH-10 | Bangkok')).toBe('province_repeated');
  expect(at('TH-10')).toBe('province_name_required');
  expect(at('MY-14')).toBe('province_code_format');
  expect(judgeRegionsDraft({ ...DRAFT, countries: '', provinces: '' }).countries?.code).toBe('field_required');
  expect(regionsRefusals({ countries: { code: 'country_repeated' } })).toEqual({
    countries: { code: 'country_repeated' },
  });
});

test('refuses business types with a bad code', () => {
  expect(judgeTypesDraft({ types: 'Trader\nCo op | Cooperative' }).types?.code).toBe('business_type_code_format');
  expect(judgeTypesDraft({ types: '' }).types?.code).toBe('field_required');
});
