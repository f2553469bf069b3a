import type { ComponentProps, ReactNode } from 'react';
import { DataTable, tableOf, type Column, type PageResult } from '#web/design/lists/data-table.tsx';
import { ExportButtons, type ExportFormat } from '#web/design/lists/export-buttons.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';

type Props<Row> = {
  /** The title of the table and of the exported file. */
  title: PhraseKey;
  /**
   * The name under which filters are saved and hidden columns are stored. Without a name, the list has no such tools.
   */
  list?: string;
  search: PhraseKey;
  columns: readonly Column<Row>[];
  result: PageResult<Row>;
  query: Parameters<typeof tableOf>[1];
  isFiltered: boolean;
  none: Omit<ComponentProps<typeof NothingListed>, 'isFiltered'>;
  /** Downloads the list as a file, with its current filters. */
  load?: (format: ExportFormat) => Promise<Blob>;
  /** Shown before the search. */
  before?: ReactNode;
  /** Filters, shown after the search. */
  children?: ReactNode;
};

/** A list with search, filters and paging in the URL: its toolbar and its table. */
export function PagedList<Row extends { readonly id: string }>(props: Props<Row>) {
  const say = useSay();
  const { title, list, search, columns, result, query, isFiltered, none, load, before, children } = props;
  return (
    <>
      <Toolbar>
        {before}
        <SearchField label={search} />
        {children}
        {list && <ListViews list={list} columns={columns} />}
        {load && <ExportButtons name={say(title)} load={load} />}
      </Toolbar>
      <DataTable
        {...(list && { list })}
        caption={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<NothingListed {...none} isFiltered={isFiltered} />}
        {...tableOf(result, query)}
      />
    </>
  );
}
