import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError, isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { sessionStepOf } from '#web/platform/session/refusal-of-session.ts';

/** `silent`: the screen itself shows what went wrong, or nothing should (docs/rules.md#unauthorized-answers). */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean };
    mutationMeta: { silent?: boolean };
  }
}

const RETRIES = 2;
const FRESH_MS = 5_000;

/** REST data only; the live room is not in here (notes on the hot path). `onError` shows what no screen shows itself. */
export function createQueryClient(onError: (error: ApiError) => void): QueryClient {
  const tell = (thrown: unknown, isSilent: boolean | undefined) => {
    const error = asApiError(thrown);
    // What the session has to say, its own notices say.
    if (isSilent || sessionStepOf(error) !== 'none') return;
    onError(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (thrown, query) => tell(thrown, query.meta?.silent) }),
    mutationCache: new MutationCache({
      onError: (thrown, _values, _context, mutation) => {
        const isBesideFields = Object.keys(asApiError(thrown).fields).length > 0;
        tell(thrown, mutation.meta?.silent ?? isBesideFields);
      },
    }),
    defaultOptions: {
      // Without a network a call fails at once and says so, instead of waiting silently.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // What failed or grew old meanwhile is asked for when the network is back.
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        // A refusal stays one.
        retry: (failures, thrown) => failures < RETRIES && isUnanswered(asApiError(thrown)),
      },
    },
  });
}
