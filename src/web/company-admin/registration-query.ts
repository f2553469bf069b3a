import { useQueryClient } from '@tanstack/react-query';
import { getRegistration, listRemarks } from '#contract/company/registration.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';

/**
 * The interval of refetching, in milliseconds. Other admins and the company can change a registration while it is open.
 */
export const REFRESH_MS = 30_000;

/** Reads a registration, and refetches it regularly, because other admins can act on it. */
export const registrationQuery = (id: string) => ({
  ...readQuery(['registrations', id], getRegistration, { params: { id } }),
  refetchInterval: REFRESH_MS,
});

/** Reads the history of a registration, and refetches it regularly. */
export const remarksQuery = (id: string) => ({
  ...readQuery(['registrations', id, 'remarks'], listRemarks, { params: { id } }),
  refetchInterval: REFRESH_MS,
});

/**
 * Returns a function to call after a change of a registration, also by somebody else. It refetches all registrations.
 */
export function useRegistrationChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
    void queryClient.invalidateQueries({ queryKey: ['waiting'] });
    await queryClient.invalidateQueries({ queryKey: ['registrations'] });
  };
}
