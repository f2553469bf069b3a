import { expect, test } from 'vitest';
import { quantityText, sizeOf } from '#domain/certificate/serial-range.ts';
import { parseSerials, type SerialStyle } from '#domain/certificate/serial-style.ts';
import { claimsLines, sumMegawattHours, type ClaimedPart } from '#domain/claim/claims-report.ts';
import type { RetiredRange } from '#domain/claim/retired-range.ts';

// Two published statements (docs/settlement.md#claims-report-and-published-statements). What a statement does not say is
// unknown here, too. Only the trade is invented, because statements name none.
const TRADE = {
  kind: 'auction',
  id: 'a',
  title: 'Hydro 2021',
  seller: 'Seller',
  awardedOn: '2021-06-01',
  deliveredOn: '2021-06-10',
  invoices: 'INV-2021-000001',
} as const;

type Facts = Pick<ClaimedPart, 'companyName' | 'beneficiary' | 'claim' | 'retiredOn' | 'registry' | 'quantity'>;
const aPart = (facts: Facts): ClaimedPart => ({
  ...facts,
  retirementId: 'r',
  holdingId: 'h',
  number: 'N-1',
  // The platform's own product, which no statement has. The checks read the country of the device.
  product: { country: 'MY', fuelType: 'Hydro', vintage: { year: 2021, period: 'FullYear' } },
  trade: TRADE,
});

/** Returns a range with the quantity that follows from its serial numbers. */
function aRange(
  style: SerialStyle,
  { device, lot }: Pick<RetiredRange, 'device'> & { lot: Omit<RetiredRange['lot'], 'quantity'> },
) {
  const serials = parseSerials(style, lot);
  if ('code' in serials) throw new Error(serials.code);
  return { retirementId: 'r', holdingId: 'h', device, lot: { ...lot, quantity: quantityText(sizeOf(serials)) } };
}

const IREC = aPart({
  companyName: 'THE FILECOIN FOUNDATION',
  beneficiary: {
    accountType: 'Corporate',
    name: 'THE FILECOIN FOUNDATION',
    address: '',
    nameOnCertificates: 'THE FILECOIN FOUNDATION',
    buildingOwnerName: '',
    country: 'ID',
    location: '',
  },
  claim: {
    periodFrom: '2021-01-01',
    periodTo: '2021-12-31',
    purpose: 'other',
    purposeText: 'Zero Labs Tokenization - go to ipfs.io/ipfs/_CID_.',
  },
  quantity: 12,
  retiredOn: '2022-12-23',
  registry: {
    registry: 'I-REC(E)',
    reference: '2022-1223-0811-20',
    verificationKey: '18755919',
    address: 'https://evident.app/public/certificates/en/',
    retiredOn: '2022-12-23',
    hasEvidence: true,
  },
});

const IREC_RANGE = aRange('irecDecimal', {
  device: {
    registry: 'I-REC(E)',
    registryId: '',
    name: 'Lebong Hydro',
    country: 'ID',
    region: '',
    fuelCode: '',
    fuelText: 'Hydro-electric',
    technologyCode: '',
    technologyText: 'Run of river',
    capacity: null,
    commissionedOn: '2013-06-25',
    repoweredOn: null,
    isSupported: false,
    labels: [],
  },
  lot: {
    first: '0000-0000-6529-5750.000000',
    last: '0000-0000-6529-5761.999999',
    production: { from: '2020-10-01', to: '2020-10-31' },
    issuedOn: null,
    expiresOn: null,
    issuer: '',
    includesOffsets: true,
  },
});

