import { Navigate } from '@tanstack/react-router';
import type { Page } from '#web/design/lists/pager.tsx';

/** Whether a list has rows, but none on this page: an old link, or the last row of the last page is gone. */
export const isBeyondEnd = (rows: readonly unknown[] | undefined, page: Page): boolean =>
  rows?.length === 0 && page.total > 0 && page.current > 1;

/** Stands in the place of such a page and leads to the last one that there is. */
export function ToLastPage({ page }: { page: Page }) {
  const last = Math.ceil(page.total / page.limit);
  return <Navigate to="." search={(before: object) => ({ ...before, page: last > 1 ? last : undefined })} replace />;
}
