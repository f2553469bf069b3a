import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import { type CanWin, type Outbid, createOutbidTrail, type OutbidTrail } from '#domain/notice/outbid.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { RoomSettings, RoomState } from '#server/room/room-state.ts';
import { actingBidders, tellBidders } from '#server/auction/participants.ts';
import { tellNotices, type NewNotice } from '#server/notice/tell-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { type Timers, lookEvery } from '#server/platform/runtime/timers.ts';

/** A mail (`tell-times.ts`) goes out only if the notice is still unread after this long, */
const MAIL_AFTER = sql`interval '1 minute'`;
/** and not before this long after the last one about the same auction. */
const MAIL_REST = sql`interval '10 minutes'`;

const mailAt = (kind: NoticeKind) => sql<Date>`greatest(
  clock_timestamp() + ${MAIL_AFTER},
  (select max(last.mailed_at) + ${MAIL_REST} from notice last
   where last.user_id = told.user_id and last.auction_id = told.auction_id and last.kind = ${kind}))`;

/** The effects of rivals' lines. */
export type RivalNews = { readonly outbids: readonly Outbid[]; readonly canWins: readonly CanWin[] };

export async function outbidToldUpTo(db: Db, auctionId: AuctionId): Promise<number> {
  const row = await db.selectFrom('outbid_told').select('seq').where('auction_id', '=', auctionId).executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Tells who was outbid, and who can win now, up to a line of the history, but for those that listen in the room `here`.
 * Whichever process comes first tells it: what was told up to a line is told by nobody else.
 */
export async function tellOutbid(
  db: Db,
  { auctionId }: RoomSettings,
  seq: number,
  { news, here }: { readonly news: RivalNews; readonly here: ReadonlySet<string> },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ seq: number }>`
      insert into outbid_told (auction_id, seq, told_at) values (${auctionId}, 0, clock_timestamp())
      on conflict (auction_id) do update set told_at = excluded.told_at
      returning seq`.execute(transaction);
    const before = rows[0]?.seq ?? 0;
    const outbids = news.outbids.filter((one) => one.seq > before);
    const canWins = news.canWins.filter((one) => one.seq > before);
    if (outbids.length + canWins.length === 0) return;
    await sql`update outbid_told set seq = ${seq} where auction_id = ${auctionId}`.execute(transaction);
    const bidderIds = [...outbids, ...canWins].map(({ bidderId }) => bidderId);
    const bidders = await actingBidders(transaction, bidderIds);
    const eventsOf = (all: readonly (Outbid | CanWin)[]) =>
      all.map(({ bidderId, itemId, ...about }) => ({
        bidderId,
        data: { auctionId, auctionItemId: itemId, ...('wins' in about && { wins: about.wins }) },
      }));
    await tellBidders(transaction, 'outbid', eventsOf(outbids));
    await tellBidders(transaction, 'canWin', eventsOf(canWins));
    const users = new Map(bidders.map(({ bidderId, userId }) => [bidderId, userId]));
    const noticesOf = (all: readonly (Outbid | CanWin)[]): NewNotice[] => {
      const told = all.flatMap((one): NewNotice[] => {
        const userId = users.get(one.bidderId);
        if (userId === undefined || here.has(userId)) return [];
        const wins = 'wins' in one ? one.wins : null;
        return [{ userId, auctionId, itemId: one.itemId, ...(wins !== null && { quantity: wins }) }];
      });
      // Somebody may bid for two of its companies.
      return [...new Map(told.map((notice) => [`${notice.userId} ${notice.itemId}`, notice])).values()];
    };
    await tellNotices(transaction, 'outbid', noticesOf(outbids), mailAt('outbid'));
    await tellNotices(transaction, 'canWin', noticesOf(canWins), mailAt('canWin'));
  });
}

/**
 * How long bids gather before a look at who is outbid or can win. One look sends one notice, however often it happened.
 */
const LOOK_EVERY_MS = 1_000;
/** Kept this long after the end, so that what was bid in the last moment is looked at too. */
const KEPT_AFTER_END_MS = 10_000;

export type OutbidWatchParts = {
  readonly db: Db;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly timers: Pick<Timers, 'every'>;
  /** Who listens in an auction's room here: the room itself tells them. */
  readonly usersInRoom: (auctionId: AuctionId) => ReadonlySet<string>;
  readonly failed: (error: unknown) => void;
};

export type OutbidWatch = {
  /** Takes note of bids that a commit or a read brought, and does no more than that. */
  moved(state: RoomState, bids: readonly Bid[]): void;
  stop(): void;
};

type Watched = {
  readonly settings: RoomSettings;
  readonly trail: OutbidTrail;
  endsAtMs: number;
  waiting: (readonly Bid[])[];
  /** Told again after a failure. */
  untold: RivalNews;
  /** What was told before this process came to know the auction has been read. */
  isCaughtUp: boolean;
};

const NO_NEWS: RivalNews = { outbids: [], canWins: [] };
const isNews = ({ outbids, canWins }: RivalNews): boolean => outbids.length + canWins.length > 0;

/**
 * Finds out who is outbid, and who can win now, after commits and beside them: the room hands its bids over, and once a second they are
 * followed line by line. Every process that follows an auction does so; `tellOutbid` lets one of them tell it.
 */
export function createOutbidWatch({ db, clock, timers, usersInRoom, failed }: OutbidWatchParts): OutbidWatch {
  const watched = new Map<AuctionId, Watched>();

  const look = async (auctionId: AuctionId, one: Watched): Promise<void> => {
    // Asked before anything is taken: where the database doesn't answer, every bid waits for the next look.
    const toldUpTo = one.isCaughtUp ? undefined : await outbidToldUpTo(db, auctionId);
    const bids = one.waiting.splice(0).flat();
    if (toldUpTo !== undefined) one.trail.takeSilently(bids.filter(({ seq }) => seq <= toldUpTo));
    one.isCaughtUp = true;
    one.trail.take(bids);
    const news = {
      outbids: [...one.untold.outbids, ...one.trail.outbids()],
      canWins: [...one.untold.canWins, ...one.trail.canWins()],
    };
    one.untold = news;
    if (isNews(news)) await tellOutbid(db, one.settings, one.trail.seq(), { news, here: usersInRoom(auctionId) });
    one.untold = NO_NEWS;
  };

  const stop = lookEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
    for (const [auctionId, one] of watched) {
      if (one.waiting.length > 0 || isNews(one.untold)) await look(auctionId, one).catch(failed);
      else if (clock.nowMs() > one.endsAtMs + KEPT_AFTER_END_MS) watched.delete(auctionId);
    }
  });

  return {
    moved({ settings, times }, bids) {
      if (times.closedAtMs !== null || bids.length === 0) return;
      const known = watched.get(settings.auctionId);
      const one = known?.settings === settings ? known : watch(settings, times, known);
      one.endsAtMs = times.auctionEndsAtMs;
      one.waiting.push(bids);
      watched.set(settings.auctionId, one);
    },
    stop,
  };
}

/** After a change of settings the watch continues from the present bids, because no line comes again. */
function watch(settings: RoomSettings, { startsAtMs, auctionEndsAtMs }: RoomState['times'], before?: Watched): Watched {
  const trail = createOutbidTrail(settings.items, settings.terms, startsAtMs);
  trail.takeSilently(before?.trail.bids() ?? []);
  const { waiting = [], untold = NO_NEWS, isCaughtUp = false } = before ?? {};
  return { settings, trail, endsAtMs: auctionEndsAtMs, waiting, untold, isCaughtUp };
}
