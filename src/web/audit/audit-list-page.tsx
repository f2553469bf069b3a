import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { exportAuditLines, listAuditLines } from '#contract/audit.ts';
import { AUDIT_ACTS } from '#domain/access/audit-trail.ts';
import { AUDIT_COLUMNS } from '#web/audit/audit-columns.tsx';
import { auditFilters, auditQuery } from '#web/audit/audit-query.ts';
import type { AuditSearch } from '#web/audit/audit-search.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { DateFilter } from '#web/design/dates/date-filter.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** What administrators did, the latest first. */
export function AuditListPage() {
  const say = useSay();
  const asked: AuditSearch = useSearch({ strict: false });
  const [query, filters] = [auditQuery(asked), auditFilters(asked)];
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['audit-trail', query],
    queryFn: ({ signal }) => api(listAuditLines, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const isFiltered = Object.values(filters).some((filter) => filter !== '');
  return (
    <>
      <PageTitle title="audit.title" note={say('audit.note')} />
      <Toolbar>
        <SearchField label="audit.search" />
        <FilterSelect
          name="act"
          label="audit.what"
          all="audit.anyAct"
          choices={AUDIT_ACTS.map((value) => ({ value, label: say(`audit.act.${value}`) }))}
        />
        <DateFilter name="from" label="audit.from" />
        <DateFilter name="to" label="audit.to" />
        <ListViews list="audit-trail" columns={AUDIT_COLUMNS} />
        <ExportButtons
          name={say('audit.title')}
          load={(format) => apiFile(exportAuditLines, { query: { ...filters, format } })}
        />
      </Toolbar>
      <DataTable
        list="audit-trail"
        caption="audit.title"
        columns={AUDIT_COLUMNS}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error && asApiError(error)}
        onRetry={() => void refetch()}
        empty={<NothingListed isFiltered={isFiltered} title="audit.none" hint="audit.noneHint" icon={IconHistory} />}
        page={{
          current: query.currentPage,
          limit: query.limit,
          total: data?.total ?? 0,
          isMore: data?.isMore ?? false,
        }}
        isStale={isPlaceholderData}
      />
    </>
  );
}
