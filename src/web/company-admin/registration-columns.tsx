import type { RegistrationSummary } from '#contract/company/registration.ts';
import { CompanyName } from '#web/company-admin/company-name.tsx';
import { RegistrationBadge } from '#web/company/registration-badge.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { row: RegistrationSummary };

const Company = ({ row }: Props) => <CompanyName company={row} to={paths.accountRegistration(row.id)} />;
const Status = ({ row }: Props) => <RegistrationBadge status={row.status} />;
const Submitted = ({ row }: Props) => <Moment at={row.submittedAt} />;
const Registrant = ({ row }: Props) => row.username;
const TakenUp = ({ row }: Props) => row.takenUpBy ?? '–';

function Country({ row }: Props) {
  const say = useSay();
  return say(`country.${row.country}`);
}

export const REGISTRATION_COLUMNS: readonly Column<RegistrationSummary>[] = [
  { id: 'company', title: 'company.companyName', Cell: Company },
  { id: 'country', title: 'company.country', width: '120px', Cell: Country },
  { id: 'registrant', title: 'registration.registrant', width: '150px', Cell: Registrant },
  { id: 'submitted', title: 'registration.submittedAt', width: '190px', Cell: Submitted },
  { id: 'takenUp', title: 'registration.takenUpBy', width: '150px', Cell: TakenUp },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];
