import { randomUUID } from 'node:crypto';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import type { RoomStore } from '#server/room/store/room-store.ts';

/**
 * What another process says of an auction: that it `moved`, that lists show the change too (`listed`), or that a user is
 * no longer to be in its room (`left`).
 */
export type WakeUp = { readonly auctionId: AuctionId } & (
  | { readonly what: 'moved' | 'listed' }
  | { readonly what: 'left'; readonly userId: string }
);

type WakeUpParts = { readonly store: RoomStore; readonly timers: Timers; readonly onRetry: () => void };

/**
 * Tells other processes which auctions moved, coalesced to one notification per turn and thing to say (decision 3), and
 * hears it from them. In one process on PGlite there is nobody to tell.
 */
export async function openWakeUps(
  { store, timers, onRetry }: WakeUpParts,
  heard: (wakeUp: WakeUp) => void,
): Promise<(wakeUp: WakeUp) => void> {
  const processId = randomUUID();
  let waiting = new Set<string>();

  const send = async (): Promise<void> => {
    const payloads = [...waiting].map((wakeUp) => `${processId} ${wakeUp}`);
    waiting = new Set();
    // A lost wake-up is made good by the regular look at versions.
    await store.notify(payloads).catch(onRetry);
  };

  await store.listen((payload) => {
    const [from, ...wakeUp] = payload.split(' ');
    if (from !== processId) heard(parse(wakeUp));
  });
  return (wakeUp) => {
    if (!store.isOpenToOthers) return;
    if (waiting.size === 0) void timers.turn().then(send);
    waiting.add(`${wakeUp.auctionId} ${wakeUp.what}${wakeUp.what === 'left' ? ` ${wakeUp.userId}` : ''}`);
  };
}

function parse([auctionId, what, userId = '']: readonly string[]): WakeUp {
  const auction = { auctionId: auctionId as AuctionId };
  if (what === 'left') return { ...auction, what, userId };
  return { ...auction, what: what === 'listed' ? 'listed' : 'moved' };
}
