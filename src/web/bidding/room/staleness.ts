import type { RoomPhase } from '#web/bidding/room/phase.ts';
import type { Connection } from '#web/platform/live/hub.ts';

/** Why no bid can be placed at this moment; the words stand in the phrases (`room.hindrance.<reason>`). */
export type Hindrance =
  | 'sealed'
  | 'paused'
  | 'counting'
  | 'closed'
  | 'offline'
  | 'signedOut'
  | 'refused'
  | 'connecting'
  | 'stale';

/** What is shown must be fresh for a bid to mean what it says: three seconds without word and bidding rests. */
export function hindranceOf(phase: RoomPhase, connection: Connection, hasRoom: boolean): Hindrance | undefined {
  if (phase !== 'live') return phase;
  if (connection.state === 'offline') return 'offline';
  // 401 is about the session, such as a sign-in on another device, and not about this room.
  if (connection.state === 'refused') return connection.refusal?.status === 401 ? 'signedOut' : 'refused';
  if (!hasRoom) return 'connecting';
  return connection.isStale ? 'stale' : undefined;
}
