import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Removing the only row of the last page, or an old link, leaves a page that isn't there: the last one is shown instead. */
export function useLastPage(total: number | undefined, page: number, limit: number): void {
  const navigate = useNavigate();
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / limit));
  useEffect(() => {
    if (page <= last) return;
    const to = last > 1 ? last : undefined;
    void navigate({ to: '.', replace: true, search: (before: object) => ({ ...before, page: to }) });
  }, [last, navigate, page]);
}
