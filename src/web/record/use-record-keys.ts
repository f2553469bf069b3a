import { useQuery } from '@tanstack/react-query';
import { listRecordKeys } from '#contract/award/record.ts';
import { api } from '#web/platform/calls/api.ts';

/** Whose key sealed a record, as far as this deployment can say. */
export type Sealer = 'ours' | 'other' | 'unknown' | 'asking';

/** Tells by this deployment's own keys who sealed a record with a key. */
export function useRecordKeys(): (publicKey: string) => Sealer {
  const { data, error } = useQuery({
    queryKey: ['record-keys'],
    queryFn: ({ signal }) => api(listRecordKeys, { signal }),
    staleTime: Infinity,
    meta: { silent: true },
  });
  return (publicKey) => {
    if (!data) return error ? 'unknown' : 'asking';
    return data.some((key) => key.publicKey === publicKey) ? 'ours' : 'other';
  };
}
