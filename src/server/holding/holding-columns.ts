import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Holding } from '#contract/holding/holding.ts';
import type { Retirement } from '#contract/holding/retirement.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Language } from '#domain/basics/language.ts';
import { textOfDecimal } from '#domain/basics/price.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type ProductFields = Pick<Holding, 'recCountry' | 'recFuelType' | 'recVintage'>;

function productColumns(language: Language): ExportColumn<ProductFields>[] {
  const words = wordsIn(language);
  return [
    {
      key: 'recCountry',
      heading: words('item.country'),
      value: ({ recCountry }) => countryNameIn(language, recCountry),
      raw: ({ recCountry }) => recCountry,
    },
    {
      key: 'recFuelType',
      heading: words('item.fuel'),
      value: ({ recFuelType }) => words(`fuel.${recFuelType}`),
      raw: ({ recFuelType }) => recFuelType,
    },
    { key: null, heading: words('holding.vintage'), value: ({ recVintage }) => vintageText(recVintage) },
    { key: 'vintageYear', raw: ({ recVintage }) => recVintage.year },
    { key: 'vintagePeriod', raw: ({ recVintage }) => recVintage.period },
  ];
}

/** Returns the columns of holdings in an exported file. */
export function holdingColumns(language: Language, timeZone: string): ExportColumn<Holding>[] {
  const words = wordsIn(language);
  return [
    { key: 'holdingId', raw: ({ id }) => id },
    { key: 'accountId', raw: ({ accountId }) => accountId },
    { key: 'companyName', heading: words('holding.holder'), value: ({ companyName }) => companyName },
    ...productColumns(language),
    { key: 'balance', heading: words('holding.balance'), value: ({ balance }) => balance },
    { key: 'quantity', heading: words('holding.quantity'), value: ({ quantity }) => quantity },
    { key: 'retired', heading: words('holding.retired'), value: ({ retired }) => retired },
    { key: 'released', heading: words('holding.released'), value: ({ released }) => released },
    { key: 'listed', raw: ({ listed }) => listed },
    { key: 'sourceKind', raw: ({ source }) => source.kind },
    { key: 'auctionId', raw: ({ source }) => (source.kind === 'auction' ? source.id : null) },
    { key: 'buyOrderId', raw: ({ source }) => (source.kind === 'buyOrder' ? source.id : null) },
    { key: 'sourceTitle', heading: words('holding.source'), value: ({ source }) => source.title },
    { key: 'acquiredFrom', heading: words('holding.from'), value: ({ acquiredFrom }) => acquiredFrom },
    {
      key: 'acquiredAt',
      heading: `${words('holding.acquiredAt')} (${timeZone})`,
      value: ({ acquiredAt }) => new Date(acquiredAt),
    },
    { key: 'price', heading: words('holding.price'), value: ({ price }) => ({ money: textOfDecimal(price) }) },
  ];
}

/** A row of an exported file: a retirement and one of its lines. */
export type RetiredLine = Omit<Retirement, 'lines'> & Retirement['lines'][number];

export const linesOf = (retirements: readonly Retirement[]): RetiredLine[] =>
  retirements.flatMap(({ lines, ...retirement }) => lines.map((line) => ({ ...retirement, ...line })));

/** Returns the columns of retirements in an exported file. */
export function retirementColumns(language: Language, timeZone: string): ExportColumn<RetiredLine>[] {
  const words = wordsIn(language);
  return [
    { key: 'retirementId', raw: ({ id }) => id },
    { key: 'holdingId', raw: ({ holdingId }) => holdingId },
    { key: 'accountId', raw: ({ accountId }) => accountId },
    { key: 'number', heading: words('retirement.number'), value: ({ number }) => number },
    {
      key: 'retiredAt',
      heading: `${words('retirement.retiredAt')} (${timeZone})`,
      value: ({ retiredAt }) => new Date(retiredAt),
    },
    { key: 'companyName', heading: words('holding.holder'), value: ({ companyName }) => companyName },
    ...productColumns(language),
    { key: 'quantity', heading: words('retirement.quantity'), value: ({ quantity }) => quantity },
    ...beneficiaryColumns(language),
    {
      key: 'periodFrom',
      heading: words('claim.periodFrom'),
      value: ({ claim }) => claim.periodFrom ?? words('claim.unknown'),
      raw: ({ claim }) => claim.periodFrom,
    },
    {
      key: 'periodTo',
      heading: words('claim.periodTo'),
      value: ({ claim }) => claim.periodTo ?? words('claim.unknown'),
      raw: ({ claim }) => claim.periodTo,
    },
    {
      key: 'purpose',
      heading: words('claim.purpose'),
      value: ({ claim }) => words(`claim.purposes.${claim.purpose}`),
      raw: ({ claim }) => claim.purpose,
    },
    { key: 'purposeText', heading: words('claim.purposeText'), value: ({ claim }) => claim.purposeText },
    {
      key: 'state',
      heading: words('claim.state'),
      value: ({ state }) => words(`claim.states.${state}`),
      raw: ({ state }) => state,
    },
    { key: 'retiredBy', heading: words('retirement.by'), value: ({ retiredBy }) => retiredBy ?? '' },
  ];
}

function beneficiaryColumns(language: Language): ExportColumn<Pick<RetiredLine, 'beneficiary'>>[] {
  const { words, country } = writerFor({ language, timeZone: 'UTC' });
  return [
    {
      key: 'beneficiaryType',
      heading: words('beneficiary.accountType'),
      value: ({ beneficiary }) => words(`beneficiary.${beneficiary.accountType}`),
      raw: ({ beneficiary }) => beneficiary.accountType,
    },
    { key: 'beneficiary', heading: words('beneficiary.title'), value: ({ beneficiary }) => beneficiary.name },
    {
      key: 'nameOnCertificates',
      heading: words('beneficiary.nameOnCertificates'),
      value: ({ beneficiary }) => beneficiary.nameOnCertificates,
    },
    {
      key: 'buildingOwnerName',
      heading: words('beneficiary.buildingOwnerName'),
      value: ({ beneficiary }) => beneficiary.buildingOwnerName,
    },
    { key: 'address', heading: words('beneficiary.address'), value: ({ beneficiary }) => beneficiary.address },
    {
      key: 'country',
      heading: words('claim.country'),
      value: ({ beneficiary }) => country(beneficiary.country),
      raw: ({ beneficiary }) => beneficiary.country,
    },
    {
      key: 'location',
      heading: words('claim.location'),
      value: ({ beneficiary }) => beneficiary.location || words('claim.unknown'),
      raw: ({ beneficiary }) => beneficiary.location,
    },
  ];
}
