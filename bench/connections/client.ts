import { setTimeout as pause } from 'node:timers/promises';
import type { Room } from '#contract/bidding/fold-room.ts';
import { createLive } from '#web/platform/live/live.ts';
import { EMPTY_LIVE } from '#web/platform/live/live-fold.ts';
import { hubToken, type Bidder, type Site } from './site.ts';

export type Client = {
  version(): number;
  /** Returns how often the client has tried to connect. */
  attempts(): number;
  /** Returns when the client first showed the room over its current connection, in ms of the monotonic clock. */
  backAtMs(): number | undefined;
  open(): void;
  /** Closes the connection, as when a user leaves the page. The client keeps its state for the next `open`. */
  close(): void;
  /** Drops the client's state, as when a user reloads the page. */
  forget(): void;
};

/** Opens a browser client (`createLive`) over real sockets. Calls `show` with each room that the client shows. */
export function createClient(site: Site, who: Bidder, show: (room: Room) => void = () => undefined): Client {
  let attempts = 0;
  let backAtMs: number | undefined;
  let last: Room | undefined;
  const live = createLive(async () => {
    attempts += 1;
    return hubToken(site, who);
  }, true);
  const isConnected = (): boolean => ['live', 'slow'].includes(live.connection.get().state);
  live.connection.subscribe(() => {
    if (!isConnected()) backAtMs = undefined;
  });
  live.state.subscribe(() => {
    const { room } = live.state.get();
    if (!room || room === last) return;
    last = room;
    show(room);
    if (isConnected()) backAtMs ??= performance.now();
  });
  let end = (): void => undefined;
  return {
    version: () => live.state.get().room?.version ?? 0,
    attempts: () => attempts,
    backAtMs: () => backAtMs,
    open: () => (end = live.open()),
    close: () => end(),
    forget: () => live.state.set(EMPTY_LIVE),
  };
}

const PATIENCE_MS = 30_000;

/** Waits until every client shows this version of the room or a later one. */
export async function settle(clients: readonly Client[], version: number): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (clients.some((client) => client.version() < version)) {
    if (performance.now() > untilMs) throw new Error('some clients never received the room');
    await pause(50);
  }
}
