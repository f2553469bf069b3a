import { Button } from '@mantine/core';
import { IconFileText, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listTemplates } from '#contract/template.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { TEMPLATE_COLUMNS } from '#web/template-admin/template-columns.tsx';
import type { TemplateSearch } from '#web/template-admin/template-search.ts';

/** The documents that readers are given: guides, and the policies that users accept. */
export function TemplateListPage() {
  const say = useSay();
  const { templateType, ...asked }: TemplateSearch = useSearch({ strict: false });
  const query = { ...pageQueryOf(asked), templateType };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['templates', query],
    queryFn: ({ signal }) => api(listTemplates, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <>
      <PageTitle
        title="template.title"
        note={say('template.note')}
        actions={
          <Button component={Link} to={paths.createTemplate} leftSection={<IconPlus size={16} aria-hidden />}>
            {say('template.create')}
          </Button>
        }
      />
      <Toolbar>
        <SearchField label="template.search" />
        <FilterSelect
          name="templateType"
          label="template.type"
          all="template.allTypes"
          choices={TEMPLATE_TYPES.map((value) => ({ value, label: say(`template.types.${value}`) }))}
        />
        <ListViews list="templates" columns={TEMPLATE_COLUMNS} />
      </Toolbar>
      <DataTable
        list="templates"
        caption="template.title"
        columns={TEMPLATE_COLUMNS}
        rows={data?.items}
        rowKey={({ id }) => id}
        error={error && asApiError(error)}
        onRetry={() => void refetch()}
        empty={
          <NothingListed
            isFiltered={query.search !== '' || templateType !== undefined}
            title="template.none"
            hint="template.noneHint"
            icon={IconFileText}
          />
        }
        page={{ current: query.currentPage, limit: query.limit, total: data?.total ?? 0 }}
        isStale={isPlaceholderData}
      />
    </>
  );
}
