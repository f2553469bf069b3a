import type { AccountSummary } from '#contract/company/company.ts';
import { AccountBadge } from '#web/company-admin/account-badge.tsx';
import { CompanyName } from '#web/company-admin/company-name.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = { row: AccountSummary };

const Company = ({ row }: Props) => <CompanyName company={row} to={paths.businessAccount(row.id)} />;
/** Accounts from before companies registered here may have none. */
const RegistrationNumber = ({ row }: Props) => row.registrationNumber || '–';
const Since = ({ row }: Props) => <Moment at={row.createdAt} />;
const Status = ({ row }: Props) => <AccountBadge status={row.status} />;
const Country = ({ row }: Props) => useSay()(`country.${row.country}`);
const Type = ({ row }: Props) => useSay()(`businessType.${row.businessType}`);

export const ACCOUNT_COLUMNS: readonly Column<AccountSummary>[] = [
  { id: 'company', title: 'company.companyName', Cell: Company },
  { id: 'number', title: 'company.registrationNumber', width: '180px', Cell: RegistrationNumber },
  { id: 'type', title: 'company.businessType', width: '160px', Cell: Type },
  { id: 'country', title: 'company.country', width: '120px', Cell: Country },
  { id: 'since', title: 'account.createdAt', width: '190px', Cell: Since },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];
