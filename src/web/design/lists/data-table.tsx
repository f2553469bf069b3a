import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { ComponentType, ReactNode } from 'react';
import { mayBeHidden, useHiddenColumns } from '#web/design/lists/hidden-columns.ts';
import { ListState } from '#web/design/lists/list-state.tsx';
import { Pager, type Page } from '#web/design/lists/pager.tsx';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './data-table.module.css';

/**
 * A column of a table. Columns are module constants. `Cell` is a component, so it may use hooks for words and formats.
 */
export type Column<Row> = {
  readonly id: string;
  readonly title: PhraseKey;
  /** Numbers are aligned at the end, so that their digits line up. */
  readonly align?: 'start' | 'end';
  readonly width?: string;
  readonly Cell: ComponentType<{ row: Row }>;
};

type Props<Row> = {
  /** Names the listed things, for screen readers. */
  caption: PhraseKey;
  columns: readonly Column<Row>[];
  /** The name under which this list's hidden columns are stored (list-views.tsx). */
  list?: string;
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  error?: ApiError | null;
  onRetry?: () => void;
  /** Shown instead of the rows if there are none. */
  empty: ReactNode;
  page?: Page;
  /**
   * The expected number of rows, if another list follows below. It reserves the height, so that late rows do not push
   * that list down.
   */
  likelyRows?: number;
  /** True while the next page loads. The current rows then stay visible, dimmed. */
  isStale?: boolean;
};

/** One page of a list, as the API returns it. */
type ListedRows<Row> = { readonly items: readonly Row[]; readonly total: number; readonly isMore?: boolean };
/** The part of a query's result that a list needs. */
type Result<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};
/** The query of one page of a list. */
export type PageResult<Row> = Result<ListedRows<Row>> & { readonly isPlaceholderData: boolean };

/** Returns a table's props for one page of a list: its rows, the error, and the position among the other pages. */
export function tableOf<Row>(
  { data, isPlaceholderData, ...result }: PageResult<Row>,
  { currentPage, limit }: { readonly currentPage: number; readonly limit: number },
) {
  return {
    ...rowsOf({ ...result, data: data?.items }),
    page: { current: currentPage, limit, total: data?.total ?? 0, isMore: data?.isMore ?? false },
    isStale: isPlaceholderData,
  };
}

/** Like `tableOf`, for a list without pages. */
export const rowsOf = <Rows,>({ data, error, refetch }: Result<Rows>) => ({
  rows: data,
  error: error && asApiError(error),
  onRetry: () => void refetch(),
});

const SKELETON_ROWS_MOST = 10;

/**
 * The table of all lists, with skeletons of the real height, error and empty states, and paging. On phones, each row
 * becomes a block.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { rows, page, isStale } = props;
  return (
    <ListState {...props} frame={css.frame}>
      <div className={css.frame} data-stale={isStale || undefined}>
        <div className={css.scroll}>
          <TableBody {...props} />
        </div>
        {page && rows && <Pager {...page} />}
      </div>
    </ListState>
  );
}

/** Shows the rows, or skeletons of about as many rows while they load. */
function TableBody<Row>({ caption, columns: all, list, rows, rowKey, page, likelyRows }: Props<Row>) {
  const say = useSay();
  const hidden = useHiddenColumns(list);
  const columns = all.filter((column, at) => !mayBeHidden(column, at) || !hidden.includes(column.id));
  return (
    <table className={css.table} aria-busy={rows === undefined}>
      <caption className="visually-hidden">{say(caption)}</caption>
      <thead>
        <tr>
          {columns.map(({ id, title, align, width }) => (
            <th key={id} scope="col" data-align={align} style={width ? { width } : undefined}>
              {say(title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => <Line key={rowKey(row)} row={row} columns={columns} />)
          : Array.from(
              { length: Math.min(SKELETON_ROWS_MOST, likelyRows ?? page?.limit ?? SKELETON_ROWS_MOST) },
              (_, at) => (
                <tr key={at} aria-hidden>
                  {columns.map(({ id, title }) => (
                    <td key={id} data-title={say(title)}>
                      <Skeleton height={12} my={4} radius="sm" />
                    </td>
                  ))}
                </tr>
              ),
            )}
      </tbody>
    </table>
  );
}

function Line<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const say = useSay();
  return (
    <tr>
      {columns.map(({ id, title, align, Cell }) => (
        <td key={id} data-align={align} data-title={say(title)}>
          <div className={css.cell}>
            <Cell row={row} />
          </div>
        </td>
      ))}
    </tr>
  );
}
