import { describe, expect, it, test } from 'vitest';
import { COUNTRIES } from '#domain/basics/country.ts';
import { PROVINCES } from '#domain/basics/province.ts';
import { tidyTexts } from '#domain/basics/text.ts';
import { COMPANY_CHOICES, isEnglishName, judgeCompany, type CompanyField } from '#domain/company/company.ts';
import { REGIONS } from '#domain/platform-setting/regions.ts';
import { aCompany } from '#testing/builders/company-builders.ts';

const codeOf = (field: CompanyField, text: string, others: Partial<Record<CompanyField, string>> = {}) =>
  judgeCompany(aCompany({ ...others, [field]: text }))[field]?.code;

const LONG = 'x'.repeat(256);

/** The cases of a field are in the order of its refusals. A text that breaks several rules gets the first refusal. */
describe('judgeCompany', () => {
  it('accepts a company of each country', () => {
    expect(judgeCompany(aCompany())).toEqual({});
    expect(
      judgeCompany(
        aCompany({
          country: 'CN',
          province: 'CN-GD',
          companyName: '深圳市华辰电子有限公司',
          englishCompanyName: 'Huachen',
        }),
      ),
    ).toEqual({});
    expect(
      judgeCompany(aCompany({ country: 'VN', province: 'VN-SG', sstNumber: '', contractAccountNumber: '' })),
    ).toEqual({});
  });

  it.each<[CompanyField, string, string | undefined]>([
    ['companyName', '', 'field_required'],
    ['companyName', ' \n ', 'field_required'],
    ['companyName', `😀${LONG}`, 'less_than_maximum_character'],
    ['companyName', 'Solar 😀', 'emoji_not_allowed'],
    ['companyName', 'Solar 🇲🇾', 'emoji_not_allowed'],
    ['companyName', 'Solar ☎️', 'emoji_not_allowed'],
    ['companyName', 'Solar 1️⃣', 'emoji_not_allowed'],
    ['companyName', 'Solar\u202Edhb', 'not_allow_special_character'],
    ['companyName', 'Solar\u0007', 'not_allow_special_character'],
    ['companyName', 'Rimba™ & Co. (M) Sdn. Bhd. #1 *', undefined],
    ['companyName', `${'x'.repeat(255)}  `, undefined],
    ['englishCompanyName', LONG, 'less_than_maximum_character'],
    ['englishCompanyName', '深圳', 'english_company_name_incorrect'],
    ['englishCompanyName', 'Électricité', 'english_company_name_incorrect'],
    ['englishCompanyName', '...', 'english_company_name_incorrect'],
    ['englishCompanyName', "Huachen's Electronics (Shenzhen) Co., Ltd. - 2nd", undefined],
    ['registrationNumber', '', 'field_required'],
    ['registrationNumber', `#${LONG}`, 'less_than_maximum_character'],
    ['registrationNumber', '201901000005 (1312345-X)', 'not_allow_special_character'],
    ['registrationNumber', '注册号', 'not_allow_special_character'],
    ['registrationNumber', '91440300-MA5 x', undefined],
    ['registeredAddress', '', 'field_required'],
    ['registeredAddress', `#${LONG}`, 'less_than_maximum_character'],
    ['registeredAddress', 'No. 12, #05-01', 'address_incorrect'],
    ['registeredAddress', 'Lot 7 🏭', 'address_incorrect'],
    ['registeredAddress', "12 . , ; ( ) [ ] { } / & _ | ' -", undefined],
    ['registeredAddress', '深圳市南山区科技园（南区），12 号', undefined],
    ['registeredAddress', '12 Đường Nguyễn Huệ,\nQuận 1', undefined],
    ['businessAddress', '', 'field_required'],
    ['businessAddress', 'a@b', 'address_incorrect'],
    ['country', '', 'field_required'],
    ['country', 'SG', 'choice_unknown'],
    ['province', '', 'field_required'],
    ['province', 'CN-GD', 'choice_unknown'],
    ['province', 'Johor', 'choice_unknown'],
    ['businessType', '', 'field_required'],
    ['businessType', 'Broker', 'choice_unknown'],
    ['picName', '', 'field_required'],
    ['picName', 'x'.repeat(101), 'less_than_maximum_character'],
    ['picName', '陈伟明 👍', 'emoji_not_allowed'],
    ['picName', "Nguyễn Văn An O'Neil", undefined],
    ['picEmail', '', 'field_required'],
    ['picEmail', 'nurul@rimba', 'invalid_email_format'],
    ['picEmail', '😀@rimba.example', 'emoji_not_allowed'],
    ['picTelephone', '', 'field_required'],
    ['picTelephone', '+60 12 345', 'phone_number_incorrect'],
    ['picTelephone', '123', 'phone_number_length'],
    ['picTelephone', '1'.repeat(21), 'phone_number_length'],
    ['contactNumber', '03-2161', 'phone_number_incorrect'],
    ['contactNumber', '03 2161 0000', undefined],
    ['sstNumber', '', undefined],
    ['sstNumber', LONG, 'less_than_maximum_character'],
    ['sstNumber', 'W10/1808', 'not_allow_special_character'],
    ['sstNumber', 'W10-1808 32', undefined],
    ['contractAccountNumber', '', undefined],
    ['contractAccountNumber', LONG, 'less_than_maximum_character'],
    ['contractAccountNumber', '2200-1234', 'not_allow_special_character'],
    ['contractAccountNumber', '2200 AB 12', undefined],
  ])('%s %j: %s', (field, text, code) => expect(codeOf(field, text)).toBe(code));

  it('asks for an English name if the original one is in another language', () => {
    expect(codeOf('englishCompanyName', '', { companyName: '深圳市华辰电子有限公司' })).toBe('field_required');
    expect(codeOf('englishCompanyName', '', { companyName: 'Rimba Solar' })).toBeUndefined();
    expect(codeOf('englishCompanyName', '', { companyName: '' })).toBe('field_required');
  });

  it('reports only that a province has no known country', () => {
    expect(judgeCompany(aCompany({ country: '', province: 'CN-GD' }))).toEqual({ country: { code: 'field_required' } });
  });

  const others = {
    ...COMPANY_CHOICES,
    regions: {
      ...REGIONS,
      countries: [
        { code: 'SG', provinces: [] },
        { code: 'TH', provinces: [{ code: 'TH-10', names: { en: 'Bangkok' } }] },
      ],
    },
    businessTypes: { types: [{ code: 'Cooperative', names: { en: 'Cooperative' } }] },
  };

  it('follows the countries, provinces and business types of the settings', () => {
    const judge = (country: string, province: string, businessType = 'Cooperative') =>
      judgeCompany(aCompany({ country, province, businessType }), others);
    expect(judge('TH', 'TH-10')).toEqual({});
    expect(judge('SG', '')).toEqual({});
    expect(judge('SG', 'SG-01')).toEqual({ province: { code: 'choice_unknown' } });
    expect(judge('TH', '')).toEqual({ province: { code: 'field_required' } });
    expect(judge('MY', 'MY-14', 'Generator')).toEqual({
      country: { code: 'choice_unknown' },
      businessType: { code: 'choice_unknown' },
    });
  });

  it('accepts the stored values of a company after they left the settings', () => {
    const stored = { country: 'MY', province: 'MY-14', businessType: 'Generator' };
    expect(judgeCompany(aCompany(stored), { ...others, stored })).toEqual({});
    expect(judgeCompany(aCompany({ ...stored, province: 'MY-10' }), { ...others, stored })).toEqual({
      province: { code: 'choice_unknown' },
    });
  });

  it('reports all problems together', () => {
    const nothing = Object.fromEntries(Object.keys(aCompany()).map((field) => [field, '']));
    const found = judgeCompany(aCompany(nothing));
    expect(Object.keys(found)).toHaveLength(12);
  });
});

test('removes meaningless spaces before storing, and judges both forms the same', () => {
  const { version: _version, ...given } = aCompany({
    companyName: '  Rimba \t Solar ',
    registeredAddress: 'Lot 7,\r\nJalan Ampang',
  });
  const tidy = tidyTexts(given);
  expect(tidy).toMatchObject({ companyName: 'Rimba Solar', registeredAddress: 'Lot 7, Jalan Ampang' });
  expect(tidyTexts(tidy)).toEqual(tidy);
});

test('an English name contains English letters or digits, and otherwise only punctuation', () => {
  expect(['Rimba', '3M', 'A&B (Asia)'].every(isEnglishName)).toBe(true);
  expect(['', ' ', '&', 'Công ty', '公司 Ltd', 'Solar ☀'].some(isEnglishName)).toBe(false);
});

test('provinces are those of ISO 3166-2, each in one country', () => {
  expect(COUNTRIES.map((country) => PROVINCES[country].length)).toEqual([34, 16, 34]);
  const all = COUNTRIES.flatMap((country) => PROVINCES[country].map((code) => [country, code] as const));
  expect(new Set(all.map(([, code]) => code)).size).toBe(84);
  expect(all.every(([country, code]) => code.startsWith(`${country}-`))).toBe(true);
});
