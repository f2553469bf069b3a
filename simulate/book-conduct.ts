import type { HistoryLine } from '#domain/bidding/history.ts';
import type { MemoryAuction } from '#testing/memory-room-store.ts';
import { allocate, type BookBid } from './allocation.ts';

/** When the auction ends, told a second time: from its lines alone, by the written rules of soft close (rules 3). */
export type ConductBook = {
  /** The end that a line is judged against. */
  endMs(): number;
  /** Called before a line is taken into the bids, and after it. */
  before(line: HistoryLine, bids: ReadonlyMap<string, BookBid>): void;
  after(line: HistoryLine, bids: ReadonlyMap<string, BookBid>): string[];
  /** What the rows of a commit say against what its lines come to. */
  rows(after: MemoryAuction): string[];
};

const isBid = ({ kind }: HistoryLine): boolean => kind === 'placed' || kind === 'revised';

/** The lines of one commit, with the requests that they belong to. */
export function createConductBook(scheduledEndMs: number) {
  let endMs = scheduledEndMs;
  let extensions = 0;
  let winners = '';
  /** Set where the line before was the last of a request that must move the end to here. */
  let due: number | undefined;

  /** Reads the answers: which line begins a request, and which ends it. */
  return (commit: MemoryAuction): ConductBook => {
    const { settings, times } = commit;
    const [firsts, lasts] = requestsOf(commit);
    const isDue = (line: HistoryLine, bids: ReadonlyMap<string, BookBid>): number | undefined => {
      const { softClose } = settings;
      const atMs = Date.parse(line.at);
      if (!softClose || extensions >= softClose.maximum || !isBid(line) || !lasts.has(line.seq)) return undefined;
      if (atMs < times.startsAtMs || winnersOf(commit, bids) === winners) return undefined;
      const untilMs = Math.floor(atMs + softClose.minutes * 60_000);
      return untilMs > endMs ? untilMs : undefined;
    };
    return {
      endMs: () => endMs,
      before(line, bids) {
        if (firsts.has(line.seq)) winners = winnersOf(commit, bids);
      },
      after(line, bids) {
        const wanted = due;
        due = undefined;
        if (line.kind === 'extended' && line.by === 'system') {
          const untilMs = Date.parse(line.until ?? '');
          extensions += 1;
          endMs = untilMs;
          if (wanted !== untilMs) return [`moves the end to ${line.until}, due was ${wanted}`];
          return [];
        }
        due = isDue(line, bids);
        return wanted === undefined ? [] : [`comes where the end had to be moved to ${wanted}`];
      },
      rows({ times: stored }) {
        const wrong = due === undefined ? [] : ['the end was not moved'];
        return stored.auctionEndsAtMs === endMs
          ? wrong
          : [...wrong, `ends at ${stored.auctionEndsAtMs}, not at ${endMs}`];
      },
    };
  };
}

function requestsOf({ answers }: MemoryAuction): [ReadonlySet<number>, ReadonlySet<number>] {
  const placed = [...answers.values()].flatMap(({ answer }) => (answer.ok && answer.bidIds.length > 0 ? [answer] : []));
  const firsts = placed.map(({ version, bidIds }) => version - bidIds.length + 1);
  return [new Set(firsts), new Set(placed.map(({ version }) => version))];
}

/** Who wins how much of which item. */
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
