import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getListTokenAsAdmin, getListTokenAsUser } from '#contract/bidding/room.ts';
import { api } from '#web/platform/calls/api.ts';
import { scatterMs } from '#web/platform/calls/backoff.ts';
import { createLive, type Live } from '#web/platform/live/live.ts';
import { profileQuery } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import { useStore } from '#web/platform/storage/store.ts';

/** The readers of a page refetch at random times within this time after a change, not all at the same moment. */
const SPREAD_MS = 400;

/** Creates a connection that reports changes of the lists on a page. */
function createListLive(role: Role, page: string, id: string | undefined): Live {
  const query = { page, ...(id !== undefined && { id }) };
  return createLive(() => api(role === 'admin' ? getListTokenAsAdmin : getListTokenAsUser, { query }), false);
}

/**
 * Refetches a page's data whenever the server reports a possible change. `name` is the first part of the page's query
 * keys. With `id`, only the queries of that object are refetched.
 */
export function useLiveQueries(role: Role, page: string, name: string, id?: string): void {
  const queryClient = useQueryClient();
  const [live] = useState(() => createListLive(role, page, id));
  useEffect(() => live.open(), [live]);
  const changes = useStore(live.state, ({ listChanges }) => listChanges);
  const connections = useStore(live.state, (state) => state.connections);
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: [name] }), scatterMs(SPREAD_MS));
    return () => clearTimeout(timer);
  }, [changes, name, queryClient]);
  useEffect(() => {
    // After a reconnect, reads the profile again: the server closes connections when a user's permissions change.
    if (connections < 2) return;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
      scatterMs(SPREAD_MS),
    );
    return () => clearTimeout(timer);
  }, [connections, queryClient]);
}
