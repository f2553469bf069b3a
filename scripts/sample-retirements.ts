import type { Brand, DocumentReader, PdfDocument } from '#server/platform/document/document.ts';
import { retirementStatementPdf } from '#server/holding/retirement-statement-pdf.ts';

/** The time of all samples. */
export const AT = new Date('2026-03-31T16:30:05.120Z');
/** A name as long as allowed. */
export const LONG =
  'Perusahaan Tenaga Boleh Baharu dan Pembangunan Lestari Semenanjung Timur (Kumpulan) Sendirian Berhad';
/** A name with rare characters. */
export const RARE = '喆堃䶮水力发电（深圳）有限公司 𠮷';

/** The reader of a sample, with its brand. */
export type Sample = DocumentReader & { readonly brand: Brand };

const RETIREMENT: Parameters<typeof retirementStatementPdf>[0] = {
  number: 'RET-2026-7K4M-92QX',
  retiredAt: AT,
  holder: LONG,
  beneficiary: {
    accountType: 'Building',
    name: RARE,
    address: 'Level 12, Menara Hijau, 88 Jalan Sultan Ismail, 50250 Kuala Lumpur; Wilayah Persekutuan, Malaysia',
    nameOnCertificates: `${LONG} & ${RARE}`,
    buildingOwnerName: 'Tổng công ty Điện lực Đà Nẵng',
    country: 'MY',
    location: 'Kuala Lumpur, level 12',
  },
  items: [
    { country: 'MY', fuelType: 'Hydro', vintage: { year: 2025, period: 'FullYear' }, quantity: 12_500 },
    {
      country: 'VN',
      fuelType: 'CoFiredWithFossil',
      vintage: { year: 2024, period: 'ThirdQuarter' },
      quantity: 100_000_000,
    },
  ],
  confirmedAt: 'https://recs.example.com/retirement/RET-2026-7K4M-92QX',
  claim: { periodFrom: '2025-01-01', periodTo: '2025-12-31', purpose: 'scope2', purposeText: '' },
  state: 'platform',
  registry: [],
  ranges: [],
};

/** A retirement on the platform only, without certificates. */
export const retirement = (how: Sample): PdfDocument => retirementStatementPdf(RETIREMENT, how);

/** The same retirement at the registry, with the certificates of one device of which much is unknown. */
export const redemption = (how: Sample): PdfDocument =>
  retirementStatementPdf(
    {
      ...RETIREMENT,
      state: 'registry',
      registry: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          companyName: LONG,
          registry: 'I-REC(E)',
          reference: 'RX-2026-0331-1630',
          verificationKey: '12345678',
          address: 'https://registry.example.com/public/verification/RX-2026-0331-1630',
          retiredOn: '2026-03-31',
          recordedAt: AT.toISOString(),
          evidenceIds: [],
        },
      ],
      ranges: [
        aRange('0000-0004-1016-8296.000000', '0000-0004-1017-5606.037999', '7310.038000'),
        aRange('0000-0004-1020-0000.000000', '0000-0004-1020-0097.961999', '97.962000'),
      ],
    },
    how,
  );

/** A range of certificates of one device, with this quantity in megawatt-hours. */
export const aRange = (first: string, last: string, quantity: string) => ({
  device: {
    registry: 'I-REC(E)',
    registryId: 'SUNGAI001',
    name: LONG,
    country: 'MY',
    region: 'Perak',
    fuelCode: 'ES300',
    fuelText: 'Hydro-electric head',
    technologyCode: 'TC320',
    technologyText: 'Run of river',
    capacity: '25.5',
    commissionedOn: '2012-05-01',
    repoweredOn: null,
    isSupported: null,
    labels: [],
  },
  lot: {
    first,
    last,
    quantity,
    production: { from: '2025-10-01', to: '2025-10-31' },
    issuedOn: '2025-12-01',
    expiresOn: null,
    issuer: 'Green Certificate Company',
    includesOffsets: true,
  },
});
