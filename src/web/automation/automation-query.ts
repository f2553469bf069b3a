import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listApiKeyActs, listApiKeys, type ApiKey } from '#contract/company/api-key.ts';
import { api } from '#web/platform/calls/api.ts';

export const apiKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-keys', id],
    queryFn: ({ signal }) => api(listApiKeys, { params: { id }, signal }),
    meta: { silent: true },
  });

export const apiKeyActsQuery = (id: string, keyId: string) =>
  queryOptions({
    queryKey: ['api-key-acts', id, keyId],
    queryFn: ({ signal }) => api(listApiKeyActs, { params: { id, keyId }, signal }),
    meta: { silent: true },
  });

/** Each change answers with all keys as they are then. */
export function useTakeApiKeys(id: string): (keys: ApiKey[]) => void {
  const queryClient = useQueryClient();
  return (keys) => void queryClient.setQueryData(apiKeysQuery(id).queryKey, keys);
}
