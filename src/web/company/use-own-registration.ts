import { useQuery } from '@tanstack/react-query';
import { useLiveQueries } from '#web/platform/live/live-queries.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';

/** Where the line to the server is lost for long, it is asked for all the same. */
const ASK_AGAIN_MS = 30_000;

/** The own registration, anew whenever an admin has acted on it. */
export function useOwnRegistration() {
  useLiveQueries('user', 'account-registration', registrationQuery.queryKey[0]);
  return useQuery({ ...registrationQuery, refetchInterval: ASK_AGAIN_MS, refetchOnWindowFocus: 'always' });
}
