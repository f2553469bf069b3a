import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Shows a page about one thing: a skeleton during loading, the thing, an error, or that the thing was not found. A
 * malformed address counts as not found.
 */
export function Loaded<Data>({ query, skeleton, children }: Props<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  const refusal = asApiError(error);
  return refusal.status === 404 || refusal.code === 'invalid_request' ? (
    <NotFound />
  ) : (
    <ErrorState error={refusal} onRetry={() => void refetch()} />
  );
}
