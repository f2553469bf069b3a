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
    { key: 'retirementId', raw: ({ retirementId }) => retirementId },
    { key: 'holdingId', raw: ({ holdingId }) => holdingId },
    { key: 'auctionId', raw: ({ trade }) => (trade.kind === 'auction' ? trade.id : null) },
    { key: 'buyOrderId', raw: ({ trade }) => (trade.kind === 'buyOrder' ? trade.id : null) },
    ...claimColumns(language),
    ...certificateColumns(language),
    ...deviceColumns(language),
    { key: 'tradeTitle', heading: words('claim.trade'), value: ({ trade }) => trade.title },
    { key: 'seller', heading: words('document.seller'), value: ({ trade }) => trade.seller },
    { key: 'awardedOn', heading: words('claim.awardedOn'), value: ({ trade }) => trade.awardedOn },
    {
      key: 'deliveredOn',
      heading: words('claim.deliveredOn'),
      value: ({ trade }) => trade.deliveredOn ?? words('claim.unknown'),
      raw: ({ trade }) => trade.deliveredOn,
    },
    {
      key: 'invoices',
      heading: words('claim.invoices'),
      value: ({ trade }) => trade.invoices || words('claim.unknown'),
      raw: ({ trade }) => trade.invoices,
    },
    {
      key: 'age',
      heading: words('claim.age'),
      value: ({ age }) => age ?? words('claim.unknown'),
      raw: ({ age }) => age,
    },
    {
      key: 'vintageDistance',
      heading: words('claim.vintageDistance'),
      value: ({ vintageDistance }) => vintageDistance ?? words('claim.unknown'),
      raw: ({ vintageDistance }) => vintageDistance,
    },
    ...CLAIM_CHECKS.map((check) => ({
      key: `check${check.charAt(0).toUpperCase()}${check.slice(1)}`,
      heading: words(`claim.checks.${check}`),
      value: ({ checks }: ClaimsReportLine) => words(`claim.check.${checks[check]}`),
      raw: ({ checks }: ClaimsReportLine) => checks[check],
    })),
  ];
}

function claimColumns(language: Language): Columns<ClaimsReportLine> {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    { key: 'number', heading: words('retirement.number'), value: ({ number }) => number },
    { key: 'companyName', heading: words('claim.entity'), value: ({ companyName }) => companyName },
    {
      key: 'nameOnCertificates',
      heading: words('beneficiary.title'),
      value: ({ beneficiary }) => beneficiary.nameOnCertificates,
    },
    {
      key: 'beneficiaryType',
      heading: words('beneficiary.accountType'),
      value: ({ beneficiary }) => words(`beneficiary.${beneficiary.accountType}`),
      raw: ({ beneficiary }) => beneficiary.accountType,
    },
    {
      key: 'country',
      heading: words('claim.country'),
      value: ({ beneficiary }) => country(beneficiary.country),
      raw: ({ beneficiary }) => beneficiary.country,
    },
    {
      key: 'location',
      heading: words('claim.location'),
      value: ({ beneficiary }) => known(beneficiary.location),
      raw: ({ beneficiary }) => beneficiary.location,
    },
    {
      key: 'periodFrom',
      heading: words('claim.periodFrom'),
      value: ({ claim }) => known(claim.periodFrom),
      raw: ({ claim }) => claim.periodFrom,
    },
    {
      key: 'periodTo',
      heading: words('claim.periodTo'),
      value: ({ claim }) => known(claim.periodTo),
      raw: ({ claim }) => claim.periodTo,
    },
    {
      key: 'purpose',
      heading: words('claim.purpose'),
      value: ({ claim }) => words(`claim.purposes.${claim.purpose}`),
      raw: ({ claim }) => claim.purpose,
    },
    { key: 'purposeText', heading: words('claim.purposeText'), value: ({ claim }) => claim.purposeText },
    { key: 'megawattHours', heading: words('document.megawattHours'), value: ({ megawattHours }) => megawattHours },
    {
      key: 'state',
      heading: words('claim.state'),
      value: ({ state }) => words(`claim.states.${state}`),
      raw: ({ state }) => state,
    },
    { key: 'retiredOn', heading: words('claim.platformDay'), value: ({ retiredOn }) => retiredOn },
    {
      key: 'registryRetiredOn',
      heading: words('claim.registryDay'),
      value: ({ registry }) => known(registry?.retiredOn),
      raw: ({ registry }) => registry?.retiredOn ?? null,
    },
    {
      key: 'registry',
      heading: words('claim.registry'),
      value: ({ registry, device }) => known(registry?.registry ?? device?.registry),
      raw: ({ registry, device }) => registry?.registry ?? device?.registry ?? null,
    },
    {
      key: 'reference',
      heading: words('claim.reference'),
      value: ({ registry }) => known(registry?.reference),
      raw: ({ registry }) => registry?.reference ?? null,
    },
    {
      key: 'verificationKey',
      heading: words('claim.verificationKey'),
      value: ({ registry }) => known(registry?.verificationKey),
      raw: ({ registry }) => registry?.verificationKey ?? null,
    },
    {
      key: 'address',
      heading: words('claim.address'),
      value: ({ registry }) => known(registry?.address),
      raw: ({ registry }) => registry?.address ?? null,
    },
  ];
}

