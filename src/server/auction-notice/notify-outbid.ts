import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { NoticeKind } from '#domain/notice/notice.ts';
import { type CanWin, type Outbid, createOutbidTrail, type OutbidTrail } from '#domain/notice/outbid.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import type { RoomSettings, RoomState } from '#server/room/room-state.ts';
import { actingBidders } from '#server/auction/participants.ts';
import { queueBidderWebhooks } from '#server/auction/auction-webhooks.ts';
import { storeNotices, type NewNotice } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { type Timers, pollEvery } from '#server/platform/runtime/timers.ts';

/** An email is sent (`notify-times.ts`) only if its notification is still unread after this time. */
const MAIL_AFTER = sql`interval '1 minute'`;
/** The minimum time between two emails of the same kind about the same auction to the same user. */
const MAIL_REST = sql`interval '10 minutes'`;

const mailAt = (kind: NoticeKind) => sql<Date>`greatest(
  clock_timestamp() + ${MAIL_AFTER},
  (select max(last.mailed_at) + ${MAIL_REST} from notice last
   where last.user_id = told.user_id and last.auction_id = told.auction_id and last.kind = ${kind}))`;

/** The effects of rivals' lines: the bidders who were outbid, and the bidders who can win now. */
export type RivalNews = { readonly outbids: readonly Outbid[]; readonly canWins: readonly CanWin[] };

/** Returns the number of the last line for which notices were stored; 0 for none. */
export async function outbidToldUpTo(db: Db, auctionId: AuctionId): Promise<number> {
  const row = await db.selectFrom('outbid_told').select('seq').where('auction_id', '=', auctionId).executeTakeFirst();
  return row?.seq ?? 0;
}

/**
 * Stores notifications for bidders who were outbid or can win now, up to the line `seq` of the history. Users in `here`
 * get none, because they are in the room. If several processes do this for the same lines, only the first one stores
 * notifications.
 */
export async function notifyOutbid(
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
    await queueBidderWebhooks(
      transaction,
      'bid.outbid',
      outbids.map(({ bidderId, itemId }) => ({ bidderId, data: { auctionId, auctionItemId: itemId } })),
    );
    await queueBidderWebhooks(
      transaction,
      'bid.can_win',
      canWins.map(({ bidderId, itemId, wins }) => ({ bidderId, data: { auctionId, auctionItemId: itemId, wins } })),
    );
    const users = new Map(bidders.map(({ bidderId, userId }) => [bidderId, userId]));
    const noticesOf = (all: readonly (Outbid | CanWin)[]): NewNotice[] => {
      const told = all.flatMap((one): NewNotice[] => {
        const userId = users.get(one.bidderId);
        if (userId === undefined || here.has(userId)) return [];
        const wins = 'wins' in one ? one.wins : null;
        return [{ userId, auctionId, itemId: one.itemId, ...(wins !== null && { quantity: wins }) }];
      });
      // A user who bids for two companies gets only one notification about an item.
      return [...new Map(told.map((notice) => [`${notice.userId} ${notice.itemId}`, notice])).values()];
    };
    await storeNotices(transaction, 'outbid', noticesOf(outbids), mailAt('outbid'));
    await storeNotices(transaction, 'canWin', noticesOf(canWins), mailAt('canWin'));
  });
}

/**
 * The interval, in milliseconds, of the checks for outbid bidders. A bidder who was outbid several times since the last
 * check gets one notification.
 */
const LOOK_EVERY_MS = 1_000;
/** An auction is watched for this many milliseconds after its end, so that its last bids are checked, too. */
const KEPT_AFTER_END_MS = 10_000;

export type OutbidWatchParts = {
  readonly db: Db;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly timers: Pick<Timers, 'every'>;
  /** Returns the users whose sockets are in an auction's room in this process. They already see the bids there. */
  readonly usersInRoom: (auctionId: AuctionId) => ReadonlySet<string>;
  readonly failed: (error: unknown) => void;
};

export type OutbidWatch = {
  /** Queues the bids that a commit or a read changed. The next check processes them. */
  moved(state: RoomState, bids: readonly Bid[]): void;
  /** Forgets the bids of an auction, because the database has another history now. */
  forget(auctionId: AuctionId): void;
  stop(): void;
};

type Watched = {
  readonly settings: RoomSettings;
  readonly trail: OutbidTrail;
  endsAtMs: number;
  waiting: (readonly Bid[])[];
  /** News that could not be stored, for the next attempt. */
  untold: RivalNews;
  /** False until this process has read up to which line notifications were already stored when it began to watch. */
  isCaughtUp: boolean;
};

const NO_NEWS: RivalNews = { outbids: [], canWins: [] };
const isNews = ({ outbids, canWins }: RivalNews): boolean => outbids.length + canWins.length > 0;

/**
 * Creates the watch that finds bidders who are outbid or can win now. The watch works outside of commits: rooms pass
 * their new bids to it, and once a second it processes these bids in the order of their lines. Every process with the
 * auction's room does this, but `notifyOutbid` makes sure that only one of them sends the notifications.
 */
export function createOutbidWatch({ db, clock, timers, usersInRoom, failed }: OutbidWatchParts): OutbidWatch {
  const watched = new Map<AuctionId, Watched>();

  const look = async (auctionId: AuctionId, one: Watched): Promise<void> => {
    // Read before bids are taken from the queue. If the database fails here, the bids stay queued for the next check.
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
    if (isNews(news)) await notifyOutbid(db, one.settings, one.trail.seq(), { news, here: usersInRoom(auctionId) });
    one.untold = NO_NEWS;
  };

  const stop = pollEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
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
    forget: (auctionId) => void watched.delete(auctionId),
    stop,
  };
}

/** Starts to watch. After a change of settings, keeps the known bids, because rooms pass each changed bid only once. */
function watch(settings: RoomSettings, { startsAtMs, auctionEndsAtMs }: RoomState['times'], before?: Watched): Watched {
  const trail = createOutbidTrail(settings.items, settings.terms, startsAtMs);
  trail.takeSilently(before?.trail.bids() ?? []);
  const { waiting = [], untold = NO_NEWS, isCaughtUp = false } = before ?? {};
  return { settings, trail, endsAtMs: auctionEndsAtMs, waiting, untold, isCaughtUp };
}
