import { IconBuilding } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { exportAccounts, listAccounts } from '#contract/company/company.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account-status.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { BUSINESS_TYPES } from '#domain/company/business-type.ts';
import { ACCOUNT_LOOKS } from '#web/company-admin/account-badge.tsx';
import { ACCOUNT_COLUMNS } from '#web/company-admin/account-columns.tsx';
import type { AccountSearch } from '#web/company-admin/account-search.ts';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** Companies that are admitted to the platform. */
export function AccountListPage() {
  const say = useSay();
  const { businessType, country, status, ...asked }: AccountSearch = useSearch({ strict: false });
  const filters = { businessType, country, status };
  const query = { ...pageQueryOf(asked), ...filters };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['accounts', query],
    queryFn: ({ signal }) => api(listAccounts, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const isFiltered = query.search !== '' || Object.values(filters).some((filter) => filter !== undefined);
  return (
    <>
      <PageTitle title="account.title" note={say('account.note')} />
      <Toolbar>
        <SearchField label="account.search" />
        <FilterSelect
          name="businessType"
          label="company.businessType"
          all="account.anyBusinessType"
          choices={BUSINESS_TYPES.map((value) => ({ value, label: say(`businessType.${value}`) }))}
        />
        <FilterSelect
          name="country"
          label="company.country"
          all="account.anyCountry"
          choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
        />
        <FilterSelect
          name="status"
          label="auction.status"
          all="account.anyStatus"
          choices={ACCOUNT_STATUSES.map((value) => ({ value, label: say(ACCOUNT_LOOKS[value].label) }))}
        />
        <ListViews list="accounts" columns={ACCOUNT_COLUMNS} />
        <ExportButtons
          name={say('account.title')}
          load={(format) => apiFile(exportAccounts, { query: { ...query, format } })}
        />
      </Toolbar>
      <DataTable
        list="accounts"
        caption="account.title"
        columns={ACCOUNT_COLUMNS}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error && asApiError(error)}
        onRetry={() => void refetch()}
        empty={
          <NothingListed isFiltered={isFiltered} title="account.none" hint="account.noneHint" icon={IconBuilding} />
        }
        page={{ current: query.currentPage, limit: query.limit, total: data?.total ?? 0 }}
        isStale={isPlaceholderData}
      />
    </>
  );
}
