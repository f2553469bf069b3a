import type { CdpReportRow, ClaimsReportLine } from '#contract/claim/claims-report.ts';
import type { Language } from '#domain/basics/language.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import { CLAIM_CHECKS } from '#domain/claim/claim-checks.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';

type Columns<Row> = ExportColumn<Row>[];

/** Returns the columns of a claims report in an exported file: claim, certificates, device, trade and checks. */
export function claimsColumns(language: Language): Columns<ClaimsReportLine> {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  return [
    ...claimColumns(language),
    ...certificateColumns(language),
    ...deviceColumns(language),
    { heading: words('claim.trade'), value: ({ trade }) => trade.title },
    { heading: words('document.seller'), value: ({ trade }) => trade.seller },
    { heading: words('claim.awardedOn'), value: ({ trade }) => trade.awardedOn },
    { heading: words('claim.deliveredOn'), value: ({ trade }) => trade.deliveredOn ?? words('claim.unknown') },
    { heading: words('claim.invoices'), value: ({ trade }) => trade.invoices || words('claim.unknown') },
    { heading: words('claim.age'), value: ({ age }) => age ?? words('claim.unknown') },
    {
      heading: words('claim.vintageDistance'),
      value: ({ vintageDistance }) => vintageDistance ?? words('claim.unknown'),
    },
    ...CLAIM_CHECKS.map((check) => ({
      heading: words(`claim.checks.${check}`),
      value: ({ checks }: ClaimsReportLine) => words(`claim.check.${checks[check]}`),
    })),
  ];
}

function claimColumns(language: Language): Columns<ClaimsReportLine> {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    { heading: words('retirement.number'), value: ({ number }) => number },
    { heading: words('claim.entity'), value: ({ companyName }) => companyName },
    { heading: words('beneficiary.title'), value: ({ beneficiary }) => beneficiary.nameOnCertificates },
    {
      heading: words('beneficiary.accountType'),
      value: ({ beneficiary }) => words(`beneficiary.${beneficiary.accountType}`),
    },
    { heading: words('claim.country'), value: ({ beneficiary }) => country(beneficiary.country) },
    { heading: words('claim.location'), value: ({ beneficiary }) => known(beneficiary.location) },
    { heading: words('claim.periodFrom'), value: ({ claim }) => known(claim.periodFrom) },
    { heading: words('claim.periodTo'), value: ({ claim }) => known(claim.periodTo) },
    { heading: words('claim.purpose'), value: ({ claim }) => words(`claim.purposes.${claim.purpose}`) },
    { heading: words('claim.purposeText'), value: ({ claim }) => claim.purposeText },
    { heading: words('document.megawattHours'), value: ({ megawattHours }) => megawattHours },
    { heading: words('claim.state'), value: ({ state }) => words(`claim.states.${state}`) },
    { heading: words('claim.platformDay'), value: ({ retiredOn }) => retiredOn },
    { heading: words('claim.registryDay'), value: ({ registry }) => known(registry?.retiredOn) },
    {
      heading: words('claim.registry'),
      value: ({ registry, device }) => known(registry?.registry ?? device?.registry),
    },
    { heading: words('claim.reference'), value: ({ registry }) => known(registry?.reference) },
    { heading: words('claim.verificationKey'), value: ({ registry }) => known(registry?.verificationKey) },
    { heading: words('claim.address'), value: ({ registry }) => known(registry?.address) },
  ];
}

function certificateColumns(language: Language): Columns<ClaimsReportLine> {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    { heading: words('retiredRange.first'), value: ({ lot }) => known(lot?.first) },
    { heading: words('retiredRange.last'), value: ({ lot }) => known(lot?.last) },
    { heading: words('document.vintage'), value: ({ product }) => vintageText(product.vintage) },
    { heading: words('retiredRange.productionFrom'), value: ({ production }) => production.from },
    { heading: words('retiredRange.productionTo'), value: ({ production }) => production.to },
    { heading: words('retiredRange.issuedOn'), value: ({ lot }) => known(lot?.issuedOn) },
    { heading: words('retiredRange.expiresOn'), value: ({ lot }) => known(lot?.expiresOn) },
    { heading: words('retiredRange.issuer'), value: ({ lot }) => known(lot?.issuer) },
    {
      heading: words('retiredRange.offsets'),
      value: ({ lot }) => words(`claim.check.${answerOf(lot?.includesOffsets)}`),
    },
  ];
}

function deviceColumns(language: Language): Columns<ClaimsReportLine> {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    { heading: words('retiredRange.registryId'), value: ({ device }) => known(device?.registryId) },
    { heading: words('retiredRange.device'), value: ({ device }) => known(device?.name) },
    {
      heading: words('retiredRange.origin'),
      value: ({ device, product }) => country(device?.country || product.country),
    },
    { heading: words('retiredRange.region'), value: ({ device }) => known(device?.region) },
    { heading: words('item.fuel'), value: ({ product }) => words(`fuel.${product.fuelType}`) },
    {
      heading: words('retiredRange.fuel'),
      value: ({ device }) => known(device && `${device.fuelCode} ${device.fuelText}`.trim()),
    },
    {
      heading: words('retiredRange.technology'),
      value: ({ device }) => known(device && `${device.technologyCode} ${device.technologyText}`.trim()),
    },
    { heading: words('retiredRange.capacity'), value: ({ device }) => known(device?.capacity) },
    { heading: words('retiredRange.commissionedOn'), value: ({ device }) => known(device?.commissionedOn) },
    { heading: words('retiredRange.repoweredOn'), value: ({ device }) => known(device?.repoweredOn) },
    {
      heading: words('retiredRange.supported'),
      value: ({ device }) => words(`claim.check.${answerOf(device?.isSupported)}`),
    },
    { heading: words('retiredRange.labels'), value: ({ device }) => known(device?.labels.join(', ')) },
  ];
}

const answerOf = (value: boolean | null | undefined) => (value == null ? 'unknown' : value ? 'yes' : 'no');

type CdpColumn = { readonly heading: string; readonly value: (row: CdpReportRow) => string | number };

/** Returns the columns of table 7.30.14 of the CDP questionnaire, in its order. */
export function cdpColumns(language: Language): CdpColumn[] {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  return [
    { heading: words('cdp.country'), value: (row) => country(row.country) },
    { heading: words('cdp.method'), value: () => words('cdp.unbundled') },
    { heading: words('cdp.carrier'), value: () => words('cdp.electricity') },
    { heading: words('cdp.technology'), value: ({ technology }) => words(`cdp.technologies.${technology}`) },
    { heading: words('cdp.megawattHours'), value: ({ megawattHours }) => megawattHours },
    { heading: words('cdp.instrument'), value: ({ instrument }) => instrument || words('claim.unknown') },
    { heading: words('cdp.origin'), value: ({ origin }) => country(origin) },
    {
      heading: words('cdp.canReport'),
      value: ({ commissioningYear }) => words(`claim.check.${commissioningYear === null ? 'no' : 'yes'}`),
    },
    {
      heading: words('cdp.commissioningYear'),
      value: ({ commissioningYear }) => commissioningYear ?? words('claim.unknown'),
    },
    {
      heading: words('cdp.comment'),
      value: ({ megawattHoursAtRegistry, numbers }) =>
        words('cdp.commentText', { atRegistry: megawattHoursAtRegistry, numbers: numbers.join(', ') }),
    },
  ];
}
