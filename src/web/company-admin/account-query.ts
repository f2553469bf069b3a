import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { getAccount, listAccountChanges } from '#contract/company/company.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

const CHANGES_A_PAGE = 10;

/** Reads a company account as an admin sees it. */
export const accountQuery = (id: string) => readQuery(['account', id], getAccount, { params: { id } });

/** Reads the changes of an account, newest first. Older pages are loaded on demand. */
export const changesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['account-changes', id],
    queryFn: ({ pageParam, signal }) =>
      api(listAccountChanges, { params: { id }, query: { currentPage: pageParam, limit: CHANGES_A_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total, currentPage, limit }) => (currentPage * limit < total ? currentPage + 1 : undefined),
    meta: { silent: true },
  });

/**
 * Returns a function to call after a change of an account, also by somebody else. It refetches all data of the account.
 */
export function useAccountChanged(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    void queryClient.invalidateQueries({ queryKey: ['account-changes', id] });
    await queryClient.invalidateQueries({ queryKey: ['account', id] });
  };
}
