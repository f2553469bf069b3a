import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import type { Page } from '#web/design/lists/pager.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';

type Props = {
  rows: readonly unknown[] | undefined;
  error?: ApiError | null | undefined;
  onRetry?: (() => void) | undefined;
  page?: Page | undefined;
  /** Shown instead of the rows if there are none. */
  empty: ReactNode;
  /** The class of a box around the content that replaces the rows. */
  frame?: string | undefined;
  /** The rows, or their skeletons. */
  children: ReactNode;
};

/**
 * Shows a list in any layout, or its error, or its empty state. If the page is beyond the end, opens the last page.
 */
export function ListState({ rows, error, onRetry, page, empty, frame, children }: Props) {
  if (rows ? rows.length > 0 : !error) return children;
  if (page && isBeyondEnd(rows, page)) return <ToLastPage page={page} />;
  const shown = error && !rows ? <ErrorState error={error} {...(onRetry && { onRetry })} /> : empty;
  return frame ? <div className={frame}>{shown}</div> : shown;
}

/**
 * Returns whether the list has rows but the current page has none. The link is old, or the page's last row was removed.
 */
const isBeyondEnd = (rows: readonly unknown[] | undefined, page: Page): boolean =>
  rows?.length === 0 && page.total > 0 && page.current > 1;

/** Redirects from a page beyond the end to the last page. */
function ToLastPage({ page }: { page: Page }) {
  const last = Math.ceil(page.total / page.limit);
  return <Navigate to="." search={(before: object) => ({ ...before, page: last > 1 ? last : undefined })} replace />;
}
