import type { ReactNode } from 'react';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import type { tableOf } from '#web/design/lists/data-table.tsx';
import { isBeyondEnd, ToLastPage } from '#web/design/lists/to-last-page.tsx';

type Props = Pick<ReturnType<typeof tableOf>, 'rows' | 'error' | 'onRetry' | 'page'> & {
  /** Shown in place of the rows when there are none. */
  empty: ReactNode;
  /** The rows, or their skeletons. */
  children: ReactNode;
};

/** A list in any shape: what went wrong, the way to its last page, that it is empty, or the list itself. */
export function ListState({ rows, error, onRetry, page, empty, children }: Props) {
  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />;
  if (isBeyondEnd(rows, page)) return <ToLastPage page={page} />;
  return rows?.length === 0 ? empty : children;
}
