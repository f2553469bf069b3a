import { Refused } from '#server/platform/http/refused.ts';

/** Maximum number of jobs of one person that wait, besides the running job. */
const WAITING_MAX = 20;

/** Runs one job of each person at a time, in order. Nobody waits for another person's job. */
export type UserQueues = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates the queues, one per person.
 * @throws Refused `service_busy` if too many jobs of the same person wait
 */
export function createUserQueues(): UserQueues {
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
