import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError, isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { repeatAfterMs } from '#web/platform/calls/backoff.ts';
import { sessionStepOf } from '#web/platform/session/refusal-of-session.ts';

/**
 * `silent` is true if the screen shows the error itself, or if no error should be shown
 * (docs/rules.md#unauthorized-answers).
 */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: boolean };
  }
}

const RETRIES = 2;
const FRESH_MS = 5_000;

/**
 * Creates the cache for REST data. The live room keeps its data elsewhere. `onError` gets the errors that no screen
 * shows.
 */
export function createQueryClient(onError: (error: ApiError) => void): QueryClient {
  const tell = (thrown: unknown, isSilent: boolean | undefined) => {
    const error = asApiError(thrown);
    // The roles have changed since the profile was read, so the buttons of the page follow them.
    if (error.code === 'admin_role_missing') onRolesChanged();
    // The session's own notices already report these errors.
    if (isSilent || sessionStepOf(error) !== 'none') return;
    onError(error);
  };
  const onRolesChanged = () => void client.refetchQueries({ queryKey: ['profile'] });
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (thrown, query) => tell(thrown, query.meta?.silent) }),
    mutationCache: new MutationCache({
      onError: (thrown, _values, _context, mutation) => {
        const isBesideFields = Object.keys(asApiError(thrown).fields).length > 0;
        tell(thrown, mutation.meta?.silent ?? isBesideFields);
      },
    }),
    defaultOptions: {
      // Without a network, a call fails immediately with an error instead of waiting silently.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // When the network returns, failed and stale queries are fetched again.
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        // Repeats only calls without a response. A refused call would be refused again.
        retry: (failures, thrown) => failures < RETRIES && isUnanswered(asApiError(thrown)),
        retryDelay: (failures, thrown) => repeatAfterMs(failures, asApiError(thrown)),
      },
    },
  });
  return client;
}
