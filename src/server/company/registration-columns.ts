import type { Language } from '#domain/basics/language.ts';
import type { CompanyChoices } from '#domain/company/company.ts';
import { companyColumns } from '#server/company/company-columns.ts';
import type { RegistrationRow } from '#server/company/registration-rows.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Returns the columns of registrations in an exported file. */
export function registrationColumns(
  language: Language,
  timeZone: string,
  choices: CompanyChoices,
): ExportColumn<RegistrationRow>[] {
  const words = wordsIn(language);
  return [
    { key: 'registrationId', raw: ({ id }) => id },
    { key: 'userId', raw: (row) => row.user_id },
    { key: 'accountId', raw: (row) => row.account_id },
    {
      key: 'status',
      heading: words('registration.status'),
      value: ({ status }) => words(STATUS_WORDS[status]),
      raw: ({ status }) => status,
    },
    {
      key: 'submittedAt',
      heading: `${words('registration.submittedAt')} (${timeZone})`,
      value: (row) => row.submitted_at,
    },
    { key: 'registrant', heading: words('registration.registrant'), value: (row) => row.username },
    { key: 'registrantEmail', heading: words('registration.registrantEmail'), value: (row) => row.email },
    { key: 'takenUpBy', heading: words('registration.takenUpBy'), value: (row) => row.taker ?? '' },
    ...companyColumns(language, choices),
  ];
}

const STATUS_WORDS = {
  New: 'registration.statusNew',
  'In-Progress': 'registration.statusInProgress',
  Returned: 'registration.statusReturned',
  Approved: 'registration.statusApproved',
  Rejected: 'registration.statusRejected',
} as const satisfies Record<RegistrationRow['status'], string>;
