import { randomUUID } from 'node:crypto';
import type { Conduct } from '#domain/auction/conduct.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { createBatchWriter, type WriteBatch } from '#server/room/batch-writer.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import type { OnRowHeld } from '#server/room/store/load-room.ts';
import type { OnOtherHistory } from '#server/room/store/room-memory.ts';
import { createPublisher, LIST_GROUP, type OnBids, type RoomSockets } from '#server/room/publish-room.ts';
import { createRoom, type LookAtAnswer } from '#server/room/room.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { watchRooms, type RoomEntry as Entry } from '#server/room/watch-rooms.ts';
import type { RoomStore } from '#server/room/store/room-store.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';

export type Rooms = {
  submit<T>(auctionId: AuctionId, request: RoomRequest, key: string, look: LookAtAnswer<T>): Promise<T>;
  /**
   * Passes the room at the database's present version to `look` (see `Room.read`). Resolves to undefined if there is
   * no such auction.
   */
  read<T>(auctionId: AuctionId, look: (state: RoomState) => T): Promise<T | undefined>;
  /**
   * Updates the readers of the room and of lists in every process. Call it after an operation outside the room changed
   * the auction.
   */
  wake(auctionId: AuctionId): void;
  /** Immediately closes a user's sockets in an auction's room, in every process (docs/rules.md#realtime). */
  endSockets(auctionId: AuctionId, userId: string): void;
  /**
   * Returns three numbers: the rooms in this process's memory, the requests that wait in these rooms, and the retries
   * after a failure.
   */
  figures(): { readonly rooms: number; readonly waiting: number; readonly retries: number };
  /**
   * Compares all rooms with the database, which may have another history now, because the connection to it was lost
   * (decision 99).
   */
  compare(): void;
  close(): void;
};

export type RoomsParts = {
  readonly store: RoomStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly sockets: RoomSockets;
  readonly onBids?: OnBids;
  readonly onRowHeld?: OnRowHeld;
  /** Signs receipts. Without it, answers have none. */
  readonly sign?: SignText;
  /** Runs after a room was loaded again because the database has another history (decision 99). */
  readonly onOtherHistory?: OnOtherHistory;
};

/** Creates the rooms of this process. Timers and wake-ups from other processes keep the rooms up to date. */
export async function createRooms(parts: RoomsParts): Promise<Rooms> {
  const { store, clock, timers, sockets, onRowHeld, sign } = parts;
  let retries = 0;
  const onRetry = (): void => void (retries += 1);
  const write = createBatchWriter(store, timers, { onRowHeld, onRetry, sign });
  const readQuietly = (entry: Entry | undefined): void => {
    // If the database is unavailable, the next check brings the room up to date.
    if (entry) readOpened(entry, () => void (entry.isToCompare = false)).catch(onRetry);
  };
  const entries = new Map<AuctionId, Entry>();
  const announceToLists = (): void => sockets.broadcast(LIST_GROUP, { event: 'LiveAuctions', kind: 'listChanged' });

  const heard = (wakeUp: WakeUp): void => {
    if (wakeUp.what === 'left') return sockets.end(wakeUp.auctionId, new Set([wakeUp.userId]));
    if (wakeUp.what === 'listed') announceToLists();
    readQuietly(entries.get(wakeUp.auctionId));
  };
  const tellOthers = await openWakeUps({ store, timers, onRetry }, heard);

  const entryOf = (auctionId: AuctionId): Entry => {
    const known = entries.get(auctionId);
    if (known) {
      known.usedAtMs = clock.nowMs();
      return known;
    }
    const entry = createEntry(auctionId, { ...parts, write }, (isListed) => {
      tellOthers({ auctionId, what: isListed ? 'listed' : 'moved' });
      if (isListed) announceToLists();
    });
    entries.set(auctionId, entry);
    return entry;
  };

  const watching = watchRooms(entries, { ...parts, readQuietly });
  return {
    submit: (auctionId, request, key, look) => entryOf(auctionId).room.submit(request, key, look),
    read: (auctionId, look) => readOpened(entryOf(auctionId), look),
    wake(auctionId) {
      tellOthers({ auctionId, what: 'listed' });
      announceToLists();
      readQuietly(entries.get(auctionId));
    },
    endSockets(auctionId, userId) {
      sockets.end(auctionId, new Set([userId]));
      tellOthers({ auctionId, what: 'left', userId });
    },
    figures: () => ({
      rooms: entries.size,
      waiting: entries.values().reduce((sum, { room }) => sum + room.waiting(), 0),
      retries,
    }),
    compare: watching.compare,
    close: watching.stop,
  };
}

/**
 * Creates a room with its publisher. `written` runs after each write of this process. Its argument `isListed` is true
 * if lists of auctions show the change.
 */
function createEntry(
  auctionId: AuctionId,
  parts: RoomsParts & { readonly write: WriteBatch },
  written: (isListed: boolean) => void,
): Entry {
  const { store, clock, timers, sockets, write, sign, onBids = () => undefined, onOtherHistory } = parts;
  let conduct: Conduct['last'] = null;
  let isClosed = false;
  const publisher = createPublisher(auctionId, { clock, timers, sockets, onBids, sign });
  const room = createRoom({ store, timers, write }, auctionId, {
    onMoved(state, why) {
      publisher.moved(state);
      isClosed = state.times.closedAtMs !== null;
      if (why !== 'written') return;
      // Lists show the auction's end and whether it is paused.
      const isConducted = state.conduct.last !== conduct;
      conduct = state.conduct.last;
      written(isConducted);
    },
    onOtherHistory(state, lost) {
      publisher.restart();
      onOtherHistory?.(state, lost);
    },
  });
  return { room, publisher, usedAtMs: clock.nowMs(), isClosed: () => isClosed, isToCompare: false };
}

/** Sends the sealed bids to the participants if the auction has started, then passes the room to `look`. */
const readOpened = <T>({ room, publisher }: Entry, look: (state: RoomState) => T): Promise<T | undefined> =>
  room.read((state) => {
    publisher.unseal(state);
    return look(state);
  });

/**
 * A message from another process about an auction. `moved`: the room has changed. `listed`: lists of auctions show the
 * change, too. `left`: a user must leave the room.
 */
export type WakeUp = { readonly auctionId: AuctionId } & (
  | { readonly what: 'moved' | 'listed' }
  | { readonly what: 'left'; readonly userId: string }
);

type WakeUpParts = { readonly store: RoomStore; readonly timers: Timers; readonly onRetry: () => void };

/**
 * Receives the wake-ups of other processes, and returns a function that sends wake-ups to them. Equal messages of one
 * event-loop turn become one notification (decision 3). With PGlite there is one process, so nothing is sent.
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
    // If a wake-up is lost, the periodic check of versions finds the change.
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
