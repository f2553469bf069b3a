import { setTimeout as pause } from 'node:timers/promises';
import type { Room } from '#contract/bidding/fold-room.ts';
import { getRoomTokenAsAdmin, getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { readRoom, type RoomReader } from '#testing/readers/room-reader.ts';
import { ask, type Person } from './ask.ts';
import type { Play } from './bid-away.ts';
import type { Chance } from '#testing/world/chance.ts';
import { PUBLIC_URL, type StagedAuction } from './stage.ts';

export type Watched = {
  readonly auctionId: string;
  readonly audience: 'admins' | 'participants';
  /** The number of connections that this person has had to the room. */
  connections: number;
  /** The room as this person sees it; undefined until a server lets the person in. */
  room: Room | undefined;
};

export type Watching = { readonly watched: Watched; readonly done: Promise<void>; stop(): void };

const LOOK_EVERY_MS = 100;
const COME_BACK_MS = 200;
/** A reader who is still not let in this many ms after the end will not be: it has no bid. */
const GIVE_UP_MS = 10_000;

/** Watches one room until the auction is closed. After each lost connection, it reconnects to any server. */
export function watchRoom(
  auction: StagedAuction,
  play: Play,
  reader: { readonly who: Person; readonly isAdmin: boolean; readonly chance: Chance },
): Watching {
  const { auctionId } = auction;
  const watched: Watched = {
    auctionId,
    audience: reader.isAdmin ? 'admins' : 'participants',
    connections: 0,
    room: undefined,
  };
  let isStopped = false;
  const isDone = (): boolean => isStopped || watched.room?.times.isClosed === true;

  const follow = async (connection: RoomReader): Promise<void> => {
    let isGone = false;
    void connection.closed.then(() => (isGone = true));
    while (!isGone && !isDone()) {
      await Promise.race([pause(LOOK_EVERY_MS), connection.closed]);
      watched.room = connection.room();
    }
    connection.close();
  };

  const watch = async (): Promise<void> => {
    await pause(Math.max(0, auction.startsAtMs - Date.now()));
    for (; !isDone(); await pause(COME_BACK_MS)) {
      const server = reader.chance.pick(play.servers());
      const route = reader.isAdmin ? getRoomTokenAsAdmin : getRoomTokenAsUser;
      const token = await ask(server, reader.who, route, { id: auctionId });
      if (token.type === 'refused' && Date.now() > auction.endsAtMs + GIVE_UP_MS) {
        // A late clock of the database lets readers without a bid in, until the auction starts by that clock. Their page
        // then shows no room any more.
        if (watched.room?.version === 0) watched.room = undefined;
        return;
      }
      if (token.type !== 'answered' || server === undefined) continue;
      const url = token.data.url.replace(PUBLIC_URL, server);
      const connection = await readRoom({ ...token.data, url }, watched.room).catch(() => undefined);
      if (!connection) continue;
      watched.connections += 1;
      await follow(connection);
    }
  };
  return { watched, done: watch(), stop: () => (isStopped = true) };
}
