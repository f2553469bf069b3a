import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { HistoryKind } from '#domain/bidding/history.ts';
import type { Receipt } from '#domain/record/receipt.ts';
import { accountsOfBidders, queueBidderWebhooks } from '#server/auction/auction-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { findFollowers, type Followers } from '#server/platform/mail/queue-webhooks.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';
import { signOwn, type SignText, type StoredLine } from '#server/room/judging/sign-receipts.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

const LOOK_EVERY_MS = 1_000;
/** The maximum number of lines of an auction that are read at once, so that signing does not delay bids. */
const LINES_MAX = 500;
/** Of lines from before the first look at an auction, older ones are not sent. */
const OLD_MS = 600_000;

/** The kinds of lines about bids. */
const KINDS: ReadonlySet<HistoryKind> = new Set(['placed', 'revised', 'withdrawn', 'cancelled', 'refusedLate']);

type TellParts = { readonly db: Db; readonly sign: SignText };

/** Starts the job that queues the webhook event `bid.recorded`. It works outside of commits, so no bid waits for it. */
export const startReceiptEvents = ({ db, sign, ...poll }: TellParts & Parameters<typeof pollEvery>[0]): (() => void) =>
  pollEvery(poll, LOOK_EVERY_MS, () => tellReceipts({ db, sign }));

/**
 * Queues the event `bid.recorded` with a receipt, for each company with new lines about its bids and a webhook for this
 * event. Several processes may do so at the same time: each line is sent once.
 */
export async function tellReceipts({ db, sign }: TellParts): Promise<void> {
  const followers = await findFollowers(db, 'bid.recorded');
  if (!followers.isOperator && followers.accountIds.size === 0) return;
  const { rows } = await sql<{ id: AuctionId; version: number; starts_at: Date }>`
    select id, version, start_time as starts_at from auction left join receipt_told told on told.auction_id = id
    where salt is not null and rehearsal_of is null and auction_end_time > clock_timestamp() - interval '1 hour'
      and version > coalesce(told.seq, 0)`.execute(db);
  for (const { id, version, starts_at: startsAt } of rows)
    await db
      .transaction()
      .execute((transaction) => tellIn({ db: transaction, sign }, { auctionId: id, version, startsAt, followers }));
}

type ToldAuction = {
  readonly auctionId: AuctionId;
  readonly version: number;
  readonly startsAt: Date;
  readonly followers: Followers;
};

/** Queues the events of one auction. Another process that does the same makes it return at once. */
async function tellIn(
  { db, sign }: TellParts,
  { auctionId, version, startsAt, followers }: ToldAuction,
): Promise<void> {
  const { rows: added } = await sql`
    insert into receipt_told (auction_id, seq) values (${auctionId}, ${Math.max(0, version - LINES_MAX)})
    on conflict do nothing returning seq`.execute(db);
  const { rows } = await sql<{ seq: number }>`
    select seq from receipt_told where auction_id = ${auctionId} for update skip locked`.execute(db);
  const [told] = rows;
  const stored = roomRows(db);
  const lines = told ? await stored.lines(auctionId, told.seq, told.seq + LINES_MAX) : [];
  const last = lines.at(-1);
  if (!last) return;
  const nowMs = await stored.nowMs();
  const isYoung = ({ line }: StoredLine): boolean => added.length === 0 || Date.parse(line.at) > nowMs - OLD_MS;
  const own = await linesOfFollowers(db, lines.filter(isYoung), followers);
  const events = own.flatMap(({ bidderId, lines: ofBidder }) => {
    const isSealed = ({ line }: StoredLine): boolean => Date.parse(line.at) < startsAt.getTime();
    const parts = [ofBidder.filter(isSealed), ofBidder.filter((one) => !isSealed(one))];
    const receipts = parts.map((part, at) => signOwn(auctionId, { lines: part, isSealed: at === 0 }, { sign, nowMs }));
    return receipts
      .filter((receipt): receipt is Receipt => receipt !== undefined)
      .map((receipt) => ({ bidderId, data: { auctionId, receipt } }));
  });
  await queueBidderWebhooks(db, 'bid.recorded', events);
  await sql`update receipt_told set seq = ${last.line.seq} where auction_id = ${auctionId}`.execute(db);
}

type OwnLines = { readonly bidderId: string; readonly lines: readonly StoredLine[] };

/** Returns the lines about bids of companies that get the event, by bidder. */
async function linesOfFollowers(db: Db, lines: readonly StoredLine[], followers: Followers): Promise<OwnLines[]> {
  const ofBids = lines.filter(({ line }) => KINDS.has(line.kind));
  const byBidder = Map.groupBy(ofBids, ({ line }): string => line.bidderId ?? '');
  byBidder.delete('');
  const accounts = await accountsOfBidders(db, [...byBidder.keys()]);
  return [...accounts]
    .filter(([, accountId]) => followers.isOperator || followers.accountIds.has(accountId))
    .map(([bidderId]) => ({ bidderId, lines: byBidder.get(bidderId) ?? [] }));
}
