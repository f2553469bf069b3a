import { useQueryClient } from '@tanstack/react-query';
import { getRegistration, listRemarks } from '#contract/company/registration.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/** Other admins and the company change registrations too, so an open page refetches at this interval. */
export const REFRESH_MS = 30_000;

/** Reads a registration, and refreshes it because other admins can act on it. */
export const registrationQuery = (id: string) => ({
  ...readQuery(['registrations', id], getRegistration, { params: { id } }),
  refetchInterval: REFRESH_MS,
});

/** Reads the history of a registration. */
export const remarksQuery = (id: string) => ({
  ...readQuery(['registrations', id, 'remarks'], listRemarks, { params: { id } }),
  refetchInterval: REFRESH_MS,
});

/** Returns a function that refetches everything about registrations after a change, also by somebody else. */
export function useRegistrationChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    await queryClient.invalidateQueries({ queryKey: ['registrations'] });
  };
}
