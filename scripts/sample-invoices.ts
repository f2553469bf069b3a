import type { ClaimsReport, ClaimsReportLine } from '#contract/claim/claims-report.ts';
import type { Invoice, InvoiceParty } from '#domain/invoice/invoice.ts';
import { claimsReportPdf } from '#server/claim/claims-report-pdf.ts';
import { invoicePdf } from '#server/invoice/invoice-pdf.ts';
import type { PdfDocument } from '#server/platform/document/document.ts';
import { aRange, AT, LONG, RARE, type Sample } from './sample-retirements.ts';

const PARTY: InvoiceParty = {
  companyName: LONG,
  englishCompanyName: '',
  registrationNumber: '202001012345',
  taxNumber: 'C20880050010',
  sstNumber: 'W10-1808-32000001',
  address: 'Level 12, Menara Hijau, 88 Jalan Sultan Ismail',
  city: 'Kuala Lumpur',
  postalCode: '50250',
  province: 'MY-14',
  country: 'MY',
  phone: '+60 3 2161 0001',
  email: 'billing@example.com',
  industryCode: '35101',
  activity: 'Generation of electricity',
};

const INVOICE: Invoice = {
  type: 'invoice',
  kind: 'sale',
  number: 'SPH-INV-2026-000042',
  issuedOn: '2026-04-01',
  issuedAt: AT.toISOString(),
  dueOn: '2026-04-15',
  currency: 'MYR',
  issuer: PARTY,
  receiver: {
    ...PARTY,
    companyName: RARE,
    englishCompanyName: 'Zhekun Yan Hydropower (Shenzhen) Co., Ltd.',
    country: 'CN',
  },
  bank: {
    bankName: 'Kinta Valley Bank',
    bankCountry: 'MY',
    accountHolder: LONG,
    account: '514012345678',
    bic: 'KVBKMYKL',
  },
  trade: 'Hydro and solar of the peninsula, first half of the year – the autumn auction of small plants',
  tradeReference: '00000000-0000-4000-8000-000000000042',
  corrects: null,
  lines: Array.from({ length: 30 }, (_, at) => ({
    description: {
      en: `Malaysia · Solar and hydro · ${1996 + at} 1H`,
      zh: `马来西亚 · 太阳能与水电 · ${1996 + at}年上半年`,
    },
    quantity: 100_000_000 - at,
    unitPrice: '9999999.99',
    net: '999999999000000.00',
    taxAmount: '79999999920000.00',
  })),
  tax: { code: '02', rateHundredths: 800, reason: '' },
  net: '29999999970000000.00',
  taxAmount: '2399999997600000.00',
  payable: '32399999967600000.00',
};

/** An invoice with tax and a bank account, between companies with long names. */
export const invoice = ({ brand, ...reader }: Sample): PdfDocument => invoicePdf(INVOICE, { ...reader, brand });

/** A credit note of one line for that invoice. */
export const creditNote = ({ brand, ...reader }: Sample): PdfDocument => {
  const corrects = { number: INVOICE.number, issuedOn: INVOICE.issuedOn, reason: 'Half of the fee, as agreed.' };
  const lines = INVOICE.lines.slice(0, 1);
  const content = { ...INVOICE, type: 'creditNote', number: 'CRN-2026-000007', dueOn: null, corrects, lines } as const;
  return invoicePdf(content, { ...reader, brand });
};

const ID = '00000000-0000-4000-8000-000000000001';
const CHECKED = {
  namedBeneficiary: 'yes',
  periodOverlap: 'yes',
  periodNear: 'yes',
  sameMarket: 'no',
  ageWithin15Years: 'yes',
  notExpired: 'unknown',
  evidenceAttached: 'no',
  retiredAtRegistry: 'yes',
} as const;

const LINE: ClaimsReportLine = {
  retirementId: ID,
  holdingId: ID,
  number: 'RET-2026-7K4M-92QX',
  companyName: LONG,
  retiredOn: '2026-03-31',
  beneficiary: {
    accountType: 'Building',
    name: RARE,
    address: 'Level 12, Menara Hijau',
    nameOnCertificates: `${LONG} & ${RARE}`,
    buildingOwnerName: '',
    country: 'VN',
    location: 'Thành phố Hồ Chí Minh',
  },
  claim: { periodFrom: '2025-01-01', periodTo: '2025-12-31', purpose: 'scope2', purposeText: '' },
  product: { country: 'MY', fuelType: 'MarineVerticalPressure', vintage: { year: 2025, period: 'FourthQuarter' } },
  registry: {
    registry: 'I-REC(E)',
    reference: 'RX-2026-0331-1630',
    verificationKey: '12345678',
    address: '',
    retiredOn: '2026-03-31',
    hasEvidence: false,
  },
  trade: {
    kind: 'auction',
    id: ID,
    title: INVOICE.trade,
    seller: RARE,
    awardedOn: '2026-03-01',
    deliveredOn: null,
    invoices: INVOICE.number,
  },
  year: 2025,
  state: 'registry',
  megawattHours: '7310.038000',
  production: { from: '2025-10-01', to: '2025-10-31' },
  ...aRange('0000-0004-1016-8296.000000', '0000-0004-1017-5606.037999', '7310.038000'),
  vintageDistance: 0,
  age: 13,
  checks: CHECKED,
};

const REPORT: ClaimsReport = {
  accountId: ID,
  companyName: LONG,
  year: 2025,
  years: [2025],
  megawattHours: '87720.456000',
  megawattHoursAtRegistry: '80410.418000',
  // The certificates behind the second line are not known.
  lines: Array.from({ length: 12 }, (_, at) =>
    at === 1 ? { ...LINE, registry: null, lot: null, device: null } : LINE,
  ),
  cdp: [
    {
      country: 'VN',
      technology: 'hydropower',
      megawattHours: '87720.456000',
      megawattHoursAtRegistry: '80410.418000',
      instrument: 'I-REC(E)',
      origin: 'MY',
      commissioningYear: 2012,
      numbers: Array.from({ length: 12 }, (_, at) => `RET-2026-7K4M-92Q${at}`),
    },
  ],
};

/** A claims report with certificates that are known and certificates that are not. */
export const claimsReport = ({ brand, ...reader }: Sample): PdfDocument =>
  claimsReportPdf(REPORT, { ...reader, brand, statedAt: AT });
