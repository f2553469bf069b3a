import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';

/** Tells whoever holds something open for a session, a socket above all, that the session is over. */
export type SessionEnds = {
  /** Calls back in every process. May call twice for one session. */
  onEnded(callback: (sessionIds: string[]) => void): void;
  /** Tells the other processes, when and if the transaction commits. */
  notify(db: Db, sessionIds: readonly string[]): Promise<void>;
  /** Tells this process; called after the commit. */
  announce(sessionIds: readonly string[]): void;
};

const CHANNEL = 'session_ended';

/** Ids in one notification: PostgreSQL takes 8000 bytes. */
const CHUNK = 100;

export async function watchSessionEnds(database: Database): Promise<SessionEnds> {
  const self = randomUUID();
  const callbacks: ((sessionIds: string[]) => void)[] = [];
  const call = (sessionIds: string[]) => callbacks.forEach((callback) => callback(sessionIds));
  await database.listen(CHANNEL, (payload) => {
    const { from, ids } = JSON.parse(payload) as { from: string; ids: string[] };
    if (from !== self) call(ids);
  });
  return {
    onEnded: (callback) => void callbacks.push(callback),
    announce: (sessionIds) => (sessionIds.length > 0 ? call([...sessionIds]) : undefined),
    notify: (db, sessionIds) => notifyEnds(db, sessionIds, self),
  };
}

async function notifyEnds(db: Db, sessionIds: readonly string[], from: string): Promise<void> {
  for (let at = 0; at < sessionIds.length; at += CHUNK)
    await notify(db, CHANNEL, [JSON.stringify({ from, ids: sessionIds.slice(at, at + CHUNK) })]);
}

/** For who holds nothing open itself, as an operator's command: running servers are told. */
export const endsElsewhere: SessionEnds = {
  onEnded: () => {},
  notify: (db, sessionIds) => notifyEnds(db, sessionIds, ''),
  announce: () => {},
};