test('an I-REC(E) redemption of 12 MWh in Indonesia: produced three months early by a plant of eight years', () => {
  const lines = claimsLines([IREC], [IREC_RANGE]);
  expect(sumMegawattHours(lines)).toBe('12.000000');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    companyName: 'THE FILECOIN FOUNDATION',
    beneficiary: { nameOnCertificates: 'THE FILECOIN FOUNDATION', country: 'ID', location: '' },
    claim: { periodFrom: '2021-01-01', periodTo: '2021-12-31' },
    year: 2021,
    state: 'registry',
    registry: { verificationKey: '18755919', retiredOn: '2022-12-23' },
    lot: {
      first: '0000-0000-6529-5750.000000',
      last: '0000-0000-6529-5761.999999',
      quantity: '12',
      includesOffsets: true,
    },
    device: { name: 'Lebong Hydro', country: 'ID', technologyText: 'Run of river', isSupported: false },
    production: { from: '2020-10-01', to: '2020-10-31' },
    vintageDistance: 3,
    age: 8,
    trade: { deliveredOn: '2021-06-10', invoices: 'INV-2021-000001' },
  });
  expect(lines[0]?.checks).toEqual({
    namedBeneficiary: 'yes',
    periodOverlap: 'no',
    periodNear: 'yes',
    sameMarket: 'yes',
    ageWithin15Years: 'yes',
    notExpired: 'unknown',
    evidenceAttached: 'yes',
    retiredAtRegistry: 'yes',
  });
});

const GO = aPart({
  companyName: 'Miner ID f02576',
  beneficiary: {
    accountType: 'Corporate',
    name: 'Miner ID f02576',
    address: '',
    nameOnCertificates: 'Miner ID f02576',
    buildingOwnerName: '',
    country: 'DK',
    location: 'Denmark',
  },
  claim: {
    periodFrom: '2021-01-01',
    periodTo: '2021-12-31',
    purpose: 'other',
    purposeText: 'Disclosure: Energy Web AG (EWAG)',
  },
  quantity: 29,
  retiredOn: '2021-08-30',
  registry: {
    registry: 'AIB',
    reference: '2021083000079',
    verificationKey: '',
    address: '',
    retiredOn: '2021-08-30',
    hasEvidence: true,
  },
});

const GO_RANGE = aRange('aib', {
  device: {
    registry: 'AIB',
    registryId: '707052300010006872',
    name: 'Åmela',
    country: 'NO',
    region: 'N-6120 Folkestad',
    fuelCode: 'F01050200',
    fuelText: 'Renewable/Mechanical source or other/Hydro & marine',
    technologyCode: 'T030000',
    technologyText: 'Hydropower',
    capacity: '32',
    commissionedOn: '1977-01-01',
    repoweredOn: null,
    isSupported: false,
    labels: ['GO'],
  },
  lot: {
    first: '708000340067300000000071882353',
    last: '708000340067300000000071882381',
    production: { from: '2021-03-04', to: '2021-03-04' },
    issuedOn: '2021-03-22',
    expiresOn: null,
    issuer: 'Norway',
    includesOffsets: null,
  },
});

test('a cancellation of 29 guarantees of origin from Norway for Denmark: another country, and a plant of 44 years', () => {
  const lines = claimsLines([GO], [GO_RANGE]);
  expect(sumMegawattHours(lines)).toBe('29.000000');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    beneficiary: { nameOnCertificates: 'Miner ID f02576', country: 'DK', location: 'Denmark' },
    claim: { periodFrom: '2021-01-01', periodTo: '2021-12-31', purposeText: 'Disclosure: Energy Web AG (EWAG)' },
    year: 2021,
    state: 'registry',
    registry: { reference: '2021083000079', retiredOn: '2021-08-30' },
    lot: { quantity: '29', issuedOn: '2021-03-22', issuer: 'Norway', includesOffsets: null },
    device: {
      registryId: '707052300010006872',
      name: 'Åmela',
      fuelCode: 'F01050200',
      technologyCode: 'T030000',
      capacity: '32',
      labels: ['GO'],
    },
    production: { from: '2021-03-04', to: '2021-03-04' },
    vintageDistance: 0,
    age: 44,
  });
  expect(lines[0]?.checks).toEqual({
    namedBeneficiary: 'yes',
    periodOverlap: 'yes',
    periodNear: 'yes',
    // RE100 takes Europe as one market. The report compares countries (decision 104).
    sameMarket: 'no',
    ageWithin15Years: 'no',
    notExpired: 'unknown',
    evidenceAttached: 'yes',
    retiredAtRegistry: 'yes',
  });
});
