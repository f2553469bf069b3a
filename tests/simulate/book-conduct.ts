import type { HistoryLine } from '#domain/bidding/history.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { allocate, type BookBid } from './allocation.ts';

/**
 * Computes an auction's times from the lines of its history alone, by the written rules
 * (docs/rules.md#conducting-an-auction). It shares no code with the server.
 */
export type ConductBook = {
  /** Returns the end of the auction according to the lines so far. */
  endMs(): number;
  /** Returns whether rivals have the full time to answer the bid of this line. */
  isAnswerable(line: HistoryLine): boolean;
  /** Called before a line changes the bids. */
  before(line: HistoryLine, bids: ReadonlyMap<string, BookBid>): void;
  /** Called after a line has changed the bids. Returns what is wrong with the line. */
  after(line: HistoryLine, bids: ReadonlyMap<string, BookBid>): string[];
  /** Returns the differences between the stored times and the times according to the lines. */
  rows(stored: MemoryAuction['times']): string[];
};

type Standing = {
  endMs: number;
  /** Time in ms by which soft close has moved the end in total. */
  extendedMs: number;
  resumedAtMs: number;
  pausedAtMs: number | null;
  annulledAtMs: number | null;
};

const isBid = ({ kind }: HistoryLine): boolean => kind === 'placed' || kind === 'revised';
/** The maximum time in ms to answer a bid without soft close. In a short auction, a tenth of the duration is enough. */
const ANSWER_MS = 300_000;
const msOf = (time: string | null): number => Date.parse(time ?? '');

/** Creates the book of one auction. The returned function is called with each commit. */
export function createConductBook(scheduledEndMs: number) {
  const now: Standing = { endMs: scheduledEndMs, extendedMs: 0, resumedAtMs: 0, pausedAtMs: null, annulledAtMs: null };
  let winners = '';
  /** The time to which the next line must move the end. Set after the last line of a request that must move the end. */
  let due: number | undefined;

  return (commit: MemoryAuction): ConductBook => {
    const { settings, times } = commit;
    const [firsts, lasts] = requestsOf(commit);
    const minutesMs = Math.round((settings.softClose?.minutes ?? 0) * 60_000);
    const latestEndMs = (): number => now.endMs + (settings.softClose?.maximum ?? 0) * minutesMs - now.extendedMs;
    const dueAfter = (line: HistoryLine, bids: ReadonlyMap<string, BookBid>): number | undefined => {
      const atMs = msOf(line.at);
      if (!settings.softClose || !isBid(line) || !lasts.has(line.seq)) return undefined;
      if (atMs < times.startsAtMs || winnersOf(commit, bids) === winners) return undefined;
      const untilMs = Math.min(atMs + minutesMs, latestEndMs());
      return untilMs > now.endMs ? untilMs : undefined;
    };
    return {
      endMs: () => now.endMs,
      isAnswerable(line) {
        const tenthMs = (scheduledEndMs - times.startsAtMs) / 10;
        const answerMs = settings.softClose ? minutesMs : Math.min(ANSWER_MS, tenthMs);
        return msOf(line.at) <= latestEndMs() - answerMs;
      },
      before(line, bids) {
        if (firsts.has(line.seq)) winners = winnersOf(commit, bids);
      },
      after(line, bids) {
        const wanted = due;
        due = dueAfter(line, bids);
        if (line.kind !== 'extended' || line.by !== 'system') {
          return [
            ...(wanted === undefined ? [] : [`comes where the end had to be moved to ${wanted}`]),
            ...take(now, line),
          ];
        }
        now.extendedMs += msOf(line.until) - now.endMs;
        now.endMs = msOf(line.until);
        return now.endMs === wanted ? [] : [`moves the end to ${line.until}, due was ${wanted}`];
      },
      rows(stored) {
        const told = [now.endMs, now.pausedAtMs, now.annulledAtMs].join(' ');
        const found = [stored.auctionEndsAtMs, stored.pausedAtMs, stored.annulledAtMs].join(' ');
        const wrong = told === found ? [] : [`stands at ${found}, not at ${told}`];
        return due === undefined ? wrong : [...wrong, 'the end was not moved'];
      },
    };
  };
}

/** Records the effect of a line on the auction's times. Returns the rules that the line violates. */
function take(now: Standing, line: HistoryLine): string[] {
  const { kind } = line;
  const atMs = msOf(line.at);
  const isRunning = now.pausedAtMs === null && atMs < now.endMs;
  const wrong: string[] = [];
  if (now.annulledAtMs !== null) wrong.push('comes after the annulment');
  if (isBid(line) && now.pausedAtMs !== null) wrong.push('was taken while it was paused');
  if (isBid(line) && atMs < now.resumedAtMs) wrong.push('has a time before the auction went on');
  if (kind === 'closed' && (now.pausedAtMs !== null || atMs < now.endMs + 2_000)) wrong.push('closes it too early');
  const mayBeMoved = isRunning || (kind === 'extended' && now.pausedAtMs !== null);
  if ((kind === 'paused' || kind === 'extended') && !mayBeMoved) wrong.push('is done to what does not run');
  if (kind === 'paused') now.pausedAtMs = atMs;
  if (kind === 'extended') {
    if (msOf(line.until) <= now.endMs) wrong.push('is no later end');
    now.endMs = msOf(line.until);
  }
  if (kind === 'resumed') {
    if (msOf(line.until) !== now.endMs + atMs - (now.pausedAtMs ?? Number.NaN)) wrong.push('gives another time back');
    Object.assign(now, { endMs: msOf(line.until), pausedAtMs: null, resumedAtMs: atMs });
  }
  if (kind === 'annulled') {
    const endMs = now.pausedAtMs === null ? Math.min(now.endMs, atMs) : atMs;
    if (msOf(line.until) !== endMs) wrong.push(`ended at ${endMs}`);
    Object.assign(now, { endMs, pausedAtMs: null, annulledAtMs: atMs });
  }
  return wrong;
}

/** Returns the first and the last line of each request that placed or changed bids. */
function requestsOf({ answers }: MemoryAuction): [ReadonlySet<number>, ReadonlySet<number>] {
  const placed = [...answers.values()].flatMap(({ answer }) => (answer.ok && answer.bidIds.length > 0 ? [answer] : []));
  const firsts = placed.map(({ version, bidIds }) => version - bidIds.length + 1);
  return [new Set(firsts), new Set(placed.map(({ version }) => version))];
}

/** Returns a text of all bidders' won quantities per item. */
function winnersOf({ settings }: MemoryAuction, bids: ReadonlyMap<string, BookBid>): string {
  const wonBy = new Map<string, number>();
  for (const item of settings.items.values()) {
    const own = [...bids.values()].filter((bid) => bid.itemId === item.itemId);
    for (const { bid, won } of allocate(item, settings, own)) {
      const key = `${item.itemId} ${bid.bidderId}`;
      if (won > 0) wonBy.set(key, (wonBy.get(key) ?? 0) + won);
    }
  }
  return [...wonBy]
    .map(([key, won]) => `${key} ${won}`)
    .toSorted()
    .join(', ');
}
