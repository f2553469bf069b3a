import type { Holding } from '#contract/holding/holding.ts';
import type { Retirement } from '#contract/holding/retirement.ts';
import { vintageText } from '#domain/basics/vintage.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

type ProductFields = Pick<Holding, 'recCountry' | 'recFuelType' | 'recVintage'>;

function productColumns(language: Language): ExportColumn<ProductFields>[] {
  const words = wordsIn(language);
  return [
    { heading: words('item.country'), value: ({ recCountry }) => words(`country.${recCountry}`) },
    { heading: words('item.fuel'), value: ({ recFuelType }) => words(`fuel.${recFuelType}`) },
    { heading: words('holding.vintage'), value: ({ recVintage }) => vintageText(recVintage) },
  ];
}

/** Returns the columns of holdings in an exported file. */
export function holdingColumns(language: Language, timeZone: string): ExportColumn<Holding>[] {
  const words = wordsIn(language);
  return [
    { heading: words('holding.holder'), value: ({ companyName }) => companyName },
    ...productColumns(language),
    { heading: words('holding.balance'), value: ({ balance }) => balance },
    { heading: words('holding.quantity'), value: ({ quantity }) => quantity },
    { heading: words('holding.retired'), value: ({ retired }) => retired },
    { heading: words('holding.released'), value: ({ released }) => released },
    { heading: words('holding.source'), value: ({ source }) => source.title },
    { heading: words('holding.from'), value: ({ acquiredFrom }) => acquiredFrom },
    { heading: `${words('holding.acquiredAt')} (${timeZone})`, value: ({ acquiredAt }) => new Date(acquiredAt) },
    { heading: words('holding.price'), value: ({ price }) => ({ money: price.toFixed(2) }) },
  ];
}

/** A row of an exported file: a retirement and one of its lines. */
export type RetiredLine = Omit<Retirement, 'lines'> & Retirement['lines'][number];

export const linesOf = (retirements: readonly Retirement[]): RetiredLine[] =>
  retirements.flatMap(({ lines, ...retirement }) => lines.map((line) => ({ ...retirement, ...line })));

/** Returns the columns of retirements in an exported file. */
export function retirementColumns(language: Language, timeZone: string): ExportColumn<RetiredLine>[] {
  const { words, country } = writerFor({ language, timeZone });
  return [
    { heading: words('retirement.number'), value: ({ number }) => number },
    { heading: `${words('retirement.retiredAt')} (${timeZone})`, value: ({ retiredAt }) => new Date(retiredAt) },
    { heading: words('holding.holder'), value: ({ companyName }) => companyName },
    ...productColumns(language),
    { heading: words('retirement.quantity'), value: ({ quantity }) => quantity },
    {
      heading: words('beneficiary.accountType'),
      value: ({ beneficiary }) => words(`beneficiary.${beneficiary.accountType}`),
    },
    { heading: words('beneficiary.title'), value: ({ beneficiary }) => beneficiary.name },
    { heading: words('beneficiary.nameOnCertificates'), value: ({ beneficiary }) => beneficiary.nameOnCertificates },
    { heading: words('beneficiary.buildingOwnerName'), value: ({ beneficiary }) => beneficiary.buildingOwnerName },
    { heading: words('beneficiary.address'), value: ({ beneficiary }) => beneficiary.address },
    { heading: words('claim.country'), value: ({ beneficiary }) => country(beneficiary.country) },
    { heading: words('claim.location'), value: ({ beneficiary }) => beneficiary.location || words('claim.unknown') },
    { heading: words('claim.periodFrom'), value: ({ claim }) => claim.periodFrom ?? words('claim.unknown') },
    { heading: words('claim.periodTo'), value: ({ claim }) => claim.periodTo ?? words('claim.unknown') },
    { heading: words('claim.purpose'), value: ({ claim }) => words(`claim.purposes.${claim.purpose}`) },
    { heading: words('claim.purposeText'), value: ({ claim }) => claim.purposeText },
    { heading: words('claim.state'), value: ({ state }) => words(`claim.states.${state}`) },
    { heading: words('retirement.by'), value: ({ retiredBy }) => retiredBy ?? '' },
  ];
}
