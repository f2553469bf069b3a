import type { ClaimsReportLine } from '#contract/claim/claims-report.ts';
import type { Language } from '#domain/basics/language.ts';
import { CLAIM_CHECKS } from '#domain/claim/claim-checks.ts';
import { certificateColumns, deviceColumns } from '#server/claim/certificate-columns.ts';
import { statedColumn, type ClaimColumns } from '#server/claim/stated-column.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';

/** Returns the columns of a claims report in an exported file: claim, certificates, device, trade and checks. */
export function claimsColumns(language: Language): ClaimColumns {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  return [
    { key: 'retirementId', raw: ({ retirementId }) => retirementId },
    { key: 'holdingId', raw: ({ holdingId }) => holdingId },
    { key: 'auctionId', raw: ({ trade }) => (trade.kind === 'auction' ? trade.id : null) },
    { key: 'buyOrderId', raw: ({ trade }) => (trade.kind === 'buyOrder' ? trade.id : null) },
    ...holderColumns(language),
    ...claimColumns(language),
    ...registryColumns(language),
    ...certificateColumns(language),
    ...deviceColumns(language),
    ...tradeColumns(language),
    ...CLAIM_CHECKS.map((check) => ({
      key: `check${check.charAt(0).toUpperCase()}${check.slice(1)}`,
      heading: words(`claim.checks.${check}`),
      value: ({ checks }: ClaimsReportLine) => words(`claim.check.${checks[check]}`),
      raw: ({ checks }: ClaimsReportLine) => checks[check],
    })),
  ];
}

function holderColumns(language: Language): ClaimColumns {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
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
    stated('location', words('claim.location'), ({ beneficiary }) => beneficiary.location),
  ];
}

function claimColumns(language: Language): ClaimColumns {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
  return [
    stated('periodFrom', words('claim.periodFrom'), ({ claim }) => claim.periodFrom),
    stated('periodTo', words('claim.periodTo'), ({ claim }) => claim.periodTo),
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
  ];
}

function registryColumns(language: Language): ClaimColumns {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
  return [
    stated('registryRetiredOn', words('claim.registryDay'), ({ registry }) => registry?.retiredOn),
    stated('registry', words('claim.registry'), ({ registry, device }) => registry?.registry ?? device?.registry),
    stated('reference', words('claim.reference'), ({ registry }) => registry?.reference),
    stated('verificationKey', words('claim.verificationKey'), ({ registry }) => registry?.verificationKey),
    stated('address', words('claim.address'), ({ registry }) => registry?.address),
  ];
}

function tradeColumns(language: Language): ClaimColumns {
  const { words } = writerFor({ language, timeZone: 'UTC' });
  const stated = statedColumn(language);
  return [
    { key: 'tradeTitle', heading: words('claim.trade'), value: ({ trade }) => trade.title },
    { key: 'seller', heading: words('document.seller'), value: ({ trade }) => trade.seller },
    { key: 'awardedOn', heading: words('claim.awardedOn'), value: ({ trade }) => trade.awardedOn },
    stated('deliveredOn', words('claim.deliveredOn'), ({ trade }) => trade.deliveredOn),
    stated('invoices', words('claim.invoices'), ({ trade }) => trade.invoices),
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
  ];
}
