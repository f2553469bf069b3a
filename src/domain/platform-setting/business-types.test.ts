import { expect, test } from 'vitest';
import {
  BUSINESS_TYPE_SETTINGS,
  businessTypeName,
  judgeBusinessTypes,
} from '#domain/platform-setting/business-types.ts';

const COOPERATIVE = { code: 'Cooperative', names: { en: 'Cooperative', zh: '合作社' } };

test('accepts the default types and a type of its own', () => {
  expect(judgeBusinessTypes(BUSINESS_TYPE_SETTINGS)).toEqual({});
  expect(judgeBusinessTypes({ types: [...BUSINESS_TYPE_SETTINGS.types, COOPERATIVE] })).toEqual({});
});

test.each([
  ['field_required', []],
  ['business_type_code_format', [{ code: 'Co op', names: { en: 'Cooperative' } }]],
  ['business_type_code_format', [{ code: '', names: { en: 'Cooperative' } }]],
  ['business_type_repeated', [COOPERATIVE, COOPERATIVE]],
  ['business_type_name_required', [{ code: 'Cooperative', names: { zh: '合作社' } }]],
  ['business_type_name_invalid', [{ code: 'Cooperative', names: { en: ' ' } }]],
  ['business_type_name_invalid', [{ code: 'Cooperative', names: { en: 'x'.repeat(101) } }]],
])('refuses %s', (code, types) => {
  expect(judgeBusinessTypes({ types }).types?.code).toBe(code);
});

test('takes a name from the settings, then from the phrases', () => {
  const settings = { types: [COOPERATIVE, ...BUSINESS_TYPE_SETTINGS.types] };
  const nameOf = (code: string, language: string) =>
    businessTypeName(settings, { code, language }, (code) => `phrase ${code}`);
  expect(nameOf('Cooperative', 'zh')).toBe('合作社');
  expect(nameOf('Cooperative', 'ms')).toBe('Cooperative');
  expect(nameOf('Trader', 'en')).toBe('phrase Trader');
  expect(nameOf('Broker', 'en')).toBe('Broker');
});
