import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { getRegistration, listRemarks } from '#contract/company/registration.ts';
import { api } from '#web/platform/calls/api.ts';

/** Other admins and the company work on it too; a page that is only looked at asks again this often. */
export const REFRESH_MS = 30_000;

export const registrationQuery = (id: string) =>
  queryOptions({
    queryKey: ['registrations', id],
    queryFn: ({ signal }) => api(getRegistration, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });

export const remarksQuery = (id: string) =>
  queryOptions({
    queryKey: ['registrations', id, 'remarks'],
    queryFn: ({ signal }) => api(listRemarks, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });

/** After a change, also one by somebody else: everything that shows it asks anew. */
export function useRegistrationChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    await queryClient.invalidateQueries({ queryKey: ['registrations'] });
  };
}
