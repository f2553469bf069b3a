import { Button } from '@mantine/core';
import { IconBuilding, IconBuildingPlus, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { REGISTRATION_TABS } from '#contract/basics/choices.ts';
import { type AccountSummary, exportAccounts, listAccounts } from '#contract/company/company.ts';
import {
  exportRegistrations,
  listRegistrations,
  REGISTRATION_PAGE,
  type RegistrationSummary,
} from '#contract/company/registration.ts';
import { countryCodes } from '#domain/platform-setting/regions.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { ACCOUNT_LOOKS, AccountBadge } from '#web/company-admin/account-badge.tsx';
import type { accountSearch, registrationSearch } from '#web/company-admin/company-search.ts';
import { REFRESH_MS } from '#web/company-admin/registration-query.ts';
import { RegistrationBadge } from '#web/company/registration-looks.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { env } from '#web/platform/page/env.ts';
import { useCompanyWords } from '#web/platform/format/company-words.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './company-name.module.css';

/** The list of business accounts. */
export function AccountListPage() {
  const say = useSay();
  const words = useCompanyWords();
  const { regions, businessTypes } = env();
  const { businessType, country, status, ...asked }: ReturnType<typeof accountSearch> = useSearch({ strict: false });
  const filters = { businessType, country, status };
  const query = { ...pageQueryOf(asked), ...filters };
  const result = useQuery(readPageQuery(['accounts', query], listAccounts, { query }));
  const isFiltered = query.search !== '' || Object.values(filters).some((filter) => filter !== undefined);
  return (
    <>
      <PageTitle
        title="account.title"
        note={say('account.note')}
        actions={
          <Button
            variant="default"
            component={Link}
            to={paths.companyImport}
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          >
            {say('import.fromFile')}
          </Button>
        }
      />
      <PagedList
        list="accounts"
        title="account.title"
        search="account.search"
        columns={ACCOUNT_COLUMNS}
        result={result}
        query={query}
        isFiltered={isFiltered}
        none={{ title: 'account.none', hint: 'account.noneHint', icon: IconBuilding }}
        load={(format) => apiFile(exportAccounts, { query: { ...query, format } })}
      >
        <FilterSelect
          name="businessType"
          label="company.businessType"
          all="account.anyBusinessType"
          choices={businessTypes.types.map(({ code }) => ({ value: code, label: words.businessType(code) }))}
        />
        <FilterSelect
          name="country"
          label="company.country"
          all="account.anyCountry"
          choices={countryCodes(regions).map((value) => ({ value, label: words.country(value) }))}
        />
        <FilterSelect
          name="status"
          label="auction.status"
          all="account.anyStatus"
          choices={ACCOUNT_STATUSES.map((value) => ({ value, label: say(ACCOUNT_LOOKS[value].label) }))}
        />
      </PagedList>
    </>
  );
}

type NameProps = { company: { readonly companyName: string; readonly englishCompanyName: string }; to: string };

/**
 * A company's name in a list, with a link to its page. The back link on that page restores the current state of this
 * list.
 */
function CompanyName({ company, to }: NameProps) {
  const list = useSearch({ strict: false });
  const { companyName, englishCompanyName } = company;
  return (
    <div className={css.company}>
      <Link to={to} state={{ list }} className={css.name}>
        {companyName}
      </Link>
      {englishCompanyName && <div className={css.english}>{englishCompanyName}</div>}
    </div>
  );
}

type Props = { row: AccountSummary };

const Company = ({ row }: Props) => <CompanyName company={row} to={paths.businessAccount(row.id)} />;
/** Accounts that existed before the platform had registrations may have no registration number. */
const RegistrationNumber = ({ row }: Props) => row.registrationNumber || '–';
const Since = ({ row }: Props) => <Moment at={row.createdAt} />;
const Status = ({ row }: Props) => <AccountBadge status={row.status} />;
const Country = ({ row }: Props) => useCompanyWords().country(row.country);
const Type = ({ row }: Props) => useCompanyWords().businessType(row.businessType);

const ACCOUNT_COLUMNS: readonly Column<AccountSummary>[] = [
  { id: 'company', title: 'company.companyName', Cell: Company },
  { id: 'number', title: 'company.registrationNumber', width: '180px', Cell: RegistrationNumber },
  { id: 'type', title: 'company.businessType', width: '160px', Cell: Type },
  { id: 'country', title: 'company.country', width: '120px', Cell: Country },
  { id: 'since', title: 'account.createdAt', width: '190px', Cell: Since },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];

/** The list of registrations, with their status. */
export function RegistrationListPage() {
  const say = useSay();
  const asked: ReturnType<typeof registrationSearch> = useSearch({ strict: false });
  const { search, ...page } = pageQueryOf(asked);
  const filter = { status: asked.status ?? ('All' as const), search };
  const query = { ...page, ...filter };
  useLiveQueries('admin', REGISTRATION_PAGE, 'registrations');
  const result = useQuery({
    ...readPageQuery(['registrations', 'list', query], listRegistrations, { query }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageTitle title="registration.title" note={say('registration.note')} />
      <PagedList
        list="registrations"
        title="registration.title"
        search="registration.search"
        columns={REGISTRATION_COLUMNS}
        result={result}
        query={page}
        isFiltered={search !== '' || asked.status !== undefined}
        none={{ title: 'registration.none', hint: 'registration.noneHint', icon: IconBuildingPlus }}
        load={(format) => apiFile(exportRegistrations, { query: { ...filter, format } })}
        before={
          <FilterSegments
            name="status"
            label="auction.status"
            all="registration.tabAll"
            choices={REGISTRATION_TABS.slice(1).map((value) => ({ value, label: say(`registration.tab${value}`) }))}
          />
        }
      />
    </>
  );
}

type RegistrationProps = { row: RegistrationSummary };

const Registered = ({ row }: RegistrationProps) => <CompanyName company={row} to={paths.accountRegistration(row.id)} />;
const RegistrationState = ({ row }: RegistrationProps) => <RegistrationBadge status={row.status} />;
const Submitted = ({ row }: RegistrationProps) => <Moment at={row.submittedAt} />;
const Registrant = ({ row }: RegistrationProps) => row.username;
const TakenUp = ({ row }: RegistrationProps) => row.takenUpBy ?? '–';

const RegisteredCountry = ({ row }: RegistrationProps) => useCompanyWords().country(row.country);

/** The columns of the registrations. “Taken up by” is the admin who reviews the registration, or “–”. */
const REGISTRATION_COLUMNS: readonly Column<RegistrationSummary>[] = [
  { id: 'company', title: 'company.companyName', Cell: Registered },
  { id: 'country', title: 'company.country', width: '120px', Cell: RegisteredCountry },
  { id: 'registrant', title: 'registration.registrant', width: '150px', Cell: Registrant },
  { id: 'submitted', title: 'registration.submittedAt', width: '190px', Cell: Submitted },
  { id: 'takenUp', title: 'registration.takenUpBy', width: '150px', Cell: TakenUp },
  { id: 'status', title: 'auction.status', width: '130px', Cell: RegistrationState },
];
