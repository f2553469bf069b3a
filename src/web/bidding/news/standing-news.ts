import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/** An announcement of a change in the own standing on one item. */
export type StandingChange = Omit<OwnStanding, 'bids' | 'ranking'> & {
  readonly kind: 'outbid' | 'regained' | 'canWin' | 'moved';
};

/** The standing is announced after it has not changed for this time, in ms. */
export const CALM_MS = 1_000;
/** While the standing keeps changing, it is announced at this interval, in ms. Speaking a sentence takes less time. */
export const APART_MS = 5_000;

/**
 * Creates the announcements of the own standing. One announcement covers all items. It compares the latest standing
 * with the standing last announced. If both are the same, nothing is announced. The bidder's own actions are not
 * announced, because the bid form shows their results.
 */
export function createStandingNews(first: RoomView) {
  let said = standingsOf(first);
  let latest = said;
  let movedAtMs: { first: number; last: number } | undefined;
  let saidAtMs = -APART_MS;
  const dueMs = (): number | undefined =>
    movedAtMs && Math.max(saidAtMs + APART_MS, Math.min(movedAtMs.last + CALM_MS, movedAtMs.first + APART_MS));
  return {
    /** Applies the current view. Returns the time (same clock as `nowMs`) to call `say`; undefined if nothing waits. */
    take(view: RoomView, nowMs: number): number | undefined {
      const now = standingsOf(view);
      said = withHarderPrices(withOwnDoings(said, now), now);
      if (isSame(latest, now)) return dueMs();
      latest = now;
      movedAtMs = { first: movedAtMs?.first ?? nowMs, last: nowMs };
      return dueMs();
    },
    /** Returns the changes to announce now, and marks them as announced. */
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

/** Returns the standing of the own bids on an item: the best rank, the RECs won, and the RECs bid for. */
const standingOf = ({ item, own, wonQuantity, toWin, ranking }: ItemView) => ({
  item: item.name,
  toWin,
  ranking,
  rank: Math.min(...own.map(({ rank }) => rank)),
  won: wonQuantity,
  asked: own.reduce((sum, { bid }) => sum + bid.quantity, 0),
  bids: own.map(({ bid }) => `${bid.bidId} ${bid.seq}`).join(),
});

/** Counts the present standing as announced if the bidder changed its own bids since the last announcement. */
const withOwnDoings = (said: Standings, now: Standings): Standings =>
  new Map([...now].map(([id, one]) => [id, idsOf(said.get(id)) === idsOf(one) ? (said.get(id) ?? one) : one]));

/** Counts the price to win as announced if it got worse for the bidder. A later improvement is then news. */
const withHarderPrices = (said: Standings, now: Standings): Standings =>
  new Map(
    [...said].map(([id, one]) => {
      const toWin = now.get(id)?.toWin;
      return [id, toWin && isEasierToWin(one.toWin, toWin, one.ranking.terms) ? { ...one, toWin } : one];
    }),
  );

/** Returns a text that identifies the own bids and their versions, independent of their order. */
const idsOf = (one: OwnStanding | undefined): string | undefined => one?.bids.split(',').toSorted().join();

const isSame = (before: Standings, now: Standings): boolean =>
  before.size === now.size && changesBetween(before, now).length === 0;

const GRAVITY = { outbid: 0, regained: 1, canWin: 2, moved: 3 };

/** Returns the changes in the own standing between two views, the most serious first. */
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
