import { IconBuildingPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { REGISTRATION_TABS } from '#contract/basics/choices.ts';
import {
  exportRegistrations,
  listRegistrations,
  REGISTRATION_PAGE,
  type RegistrationSummary,
} from '#contract/company/registration.ts';
import { CompanyName } from '#web/company-admin/company-name.tsx';
import { REFRESH_MS } from '#web/company-admin/registration-query.ts';
import type { RegistrationSearch } from '#web/company-admin/registration-search.ts';
import { RegistrationBadge } from '#web/company/registration-looks.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { type Column, DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { paths } from '#web/paths.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Companies that ask to be admitted, and what became of them. */
export function RegistrationListPage() {
  const say = useSay();
  const navigate = useNavigate();
  const asked: RegistrationSearch = useSearch({ strict: false });
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
      <Toolbar>
        <Segments
          label={say('auction.status')}
          segments={REGISTRATION_TABS.map((value) => ({ value, label: say(`registration.tab${value}`) }))}
          value={filter.status}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: (before: object) => ({
                ...before,
                page: undefined,
                status: value === 'All' ? undefined : value,
              }),
            })
          }
        />
        <SearchField label="registration.search" />
        <ListViews list="registrations" columns={REGISTRATION_COLUMNS} />
        <ExportButtons
          name={say('registration.title')}
          load={(format) => apiFile(exportRegistrations, { query: { ...filter, format } })}
        />
      </Toolbar>
      <DataTable
        list="registrations"
        caption="registration.title"
        columns={REGISTRATION_COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <NothingListed
            isFiltered={search !== '' || asked.status !== undefined}
            title="registration.none"
            hint="registration.noneHint"
            icon={IconBuildingPlus}
          />
        }
        {...tableOf(result, page)}
      />
    </>
  );
}

type Props = { row: RegistrationSummary };

const Company = ({ row }: Props) => <CompanyName company={row} to={paths.accountRegistration(row.id)} />;
const Status = ({ row }: Props) => <RegistrationBadge status={row.status} />;
const Submitted = ({ row }: Props) => <Moment at={row.submittedAt} />;
const Registrant = ({ row }: Props) => row.username;
const TakenUp = ({ row }: Props) => row.takenUpBy ?? '–';

const Country = ({ row }: Props) => useSay()(`country.${row.country}`);

const REGISTRATION_COLUMNS: readonly Column<RegistrationSummary>[] = [
  { id: 'company', title: 'company.companyName', Cell: Company },
  { id: 'country', title: 'company.country', width: '120px', Cell: Country },
  { id: 'registrant', title: 'registration.registrant', width: '150px', Cell: Registrant },
  { id: 'submitted', title: 'registration.submittedAt', width: '190px', Cell: Submitted },
  { id: 'takenUp', title: 'registration.takenUpBy', width: '150px', Cell: TakenUp },
  { id: 'status', title: 'auction.status', width: '130px', Cell: Status },
];
