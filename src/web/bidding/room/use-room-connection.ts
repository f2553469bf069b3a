import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { createRoomLive, type Live } from '#web/platform/live/live.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { reloadProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';

/**
 * The room's connection, as soon as this person may enter, and a fresh one when they may hear more than before: a token
 * says once and for all what its socket hears: opened bids only with a bid, and the names of an admin's language.
 */
export function useRoomConnection(role: Role, auction: Auction, mayEnter: boolean): Live | undefined {
  const language = useLanguage();
  const hears = role === 'admin' ? language : (auction.own?.hasBid ?? 'watching');
  const key = mayEnter ? `${auction.id}.${hears}` : undefined;
  const [made, setMade] = useState<{ key: string; live: Live }>();
  if (key !== undefined && made?.key !== key) setMade({ key, live: createRoomLive(role, auction.id) });
  const live = key === undefined ? undefined : made?.live;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!live) return undefined;
    // What this person may do has changed: the profile says why.
    const forget = live.connection.subscribe(() => {
      if (live.connection.get().refusal) void reloadProfile(queryClient).catch(() => undefined);
    });
    const close = live.open();
    return () => {
      forget();
      close();
    };
  }, [live, queryClient]);
  return live;
}
