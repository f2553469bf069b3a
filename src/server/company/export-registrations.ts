import { sql } from 'kysely';
import { exportRegistrations } from '#contract/company/registration.ts';
import { companyColumns } from '#server/company/company-export.ts';
import { companyOf } from '#server/company/company-columns.ts';
import { findRegistrations, IN_ORDER, matching, type RegistrationRow } from '#server/company/registration-rows.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { operation } from '#server/platform/http/operation.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** The admin's list, all pages of it, as it is filtered (specification 7). */
export const exportRegistrationsOperation = operation(
  exportRegistrations,
  async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const rows = await findRegistrations(db, sql`${matching(filter)} ${IN_ORDER} limit ${rowsSought(format)}`);
    const columns = columnsFor(language, timeZone);
    return exportFile({ name: 'account-registrations', columns, rows }, { format, timeZone });
  },
);

function columnsFor(language: Language, timeZone: string): ExportColumn<RegistrationRow>[] {
  const words = wordsIn(language);
  return [
    { heading: words('registration.status'), value: ({ status }) => words(STATUS_WORDS[status]) },
    { heading: `${words('registration.submittedAt')} (${timeZone})`, value: (row) => row.submitted_at },
    { heading: words('registration.registrant'), value: (row) => row.username },
    { heading: words('registration.registrantEmail'), value: (row) => row.email },
    { heading: words('registration.takenUpBy'), value: (row) => row.taker ?? '' },
    ...companyColumns(language).map(({ heading, value }) => ({
      heading,
      value: (row: RegistrationRow) => value(companyOf(row)),
    })),
  ];
}

const STATUS_WORDS = {
  New: 'registration.statusNew',
  'In-Progress': 'registration.statusInProgress',
  Returned: 'registration.statusReturned',
  Approved: 'registration.statusApproved',
  Rejected: 'registration.statusRejected',
} as const satisfies Record<RegistrationRow['status'], string>;
