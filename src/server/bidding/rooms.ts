import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { RoomRequest } from '#server/bidding/judge-request.ts';
import { createPublisher, LIST_GROUP, type Broadcast, type Publisher } from '#server/bidding/publish-room.ts';
import { createRoom, type Room, type RoomAnswer } from '#server/bidding/room.ts';
import type { RoomState } from '#server/bidding/room-state.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';

export type Rooms = {
  submit(auctionId: AuctionId, request: RoomRequest, key: string): Promise<RoomAnswer>;
  /** Looks at the room at the database's present version (see `Room.read`); undefined where there is no such auction. */
  read<T>(auctionId: AuctionId, look: (state: RoomState) => T): Promise<T | undefined>;
  /** An operation outside the room wrote to an auction: its readers, and those of lists, are to know in every process. */
  wake(auctionId: AuctionId): void;
  close(): void;
};

type Entry = { readonly room: Room; readonly publisher: Publisher; usedAtMs: number };

const WAKE_CHANNEL = 'greenlot_room';
/** Looks for starts that came, and for versions that a lost wake-up hid. */
const UNSEAL_EVERY_MS = 200;
const CATCH_UP_EVERY_MS = 2_000;
/** A room that nobody used for this long is dropped from memory. */
const IDLE_MS = 10 * 60_000;

/** All rooms of this process, and the wake-ups between processes (decisions/0003): one per room and turn, coalesced. */
export async function createRooms(database: Database, clock: Clock, broadcast: Broadcast): Promise<Rooms> {
  const { db, kind } = database;
  const entries = new Map<AuctionId, Entry>();
  const processId = randomUUID();
  /** Auctions that other processes are to hear of, and whether lists change with them. */
  const toWake = new Map<AuctionId, boolean>();

  const wakeOthers = (auctionId: AuctionId, isForLists: boolean): void => {
    if (kind === 'pglite') return;
    if (toWake.size === 0) setImmediate(() => void sendWakes());
    toWake.set(auctionId, isForLists || toWake.get(auctionId) === true);
  };
  const announceToLists = (): void => broadcast(LIST_GROUP, { event: 'LiveAuctions', kind: 'listChanged' });
  const sendWakes = async (): Promise<void> => {
    const payloads = [...toWake].map(
      ([auctionId, isForLists]) => `${processId} ${auctionId}${isForLists ? ' list' : ''}`,
    );
    toWake.clear();
    await sql`select pg_notify(${WAKE_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`
      .execute(db)
      // A lost wake-up is made good by the regular look at versions.
      .catch(() => undefined);
  };

  const entryOf = (auctionId: AuctionId): Entry => {
    const known = entries.get(auctionId);
    if (known) {
      known.usedAtMs = clock.nowMs();
      return known;
    }
    const publisher = createPublisher(auctionId, clock, broadcast);
    const room = createRoom(db, auctionId, (state, why) => {
      publisher.moved(state);
      if (why === 'written') wakeOthers(auctionId, false);
    });
    const entry = { room, publisher, usedAtMs: clock.nowMs() };
    entries.set(auctionId, entry);
    return entry;
  };

  const read: Rooms['read'] = (auctionId, look) => {
    const { room, publisher } = entryOf(auctionId);
    return room.read((state) => {
      publisher.unseal(state);
      return look(state);
    });
  };
  const readQuietly = (auctionId: AuctionId): void => void read(auctionId, () => undefined).catch(() => undefined);

  await database.listen(WAKE_CHANNEL, (payload) => {
    const [from, auctionId, list] = payload.split(' ');
    if (from === processId) return;
    if (list) announceToLists();
    if (entries.has(auctionId as AuctionId)) readQuietly(auctionId as AuctionId);
  });
  const timers = [
    setInterval(() => {
      for (const [auctionId, entry] of entries) if (entry.publisher.isUnsealDue()) readQuietly(auctionId);
    }, UNSEAL_EVERY_MS),
    setInterval(() => void catchUpAll(), CATCH_UP_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();

  const catchUpAll = async (): Promise<void> => {
    for (const [auctionId, entry] of entries) if (clock.nowMs() - entry.usedAtMs > IDLE_MS) entries.delete(auctionId);
    if (kind === 'pglite') return;
    for (const { room } of entries.values()) room.read(() => undefined).catch(() => undefined);
  };

  return {
    submit: (auctionId, request, key) => entryOf(auctionId).room.submit(request, key),
    read,
    wake(auctionId) {
      wakeOthers(auctionId, true);
      announceToLists();
      if (entries.has(auctionId)) readQuietly(auctionId);
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