function certificateColumns(language: Language): Columns<ClaimsReportLine> {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    {
      key: 'firstSerial',
      heading: words('retiredRange.first'),
      value: ({ lot }) => known(lot?.first),
      raw: ({ lot }) => lot?.first ?? null,
    },
    {
      key: 'lastSerial',
      heading: words('retiredRange.last'),
      value: ({ lot }) => known(lot?.last),
      raw: ({ lot }) => lot?.last ?? null,
    },
    { key: null, heading: words('document.vintage'), value: ({ product }) => vintageText(product.vintage) },
    { key: 'vintageYear', raw: ({ product }) => product.vintage.year },
    { key: 'vintagePeriod', raw: ({ product }) => product.vintage.period },
    {
      key: 'productionFrom',
      heading: words('retiredRange.productionFrom'),
      value: ({ production }) => production.from,
    },
    { key: 'productionTo', heading: words('retiredRange.productionTo'), value: ({ production }) => production.to },
    {
      key: 'issuedOn',
      heading: words('retiredRange.issuedOn'),
      value: ({ lot }) => known(lot?.issuedOn),
      raw: ({ lot }) => lot?.issuedOn ?? null,
    },
    {
      key: 'expiresOn',
      heading: words('retiredRange.expiresOn'),
      value: ({ lot }) => known(lot?.expiresOn),
      raw: ({ lot }) => lot?.expiresOn ?? null,
    },
    {
      key: 'issuer',
      heading: words('retiredRange.issuer'),
      value: ({ lot }) => known(lot?.issuer),
      raw: ({ lot }) => lot?.issuer ?? null,
    },
    {
      key: 'includesOffsets',
      heading: words('retiredRange.offsets'),
      value: ({ lot }) => words(`claim.check.${answerOf(lot?.includesOffsets)}`),
      raw: ({ lot }) => lot?.includesOffsets ?? null,
    },
  ];
}

