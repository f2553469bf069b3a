import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReplyOf, Route } from '#contract/basics/route.ts';
import { api, type CallInput } from '#web/platform/calls/api.ts';
import { hintClock } from '#web/platform/clock/clock.ts';

type Input<R extends Route> = Omit<CallInput<R>, 'signal'>;

const read = <R extends Route>(route: R, input: Input<R>, signal: AbortSignal): Promise<ReplyOf<R>> =>
  api(route, { ...input, signal } as CallInput<R>);

/** Returns the options of a query. The screen that uses the query shows the query's errors. */
export const readQuery = <R extends Route>(queryKey: readonly unknown[], route: R, input: Input<R>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => read(route, input, signal),
    meta: { silent: true },
  });

/** Like `readQuery`, for one page of a list. The previous page's rows stay until the next page's rows arrive. */
export const readPageQuery = <R extends Route>(queryKey: readonly unknown[], route: R, input: Input<R>) => ({
  ...readQuery(queryKey, route, input),
  placeholderData: keepPreviousData,
});

type Timed = { readonly now: string };

/** Like `readQuery`, for a response with the server's time (`now`). The clock takes a hint from this time. */
export const readTimedQuery = <R extends Route>(queryKey: readonly unknown[], route: R, input: Input<R>) =>
  queryOptions({
    ...readQuery(queryKey, route, input),
    queryFn: async ({ signal }) => {
      const reply = await read(route, input, signal);
      hintClock((reply as Timed).now);
      return reply;
    },
  });
