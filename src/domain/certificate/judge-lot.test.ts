import { expect, it } from 'vitest';
import { isOfVintage, judgeLot, type LotFields } from '#domain/certificate/judge-lot.ts';

const GOOD: LotFields = {
  first: '0000-0004-1016-8296.000000',
  last: '0000-0004-1017-5606.037999',
  periodFrom: '2024-01-01',
  periodTo: '2024-03-31',
  issuedOn: '2024-05-02',
  expiresOn: '',
  issuer: 'GCC',
  offsetAttributes: 'included',
  labels: '',
};
const TODAY = '2026-11-27';

it('accepts a lot in the newer and in the older style of its registry', () => {
  expect(judgeLot(GOOD, 'irec', TODAY)).toMatchObject({ ok: true, value: { style: 'irecDecimal', expiresOn: null } });
  const older = { ...GOOD, first: '0000-0000-9088-2258', last: '0000-0000-9088-2425' };
  expect(judgeLot(older, 'irec', TODAY)).toMatchObject({ ok: true, value: { style: 'irec' } });
});

it.each<[field: keyof LotFields, value: string, code: string]>([
  ['first', '', 'field_required'],
  ['first', '0000-0004-1017-5607.000000', 'serial_reversed'],
  ['first', 'TIGR-1234-GT-SM-08-2024-321-1', 'serial_format'],
  ['last', '9999-9999-9999-9999.999999', 'lot_too_large'],
  ['periodFrom', '', 'field_required'],
  ['periodFrom', '2024-13-01', 'date_invalid'],
  ['periodTo', '2023-12-31', 'period_reversed'],
  ['periodTo', '2025-01-31', 'period_in_two_years'],
  ['issuedOn', '2024-03-30', 'issued_before_production'],
  ['issuedOn', '2026-11-28', 'date_in_future'],
  ['expiresOn', '2024-05-01', 'expires_before_issue'],
  ['expiresOn', 'never', 'date_invalid'],
  ['issuer', 'x'.repeat(101), 'less_than_maximum_character'],
  ['offsetAttributes', 'some', 'choice_unknown'],
])('refuses %s %j: %s', (field, value, code) => {
  expect(judgeLot({ ...GOOD, [field]: value }, 'irec', TODAY)).toMatchObject({ refused: { [field]: { code } } });
});

it.each([
  ['2024-01-01', '2024-03-31', 'FullYear', true],
  ['2024-01-01', '2024-03-31', 'FirstQuarter', true],
  ['2024-01-01', '2024-04-30', 'FirstQuarter', false],
  ['2024-01-01', '2024-07-01', 'FirstHalf', false],
  ['2023-01-01', '2023-03-31', 'FullYear', false],
] as const)('production from %s to %s is of vintage 2024 %s: %s', (periodFrom, periodTo, period, is) => {
  expect(isOfVintage({ periodFrom, periodTo }, { year: 2024, period })).toBe(is);
});
