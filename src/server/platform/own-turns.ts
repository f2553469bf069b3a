import { Refused } from '#server/platform/refused.ts';

/** Works that one person may have waiting, beside the one under way. */
const WAITING_MAX = 20;

/** Does one work of each person at a time, in the order in which they came; nobody waits for somebody else's. */
export type OwnTurns = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/** @throws Refused `service_busy` where too much of the same person waits. */
export function createOwnTurns(): OwnTurns {
  const lines = new Map<string, { last: Promise<unknown>; count: number }>();
  return async (who, work) => {
    const line = lines.get(who) ?? { last: Promise.resolve(), count: 0 };
    if (line.count > WAITING_MAX) throw new Refused('service_busy');
    lines.set(who, line);
    line.count += 1;
    const done = line.last.then(work);
    line.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      line.count -= 1;
      if (line.count === 0) lines.delete(who);
    }
  };
}
