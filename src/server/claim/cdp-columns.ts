import type { CdpReportRow } from '#contract/claim/claims-report.ts';
import type { Language } from '#domain/basics/language.ts';
import { writerFor } from '#server/platform/document/writer-for.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';

/** Returns the columns of table 7.30.14 of the CDP questionnaire, in its order. */
export function cdpColumns(language: Language): ExportColumn<CdpReportRow>[] {
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