function deviceColumns(language: Language): Columns<ClaimsReportLine> {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const known = (text: string | null | undefined): string => text || words('claim.unknown');
  return [
    {
      key: 'deviceRegistryId',
      heading: words('retiredRange.registryId'),
      value: ({ device }) => known(device?.registryId),
      raw: ({ device }) => device?.registryId ?? null,
    },
    {
      key: 'device',
      heading: words('retiredRange.device'),
      value: ({ device }) => known(device?.name),
      raw: ({ device }) => device?.name ?? null,
    },
    {
      key: 'origin',
      heading: words('retiredRange.origin'),
      value: ({ device, product }) => country(device?.country || product.country),
      raw: ({ device, product }) => device?.country || product.country,
    },
    {
      key: 'region',
      heading: words('retiredRange.region'),
      value: ({ device }) => known(device?.region),
      raw: ({ device }) => device?.region ?? null,
    },
    {
      key: 'recFuelType',
      heading: words('item.fuel'),
      value: ({ product }) => words(`fuel.${product.fuelType}`),
      raw: ({ product }) => product.fuelType,
    },
    {
      key: 'fuelCode',
      heading: words('retiredRange.fuel'),
      value: ({ device }) => known(device && `${device.fuelCode} ${device.fuelText}`.trim()),
      raw: ({ device }) => device?.fuelCode ?? null,
    },
    {
      key: 'technologyCode',
      heading: words('retiredRange.technology'),
      value: ({ device }) => known(device && `${device.technologyCode} ${device.technologyText}`.trim()),
      raw: ({ device }) => device?.technologyCode ?? null,
    },
    {
      key: 'capacity',
      heading: words('retiredRange.capacity'),
      value: ({ device }) => known(device?.capacity),
      raw: ({ device }) => device?.capacity ?? null,
    },
    {
      key: 'commissionedOn',
      heading: words('retiredRange.commissionedOn'),
      value: ({ device }) => known(device?.commissionedOn),
      raw: ({ device }) => device?.commissionedOn ?? null,
    },
    {
      key: 'repoweredOn',
      heading: words('retiredRange.repoweredOn'),
      value: ({ device }) => known(device?.repoweredOn),
      raw: ({ device }) => device?.repoweredOn ?? null,
    },
    {
      key: 'isSupported',
      heading: words('retiredRange.supported'),
      value: ({ device }) => words(`claim.check.${answerOf(device?.isSupported)}`),
      raw: ({ device }) => device?.isSupported ?? null,
    },
    {
      key: 'labels',
      heading: words('retiredRange.labels'),
      value: ({ device }) => known(device?.labels.join(', ')),
      raw: ({ device }) => device?.labels ?? null,
    },
  ];
}

const answerOf = (value: boolean | null | undefined) => (value == null ? 'unknown' : value ? 'yes' : 'no');

/** Returns the columns of table 7.30.14 of the CDP questionnaire, in its order. */
export function cdpColumns(language: Language): Columns<CdpReportRow> {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  return [
    { key: 'country', heading: words('cdp.country'), value: (row) => country(row.country), raw: (row) => row.country },
    { key: 'method', heading: words('cdp.method'), value: () => words('cdp.unbundled'), raw: () => 'unbundled' },
    { key: 'carrier', heading: words('cdp.carrier'), value: () => words('cdp.electricity'), raw: () => 'electricity' },
    {
      key: 'technology',
      heading: words('cdp.technology'),
      value: ({ technology }) => words(`cdp.technologies.${technology}`),
      raw: ({ technology }) => technology,
    },
    { key: 'megawattHours', heading: words('cdp.megawattHours'), value: ({ megawattHours }) => megawattHours },
    {
      key: 'instrument',
      heading: words('cdp.instrument'),
      value: ({ instrument }) => instrument || words('claim.unknown'),
      raw: ({ instrument }) => instrument,
    },
    {
      key: 'origin',
      heading: words('cdp.origin'),
      value: ({ origin }) => country(origin),
      raw: ({ origin }) => origin,
    },
    {
      key: 'canReport',
      heading: words('cdp.canReport'),
      value: ({ commissioningYear }) => words(`claim.check.${commissioningYear === null ? 'no' : 'yes'}`),
      raw: ({ commissioningYear }) => commissioningYear !== null,
    },
    {
      key: 'commissioningYear',
      heading: words('cdp.commissioningYear'),
      value: ({ commissioningYear }) => commissioningYear ?? words('claim.unknown'),
      raw: ({ commissioningYear }) => commissioningYear,
    },
    { key: 'megawattHoursAtRegistry', raw: (row) => row.megawattHoursAtRegistry },
    { key: 'numbers', raw: ({ numbers }) => numbers },
    {
      key: null,
      heading: words('cdp.comment'),
      value: ({ megawattHoursAtRegistry, numbers }) =>
        words('cdp.commentText', { atRegistry: megawattHoursAtRegistry, numbers: numbers.join(', ') }),
    },
  ];
}
