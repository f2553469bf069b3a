import { useQuery } from '@tanstack/react-query';
import { getWaiting, type Waiting } from '#contract/health.ts';
import { api } from '#web/platform/calls/api.ts';
import type { Role } from '#web/platform/session/session.ts';

const READ_EVERY_MS = 15_000;

/**
 * Returns how many tasks wait for an administrator's decision. Undefined for users, and until the numbers are loaded.
 */
export function useWaiting(role: Role): Waiting | undefined {
  const { data } = useQuery({
    queryKey: ['waiting'],
    queryFn: ({ signal }) => api(getWaiting, { signal }),
    enabled: role === 'admin',
    refetchInterval: READ_EVERY_MS,
    meta: { silent: true },
  });
  return data;
}
