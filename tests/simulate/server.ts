import type { PlacedBids } from '#contract/bidding/bidding.ts';
import type { FromRoom, SyncRequest } from '#contract/bidding/room.ts';
import { mayEnterRoom } from '#domain/access/may.ts';
import type { AuctionId, BidderId } from '#domain/basics/ids.ts';
import { startCloser } from '#server/award/close-auction.ts';
import { answerSocket } from '#server/bidding/room-tokens.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';
import { requestIdOf } from '#server/room/judging/judge-batches.ts';
import type { RoomRequest } from '#server/room/judging/judge-request.ts';
import { presentAnswer, type Audience, type Reader } from '#server/room/present-room.ts';
import { LIST_GROUP, roomGroup } from '#server/room/publish-room.ts';
import { standingBidsOf } from '#server/room/room-state.ts';
import { createRooms, type Rooms } from '#server/room/rooms.ts';
import { type MemoryConnection, type Wire } from '#testing/builders/memory-room-store.ts';
import { checkFrame } from './check-frame.ts';
import type { Owner } from './schedule.ts';
import { goesWrong, type Scene, type World } from './world.ts';

export type Person = {
  readonly userId: string;
  readonly role: 'admin' | 'owner' | 'bidder';
  readonly bidderId: BidderId | null;
};

/** One socket. Messages arrive in order, or not at all. */
export type Socket = {
  readonly auctionId: AuctionId;
  readonly group: string;
  readonly reader: Reader;
  readonly person: Person;
  isOpen: boolean;
  arrivesAtMs: number;
  readonly heard: (message: FromRoom) => void;
  readonly closed: () => void;
};

/** A server process: the real rooms and the real closing, with virtual time and the database in memory. */
export type Server = {
  isAlive: boolean;
  readonly connection: MemoryConnection;
  readonly sockets: Set<Socket>;
  submit(scene: Scene, person: Person, request: RoomRequest, key: string): Promise<PlacedBids>;
  /** Tells the room that other code has changed the auction, so that the room notifies its pages. */
  wake(auctionId: AuctionId): void;
  open(scene: Scene, person: Person, ends: Pick<Socket, 'heard' | 'closed'>): Promise<Socket>;
  sync(socket: Socket, known: SyncRequest): Promise<void>;
};

export async function startServer(world: World, isEmbedded: boolean): Promise<Server> {
  const { chance, schedule, database } = world;
  const owner = { isAlive: true };
  const sockets = new Set<Socket>();
  const timers = virtualTimers(world, owner);
  // The estimate of the database's time is wrong by up to 2 ms. The process's own clock may show any time.
  const errorMs = chance.next() * 4 - 2;
  const clock = { nowMs: () => schedule.nowMs() + errorMs };
  const connection = database.connect(wireOf(world, owner, isEmbedded), !isEmbedded);
  const broadcast = (group: string, message: FromRoom): void => {
    for (const socket of sockets) if (socket.group === group) send(world, socket, message);
  };
  const isHeard = (group: string): boolean => [...sockets].some((socket) => socket.group === group);
  const closeWhere = (isMeant: (socket: Socket) => boolean): void => {
    for (const socket of sockets) if (isMeant(socket)) closeSocket(world, { sockets }, socket);
  };
  const end = (id: string, userIds: ReadonlySet<string>): void =>
    closeWhere(({ auctionId, person }) => auctionId === id && userIds.has(person.userId));
  const endReaders = (id: string, bidderIds: ReadonlySet<string>): void =>
    closeWhere(({ auctionId, reader }) => auctionId === id && bidderIds.has(reader.bidderId ?? ''));
  const restart = (id: string): void => closeWhere(({ auctionId }) => auctionId === id);
  const socketsOfRooms = { broadcast, isHeard, end, endReaders, restart };
  const rooms = watched(world, await createRooms({ store: connection, clock, timers, sockets: socketsOfRooms }));
  startCloser({ store: connection, clock, timers, rooms, failed: () => undefined });
  return Object.assign(owner, {
    connection,
    sockets,
    async submit({ auctionId }: Scene, person: Person, request: RoomRequest, key: string) {
      const audience: Audience = person.role === 'admin' ? 'admins' : 'participants';
      const answer = await rooms.submit(auctionId, request, key, presentAnswer(audience));
      if (!answer.ok) throw new Refused(answer.refused.code, answer.refused.params, answer.refused.fields);
      return answer.placed;
    },
    wake: (auctionId: AuctionId) => rooms.wake(auctionId),
    async open(scene: Scene, person: Person, ends: Pick<Socket, 'heard' | 'closed'>) {
      const socket = {
        ...(await admit(scene, rooms, person, clock.nowMs())),
        auctionId: scene.auctionId,
        person,
        ...ends,
      };
      const open = { ...socket, isOpen: true, arrivesAtMs: 0 };
      sockets.add(open);
      return open;
    },
    async sync(socket: Socket, known: SyncRequest) {
      const purpose = { auctionId: socket.auctionId, reader: socket.reader };
      const answer = await answerSocket(rooms, clock, purpose, { event: 'sync', data: known }).catch(() => undefined);
      if (answer) send(world, socket, answer);
    },
  });
}

