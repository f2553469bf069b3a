import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listMembers, type AccountMembers } from '#contract/company/company.ts';
import { api } from '#web/platform/calls/api.ts';

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id],
    queryFn: ({ signal }) => api(listMembers, { params: { id }, signal }),
    meta: { silent: true },
  });

/** Each change answers with all members as they are then. */
export function useTakeMembers(id: string): (members: AccountMembers) => void {
  const queryClient = useQueryClient();
  return (members) => void queryClient.setQueryData(membersQuery(id).queryKey, members);
}
