import { useQueryClient } from '@tanstack/react-query';
import { getRegistration, listRemarks } from '#contract/company/registration.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** Other admins and the company work on it too; a page that is only looked at asks again this often. */
export const REFRESH_MS = 30_000;

export const registrationQuery = (id: string) => ({
  ...readQuery(['registrations', id], getRegistration, { params: { id } }),
  refetchInterval: REFRESH_MS,
});

export const remarksQuery = (id: string) => ({
  ...readQuery(['registrations', id, 'remarks'], listRemarks, { params: { id } }),
  refetchInterval: REFRESH_MS,
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