/** Checks that every answer is already stored when a caller gets it. */
function watched(world: World, rooms: Rooms): Rooms {
  return {
    ...rooms,
    submit: (auctionId, request, key, look) =>
      rooms.submit(auctionId, request, key, (answer, state) => {
        const stored = world.database.rows(auctionId).answers.get(requestIdOf(request.userId, key));
        const isReused = !answer.ok && answer.refused.code === 'idempotency_key_reused';
        if (!isReused && JSON.stringify(stored?.answer) !== JSON.stringify(answer)) {
          world.violated(`answered a request before it was stored: ${request.userId} ${key}`);
        }
        return look(answer, state);
      }),
  };
}

/** Returns the claims of a token for the room, decided as in `room-tokens.ts`. */
async function admit({ auctionId, rows }: Scene, rooms: Rooms, person: Person, nowMs: number) {
  const { times, settings } = rows();
  const bidder = settings.bidderOfUser.get(person.userId);
  const hasBid = await rooms.read(auctionId, (state) => bidder && standingBidsOf(state, bidder.bidderId).size > 0);
  const isStarted = nowMs >= times.startsAtMs;
  if (person.role === 'bidder' && !bidder) throw new Refused('no_permission_to_join_auction');
  if (!mayEnterRoom(person.role, { isStarted, hasBid: hasBid === true })) throw new Refused('initial_bid_required');
  const audience: Audience = person.role === 'admin' ? 'admins' : 'participants';
  const group = person.role !== 'bidder' || hasBid === true ? roomGroup(auctionId, audience) : LIST_GROUP;
  return { group, reader: { audience, bidderId: bidder?.bidderId ?? null } satisfies Reader };
}

function send(world: World, socket: Socket, message: FromRoom): void {
  const { chance, schedule } = world;
  if (!socket.isOpen) return;
  checkFrame(world, socket.reader, message);
  socket.arrivesAtMs = Math.max(socket.arrivesAtMs, schedule.nowMs() + 1 + chance.next() * 20);
  schedule.after(socket.arrivesAtMs - schedule.nowMs(), () => {
    if (socket.isOpen) socket.heard(message);
  });
}

export function closeSocket({ schedule, chance }: World, server: Pick<Server, 'sockets'>, socket: Socket): void {
  socket.isOpen = false;
  server.sockets.delete(socket);
  schedule.after(chance.next() * 50, socket.closed);
}

/** Kills a process like SIGKILL: nothing of its work continues. The database notices when the connection breaks. */
export function crash(world: World, server: Server, noticedAfterMs: number): void {
  server.isAlive = false;
  for (const socket of server.sockets) closeSocket(world, server, socket);
  world.schedule.after(noticedAfterMs, () => server.connection.break());
}

function virtualTimers({ chance, schedule }: World, owner: Owner): Timers {
  const skewMs = chance.below(10_000_000);
  return {
    monotonicMs: () => schedule.nowMs() + skewMs - 1_700_000_000_000,
    turn: () => schedule.wait(chance.next() * 0.5, owner),
    after: (ms, act) => schedule.after(ms + chance.next() * 3, act, owner),
    every(ms, act) {
      let isStopped = false;
      const again = (): void => {
        if (isStopped) return;
        act();
        schedule.after(ms + chance.next() * 5, again, owner);
      };
      schedule.after(ms * chance.next(), again, owner);
      return () => {
        isStopped = true;
      };
    },
  };
}

/**
 * Creates the connection to the database. A statement arrives even if the process that sent it dies. An answer reaches
 * only a living process.
 */
function wireOf(world: World, owner: Owner, isEmbedded: boolean): Wire {
  const { chance, schedule, faults } = world;
  const travel = async (receiver?: Owner): Promise<void> => {
    const ms = goesWrong(world, faults.slowWire) ? chance.between(20, 1_500) : 0.05 + chance.next() * 2;
    const isBroken = !isEmbedded && goesWrong(world, faults.brokenWire);
    // The sender learns that the connection broke.
    await schedule.wait(ms, isBroken ? owner : receiver);
    if (isBroken) throw new Error('the database connection broke');
  };
  return { there: () => travel(), back: () => travel(owner) };
}
