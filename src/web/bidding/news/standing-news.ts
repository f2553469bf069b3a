import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

export type StandingChange = Omit<OwnStanding, 'bids' | 'ranking'> & {
  readonly kind: 'outbid' | 'regained' | 'canWin' | 'moved';
};

/** Said once nothing moved for so long, … */
export const CALM_MS = 1_000;
/** … or, where it never gets calm, as often as this; a sentence is through by then. */
export const APART_MS = 5_000;

/**
 * What is spoken of one's own standing: only how it is by then, over all items at once, however often it moved in between; nothing
 * where it came back to what was said. What the bidder does by itself is answered elsewhere and no news.
 */
export function createStandingNews(first: RoomView) {
  let said = standingsOf(first);
  let latest = said;
  let movedAtMs: { first: number; last: number } | undefined;
  let saidAtMs = -APART_MS;
  const dueMs = (): number | undefined =>
    movedAtMs && Math.max(saidAtMs + APART_MS, Math.min(movedAtMs.last + CALM_MS, movedAtMs.first + APART_MS));
  return {
    /** Takes in how the room stands; returns when to ask for what is to be said, undefined where there is nothing. */
    take(view: RoomView, nowMs: number): number | undefined {
      const now = standingsOf(view);
      said = withHarderPrices(withOwnDoings(said, now), now);
      if (isSame(latest, now)) return dueMs();
      latest = now;
      movedAtMs = { first: movedAtMs?.first ?? nowMs, last: nowMs };
      return dueMs();
    },
    /** What is to be said now; it counts as said. */
    say(nowMs: number): readonly StandingChange[] {
      const due = dueMs();
      if (due === undefined || nowMs < due) return [];
      const changes = changesBetween(said, latest);
      said = latest;
      movedAtMs = undefined;
      if (changes.length > 0) saidAtMs = nowMs;
      return changes;
    },
  };
}

type OwnStanding = ReturnType<typeof standingOf>;
type Standings = ReadonlyMap<string, OwnStanding>;

const standingsOf = ({ items }: RoomView): Standings =>
  new Map([...items].flatMap(([id, view]) => (view.own.length > 0 ? [[id, standingOf(view)]] : [])));

/** How one's bids on an item stand: the best rank of them, and what they win of what they ask for, in RECs. */
const standingOf = ({ item, own, wonQuantity, toWin, ranking }: ItemView) => ({
  item: item.name,
  toWin,
  ranking,
  rank: Math.min(...own.map(({ rank }) => rank)),
  won: wonQuantity,
  asked: own.reduce((sum, { bid }) => sum + bid.quantity, 0),
  bids: own.map(({ bid }) => `${bid.bidId} ${bid.seq}`).join(),
});

/** Where the bids themselves are others than those last spoken of, their standing counts as known. */
const withOwnDoings = (said: Standings, now: Standings): Standings =>
  new Map([...now].map(([id, one]) => [id, idsOf(said.get(id)) === idsOf(one) ? (said.get(id) ?? one) : one]));

/** A price that was too low in between wins again when it comes back, which is news. */
const withHarderPrices = (said: Standings, now: Standings): Standings =>
  new Map(
    [...said].map(([id, one]) => {
      const toWin = now.get(id)?.toWin;
      return [id, toWin && isEasierToWin(one.toWin, toWin, one.ranking.terms) ? { ...one, toWin } : one];
    }),
  );

/** Which bids those are, in whatever order. */
const idsOf = (one: OwnStanding | undefined): string | undefined => one?.bids.split(',').toSorted().join();

const isSame = (before: Standings, now: Standings): boolean =>
  before.size === now.size && changesBetween(before, now).length === 0;

const GRAVITY = { outbid: 0, regained: 1, canWin: 2, moved: 3 };

const changesBetween = (before: Standings, now: Standings): readonly StandingChange[] =>
  [...now]
    .flatMap(([id, { item, rank, won, asked, toWin, ranking }]) => {
      const was = before.get(id);
      if (!was) return [];
      const canWin = won === was.won && won < asked && isEasierToWin(toWin, was.toWin, ranking.terms);
      if (was.rank === rank && was.won === won && !canWin) return [];
      const wasMoved = canWin ? 'canWin' : 'moved';
      const kind = won === 0 && was.won > 0 ? 'outbid' : won > 0 && was.won === 0 ? 'regained' : wasMoved;
      return [{ item, kind, rank, won, asked, toWin } as const];
    })
    .toSorted((one, other) => GRAVITY[one.kind] - GRAVITY[other.kind]);
