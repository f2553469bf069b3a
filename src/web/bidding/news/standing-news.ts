import { isEasierToWin } from '#domain/bidding/price-to-win.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/** A change of the own standing on one item, to announce. */
export type StandingChange = Omit<OwnStanding, 'bids' | 'ranking'> & {
  readonly kind: 'outbid' | 'regained' | 'canWin' | 'moved';
};

/** The standing is announced after it has not moved for this time, in ms. */
export const CALM_MS = 1_000;
/** While it keeps moving, it is announced at this interval, in ms. A sentence takes less time to speak. */
export const APART_MS = 5_000;

/**
 * Creates the announcements about the own standing. One announcement covers all items and only the latest state,
 * however often it moved since the last one. Nothing is announced if the standing is the same as then. The bidder's own
 * actions are answered elsewhere and are not announced.
 */
export function createStandingNews(first: RoomView) {
  let said = standingsOf(first);
  let latest = said;
  let movedAtMs: { first: number; last: number } | undefined;
  let saidAtMs = -APART_MS;
  const dueMs = (): number | undefined =>
    movedAtMs && Math.max(saidAtMs + APART_MS, Math.min(movedAtMs.last + CALM_MS, movedAtMs.first + APART_MS));
  return {
    /** Takes in the current view. Returns when to call `say`, in ms; undefined if nothing is pending. */
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

/**
 * Returns the standing of the own bids on an item: their best rank, and how many RECs they win of those they ask for.
 */
const standingOf = ({ item, own, wonQuantity, toWin, ranking }: ItemView) => ({
  item: item.name,
  toWin,
  ranking,
  rank: Math.min(...own.map(({ rank }) => rank)),
  won: wonQuantity,
  asked: own.reduce((sum, { bid }) => sum + bid.quantity, 0),
  bids: own.map(({ bid }) => `${bid.bidId} ${bid.seq}`).join(),
});

/** If the own bids differ from those last announced, the bidder changed them, so their standing counts as announced. */
const withOwnDoings = (said: Standings, now: Standings): Standings =>
  new Map([...now].map(([id, one]) => [id, idsOf(said.get(id)) === idsOf(one) ? (said.get(id) ?? one) : one]));

/** If the price to win got harder, later winning at the earlier price counts as news. */
const withHarderPrices = (said: Standings, now: Standings): Standings =>
  new Map(
    [...said].map(([id, one]) => {
      const toWin = now.get(id)?.toWin;
      return [id, toWin && isEasierToWin(one.toWin, toWin, one.ranking.terms) ? { ...one, toWin } : one];
    }),
  );

/** Returns the identity of the bids, independent of their order. */
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
