import { notify, type Database } from '#server/platform/database/database.ts';
import { pollEvery, type Timers } from '#server/platform/runtime/timers.ts';

/** The calls of one caller to one route, counted from the first of them. */
type Calls = { own: number; told: number; others: number; readonly untilMs: number };
/** The calls of callers by route and caller. */
type News = Readonly<Record<string, number>>;

const MINUTE_MS = 60_000;
/** Maximum number of callers and routes that are remembered. The oldest is forgotten first. */
const CALLERS_MAX = 100_000;
/**
 * The share of a limit from which a process tells the others of a caller. Below it, ten processes together stay within
 * the limit, so processes do not tell of ordinary callers.
 */
const SHARE_TOLD = 0.1;
/** Entries of one notification. PostgreSQL limits its size to 8,000 bytes. */
const TOLD_AT_ONCE = 30;
const TELL_EVERY_MS = 1_000;
const CHANNEL = 'calls';

/** Counts the calls that limits count: those of this process, and those of which other processes told (decision 116). */
export function createCallCounts() {
  const callers = new Map<string, Calls>();
  const busy = new Set<string>();
  const find = (place: string, windowMs: number): Calls => {
    const known = callers.get(place);
    if (known && known.untilMs > Date.now()) return known;
    const calls = { own: 0, told: 0, others: 0, untilMs: Date.now() + windowMs };
    callers.delete(place);
    callers.set(place, calls);
    const [oldest] = callers.keys();
    if (callers.size > CALLERS_MAX && oldest !== undefined) callers.delete(oldest);
    return calls;
  };
  return {
    /** Counts a call. Returns the caller's calls in all processes, and the ms until they are forgotten. */
    count(place: string, { windowMs, max }: { windowMs: number; max: number }): { current: number; ttl: number } {
      const calls = find(place, windowMs);
      calls.own += 1;
      if (calls.own >= max * SHARE_TOLD) busy.add(place);
      return { current: calls.own + calls.others, ttl: calls.untilMs - Date.now() };
    },
    /** Returns the calls of busy callers that were not returned before. */
    takeNews(): News {
      const news = [...busy].map((place) => {
        const calls = find(place, MINUTE_MS);
        const added = calls.own - calls.told;
        calls.told = calls.own;
        return [place, added] as const;
      });
      busy.clear();
      return Object.fromEntries(news);
    },
    /** Adds the calls that another process has told. */
    hear(news: News): void {
      for (const [place, added] of Object.entries(news)) find(place, MINUTE_MS).others += added;
    },
  };
}
export type CallCounts = ReturnType<typeof createCallCounts>;

type Sharing = {
  readonly database: Pick<Database, 'db' | 'listen'>;
  readonly timers: Pick<Timers, 'every'>;
  readonly failed: (error: unknown) => void;
};

/**
 * Tells the other processes of busy callers every second, and hears of theirs. Calls of which a lost notification told
 * are counted only where they were made. Returns a function that stops telling.
 */
export function shareCallCounts(counts: CallCounts, { database: { db, listen }, timers, failed }: Sharing): () => void {
  const own = crypto.randomUUID();
  listen(CHANNEL, (payload) => {
    const [from, news] = JSON.parse(payload) as readonly [string, News];
    if (from !== own) counts.hear(news);
  }).catch(failed);
  return pollEvery({ timers, failed }, TELL_EVERY_MS, async () => {
    const news = Object.entries(counts.takeNews());
    const parts = Array.from({ length: Math.ceil(news.length / TOLD_AT_ONCE) }, (_, at) =>
      Object.fromEntries(news.slice(at * TOLD_AT_ONCE, (at + 1) * TOLD_AT_ONCE)),
    );
    if (parts.length > 0)
      await notify(
        db,
        CHANNEL,
        parts.map((part) => JSON.stringify([own, part])),
      );
  });
}
