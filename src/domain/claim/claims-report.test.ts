import { expect, test } from 'vitest';
import { cdpRows } from '#domain/claim/cdp-table.ts';
import { decimalOfMillionths, knownMillionths } from '#domain/certificate/serial-range.ts';
import { claimsLines, daysOfVintage, sumMegawattHours, type ClaimedPart } from '#domain/claim/claims-report.ts';
import { UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import type { RetiredRange } from '#domain/claim/retired-range.ts';

const PART: ClaimedPart = {
  retirementId: 'r',
  holdingId: 'h',
  number: 'N-1',
  companyName: 'Meranti',
  retiredOn: '2022-02-01',
  beneficiary: {
    accountType: 'Corporate',
    name: 'Meranti',
    address: 'Perai',
    nameOnCertificates: 'Meranti',
    buildingOwnerName: '',
    country: 'MY',
    location: 'Perai',
  },
  claim: { periodFrom: '2021-01-01', periodTo: '2021-12-31', purpose: 'scope2', purposeText: '' },
  product: { country: 'MY', fuelType: 'Hydro', vintage: { year: 2021, period: 'FourthQuarter' } },
  quantity: 7_408,
  registry: null,
  trade: {
    kind: 'auction',
    id: 'a',
    title: 'Hydro',
    seller: 'Sungai Perak',
    awardedOn: '2022-01-05',
    deliveredOn: null,
    invoices: '',
  },
};

const REGISTRY = {
  registry: 'I-REC(E)',
  reference: 'RX-1',
  verificationKey: '12345678',
  address: '',
  retiredOn: '2022-02-03',
  hasEvidence: true,
};

const aRange = (quantity: string, commissionedOn: string | null = '2012-01-01'): RetiredRange => ({
  retirementId: 'r',
  holdingId: 'h',
  device: {
    registry: 'I-REC(E)',
    registryId: 'SUNGAI001',
    name: 'Sungai Perak Hydro',
    country: 'MY',
    region: 'Perak',
    fuelCode: 'ES300',
    fuelText: 'Hydro',
    technologyCode: 'TC320',
    technologyText: 'Run of river',
    capacity: '25',
    commissionedOn,
    repoweredOn: null,
    isSupported: false,
    labels: [],
  },
  lot: {
    first: '0000-0004-1016-8296.000000',
    last: '0000-0004-1017-5606.037999',
    quantity,
    production: { from: '2020-10-01', to: '2020-10-31' },
    issuedOn: '2021-02-01',
    expiresOn: null,
    issuer: 'GCC',
    includesOffsets: null,
  },
});

test('RECs without certificates are one line with the days of their vintage, and unknown stays unknown', () => {
  const [line, ...others] = claimsLines([PART], []);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    year: 2021,
    state: 'platform',
    megawattHours: '7408.000000',
    production: { from: '2021-10-01', to: '2021-12-31' },
    lot: null,
    device: null,
    vintageDistance: 0,
    checks: { periodOverlap: 'yes', ageWithin15Years: 'unknown', notExpired: 'unknown', retiredAtRegistry: 'no' },
  });
});

test('each range is a line, fractions included, and the lines add up to the RECs of the part', () => {
  // Found in a real redemption: 7,310.038000 + 97.962000 = 7,408.000000.
  const lines = claimsLines([{ ...PART, registry: REGISTRY }], [aRange('7310.038000'), aRange('97.962000')]);
  expect(lines.map(({ megawattHours }) => megawattHours)).toEqual(['7310.038000', '97.962000']);
  expect(sumMegawattHours(lines)).toBe('7408.000000');
  expect(lines[0]).toMatchObject({
    state: 'registry',
    vintageDistance: 3,
    checks: { periodOverlap: 'no', periodNear: 'yes', ageWithin15Years: 'yes', evidenceAttached: 'yes' },
  });
  const some = claimsLines([PART], [aRange('7310.038000')]);
  expect(some.map(({ megawattHours, lot }) => [megawattHours, lot === null])).toEqual([
    ['7310.038000', false],
    ['97.962000', true],
  ]);
});

test('without a reporting period the year is that of the retirement', () => {
  expect(claimsLines([{ ...PART, claim: UNKNOWN_CLAIM }], [])[0]?.year).toBe(2022);
});

test('the CDP table sums up by technology, instrument, origin and commissioning year', () => {
  const other = { ...PART, number: 'N-2', quantity: 10, holdingId: 'other', registry: REGISTRY };
  const lines = claimsLines([PART, other], [aRange('7308'), aRange('100', '1900-01-01')]);
  expect(cdpRows(lines)).toEqual([
    {
      country: 'MY',
      technology: 'hydropower',
      instrument: 'I-REC(E)',
      origin: 'MY',
      commissioningYear: 2012,
      megawattHours: '7308.000000',
      megawattHoursAtRegistry: '0.000000',
      numbers: ['N-1'],
    },
    {
      country: 'MY',
      technology: 'hydropower',
      instrument: 'I-REC(E)',
      origin: 'MY',
      commissioningYear: null,
      megawattHours: '110.000000',
      megawattHoursAtRegistry: '10.000000',
      numbers: ['N-1', 'N-2'],
    },
  ]);
});

test.each(['0.000001', '7310.038000', '999999999.999999', '1.000000'])('%s is the same in millionths', (text) => {
  expect(decimalOfMillionths(knownMillionths(text))).toBe(text);
});

test.each([
  ['FullYear', '2021-01-01', '2021-12-31'],
  ['FirstHalf', '2021-01-01', '2021-06-30'],
  ['FirstQuarter', '2021-01-01', '2021-03-31'],
] as const)('a vintage of a %s lasts from %s to %s', (period, from, to) => {
  expect(daysOfVintage({ year: 2021, period })).toEqual({ from, to });
});
