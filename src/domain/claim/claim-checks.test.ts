import { expect, test } from 'vitest';
import { CLAIM_CHECKS, checkClaim, vintageDistanceOf, type CheckedFacts } from '#domain/claim/claim-checks.ts';

/** A claim that passes every check. Each case changes one fact. */
const GOOD: CheckedFacts = {
  nameOnCertificates: 'Meranti Semiconductor',
  consumedIn: 'MY',
  producedIn: 'MY',
  reporting: { from: '2021-01-01', to: '2021-12-31' },
  production: { from: '2021-03-01', to: '2021-03-31' },
  commissionedOn: '2012-05-01',
  repoweredOn: null,
  expiresOn: '2022-12-31',
  retiredOn: '2022-02-01',
  isAtRegistry: true,
  hasEvidence: true,
};

test('a claim with everything passes every check', () => {
  expect(Object.values(checkClaim(GOOD))).toEqual(CLAIM_CHECKS.map(() => 'yes'));
});

const cases: readonly (readonly [why: string, change: Partial<CheckedFacts>, expected: object])[] = [
  ['nobody is named', { nameOnCertificates: ' ' }, { namedBeneficiary: 'no' }],
  // Found in real statements: production of October 2020 for the year 2021.
  ['production 2020-10 for 2021', { production: { from: '2020-10-01', to: '2020-10-31' } }, { periodOverlap: 'no' }],
  [
    'production 2020-05 for 2021',
    { production: { from: '2020-05-01', to: '2020-05-31' } },
    { periodOverlap: 'no', periodNear: 'no' },
  ],
  [
    'production three months after the period',
    { production: { from: '2022-03-01', to: '2022-03-31' } },
    { periodOverlap: 'no' },
  ],
  [
    'production four months after the period',
    { production: { from: '2022-04-01', to: '2022-04-30' } },
    { periodOverlap: 'no', periodNear: 'no' },
  ],
  ['a shared last day', { production: { from: '2021-12-31', to: '2022-06-30' } }, {}],
  ['an unknown period', { reporting: null }, { periodOverlap: 'unknown', periodNear: 'unknown' }],
  ['an unknown production', { production: null }, { periodOverlap: 'unknown', periodNear: 'unknown' }],
  ['another market', { producedIn: 'VN' }, { sameMarket: 'no' }],
  ['an unknown place of consumption', { consumedIn: '' }, { sameMarket: 'unknown' }],
  // Found in real statements: devices of 1994 and 2009 after the 15 years of RE100.
  ['a device of 1994', { commissionedOn: '1994-06-01' }, { ageWithin15Years: 'no' }],
  ['a device of 2005 for 2021', { commissionedOn: '2005-12-31' }, { ageWithin15Years: 'no' }],
  ['a device of 2006 for 2021', { commissionedOn: '2006-01-01' }, {}],
  [
    'a device of 2009 for 2025',
    {
      commissionedOn: '2009-01-01',
      reporting: { from: '2025-01-01', to: '2025-12-31' },
      production: { from: '2025-03-01', to: '2025-03-31' },
      retiredOn: '2022-02-01',
    },
    { ageWithin15Years: 'no' },
  ],
  ['an old device that was repowered', { commissionedOn: '1994-06-01', repoweredOn: '2018-01-01' }, {}],
  // French registries write 1900-01-01 for an unknown date.
  ['commissioning on 1900-01-01', { commissionedOn: '1900-01-01' }, { ageWithin15Years: 'unknown' }],
  ['repowering on 1900-01-01', { repoweredOn: '1900-01-01' }, {}],
  ['no commissioning date', { commissionedOn: null }, { ageWithin15Years: 'unknown' }],
  ['a device younger than its claim', { commissionedOn: '2024-01-01' }, { ageWithin15Years: 'unknown' }],
  [
    'no period: the age counts in the year of the retirement',
    { reporting: null, commissionedOn: '2006-01-01' },
    { periodOverlap: 'unknown', periodNear: 'unknown', ageWithin15Years: 'no' },
  ],
  ['certificates that had expired', { retiredOn: '2023-01-01' }, { notExpired: 'no' }],
  ['the last valid day', { retiredOn: '2022-12-31' }, {}],
  ['an unknown expiry', { expiresOn: null }, { notExpired: 'unknown' }],
  ['no evidence', { hasEvidence: false }, { evidenceAttached: 'no' }],
  [
    'the platform only',
    { isAtRegistry: false, hasEvidence: false },
    { evidenceAttached: 'no', retiredAtRegistry: 'no' },
  ],
];

test.each(cases)('%s', (_why, change, expected) => {
  const failed = Object.entries(checkClaim({ ...GOOD, ...change })).filter(([, result]) => result !== 'yes');
  expect(Object.fromEntries(failed)).toEqual(expected);
});

test('the distance of the vintage is stated in months, and stays unknown', () => {
  expect(vintageDistanceOf({ ...GOOD, production: { from: '2020-10-01', to: '2020-10-31' } })).toBe(3);
  expect(vintageDistanceOf(GOOD)).toBe(0);
  expect(vintageDistanceOf({ ...GOOD, reporting: null })).toBeNull();
});
