import { queryOptions } from '@tanstack/react-query';
import { getServiceStatus } from '#contract/health.ts';
import { api } from '#web/platform/calls/api.ts';

const LOOK_AGAIN_MS = 5_000;

export const statusQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => api(getServiceStatus, { signal }),
  refetchInterval: LOOK_AGAIN_MS,
  meta: { silent: true },
});
