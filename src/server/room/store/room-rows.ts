import { sql, type Selectable } from 'kysely';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import { softCloseOf } from '#domain/auction/soft-close.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import type { Bid, BiddingItem } from '#domain/bidding/bid.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import type { RoomBidder, RoomSettings } from '#server/room/room-state.ts';
import type { CallKey, AuctionNow, Known, Locked, StoredAnswer } from '#server/room/store/room-store.ts';
import { lacksAcceptedTerms } from '#server/settlement-terms/stored-terms.ts';
import { sharesMember } from '#server/platform/database/related-accounts.ts';
import { uuids } from '#server/platform/database/columns.ts';
import { PREPARED, type Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';

type AuctionRow = Selectable<Tables['auction']> & { is_unsettled: boolean; now: Date };

const AUCTION_COLUMNS = sql.raw(
  `version, last_hash, salt, start_time, end_time, auction_end_time, closed_at, paused_at, end_when_paused, annulled_at,
   closing_waits_until, exists (select from auction_settling where auction_id = auction.id) as is_unsettled`,
);

/**
 * Locks the rows of those auctions that no other transaction has locked, and reads the stored answers in the same
 * statement.
 */
export async function lockFreeAuctions(
  db: Db,
  auctionIds: readonly AuctionId[],
  asked: readonly CallKey[],
): Promise<{ locks: ReadonlyMap<AuctionId, AuctionNow> } & Known> {
  const { rows } = await sql<AuctionRow & { id: AuctionId; answers: StoredAnswer[] | null }>`${PREPARED}
    with locked as materialized (
      select id, ${AUCTION_COLUMNS} from auction where id = any(${auctionIds}::uuid[]) for update skip locked
    )
    select *, clock_timestamp() as now, ${answersTo(asked)} as answers from locked`.execute(db);
  return {
    locks: new Map(rows.map((row) => [row.id, nowOf(row)])),
    nowMs: Math.max(...rows.map(({ now }) => now.getTime())),
    answers: rows[0]?.answers ?? [],
  };
}

/** Locks the auction's row. Only the transaction with this lock may write the auction's history. */
export async function lockAuction(db: Db, auctionId: AuctionId): Promise<Locked | undefined> {
  const { rows } = await sql<AuctionRow & { held_ms: number }>`${PREPARED}
    with locked as materialized (select ${AUCTION_COLUMNS} from auction where id = ${auctionId} for update)
    select *, clock_timestamp() as now,
           (extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::float8 as held_ms
    from locked`.execute(db);
  return rows[0] && { ...nowOf(rows[0]), heldMs: rows[0].held_ms };
}

/** Delays the closing until one closing period from now (database clock). The caller holds the lock of the row. */
export async function delayClosing(db: Db, auctionId: AuctionId): Promise<void> {
  await sql`
    update auction set closing_waits_until = clock_timestamp() + ${CLOSING_PERIOD_MS} * interval '1 millisecond'
    where id = ${auctionId} and closed_at is null`.execute(db);
}

/** Returns an auction's version and times without locking its row; undefined if there is no such auction. */
export async function peekAuction(db: Db, auctionId: AuctionId): Promise<AuctionNow | undefined> {
  const { rows } = await sql<AuctionRow>`${PREPARED}
    select ${AUCTION_COLUMNS}, clock_timestamp() as now from auction where id = ${auctionId}`.execute(db);
  return rows[0] && nowOf(rows[0]);
}

const nowOf = (row: AuctionRow): AuctionNow => ({
  version: row.version,
  lastHash: row.last_hash,
  salt: row.salt,
  isUnsettled: row.is_unsettled,
  closingWaitsUntilMs: row.closing_waits_until?.getTime() ?? null,
  times: {
    startsAtMs: row.start_time.getTime(),
    endsAtMs: row.end_time.getTime(),
    auctionEndsAtMs: (row.end_when_paused ?? row.auction_end_time).getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
    pausedAtMs: row.paused_at?.getTime() ?? null,
    annulledAtMs: row.annulled_at?.getTime() ?? null,
    readAtMs: row.now.getTime(),
  },
});

/** Returns an auction's settings, items and bidders; undefined if there is no such auction. */
export async function loadSettings(db: Db, auctionId: AuctionId): Promise<RoomSettings | undefined> {
  const row = await db
    .selectFrom('auction')
    .select(['auction_type', 'rules_version', 'tick_cents', 'minimum_bidding_rec_quantity', 'owner_account_id'])
    .select(['seller_fee_hundredths', 'buyer_fee_hundredths', 'soft_close_minutes', 'soft_close_max', 'salt'])
    .where('id', '=', auctionId)
    .executeTakeFirst();
  if (!row) return undefined;
  const items = await loadItems(db, auctionId);
  const bidders = await loadBidders(db, auctionId);
  return {
    auctionId,
    ownerAccountId: row.owner_account_id,
    terms: {
      rules: row.rules_version,
      auctionType: row.auction_type,
      tickCents: row.tick_cents,
      minimumBiddingQuantity: row.minimum_bidding_rec_quantity,
    },
    fees: { sellerFeeHundredths: row.seller_fee_hundredths, buyerFeeHundredths: row.buyer_fee_hundredths },
    softClose: softCloseOf(row.soft_close_minutes, row.soft_close_max),
    salt: row.salt,
    items: new Map(items.map((item) => [item.itemId, item])),
    bidders: new Map(bidders.map((bidder) => [bidder.bidderId, bidder])),
    bidderOfUser: new Map(bidders.map((bidder) => [bidder.userId, bidder])),
  };
}

async function loadItems(db: Db, auctionId: AuctionId): Promise<BiddingItem[]> {
  const { rows } = await sql<BiddingItem>`
    select id as "itemId", quantity, partial_fulfillment as "partialFulfillment",
           minimum_bid_price_cents as "minimumBidPriceCents", maximum_bid_price_cents as "maximumBidPriceCents",
           min_quantity as "minQuantity", max_quantity as "maxQuantity"
    from auction_item where auction_id = ${auctionId} order by position, id`.execute(db);
  return rows;
}

async function loadBidders(db: Db, auctionId: AuctionId): Promise<RoomBidder[]> {
  const { rows } = await sql<Omit<RoomBidder, 'alias'> & { alias_number: number }>`
    select b.id as "bidderId", b.user_id as "userId", u.username, b.account_id as "accountId",
           a.company_name as "companyName", a.english_company_name as "englishCompanyName", b.alias_number,
           coalesce(b.max_quantity, a.max_bid_quantity, ${QUANTITY_MAX}) as "maximumQuantity",
           ${lacksAcceptedTerms(sql`x.id`, sql`b.settlement_terms`)} as "mustAcceptSettlement",
           not x.is_private and b.terms_version is null as "mustAcceptTerms",
           ${sharesMember(sql`b.account_id`, sql`x.owner_account_id`)} as "isRelatedToOwner"
    from bidder b join auction x on x.id = b.auction_id
    join app_user u on u.id = b.user_id join account a on a.id = b.account_id
    -- Nobody bids in a draft, not even through an admin: its room has no bidders before it is confirmed (decision 27).
    -- The order is drawn, not that of admission: the record lists them.
    where b.auction_id = ${auctionId} and x.planned_start_time is null order by b.alias_number`.execute(db);
  return rows.map(({ alias_number: number, ...bidder }) => ({ ...bidder, alias: aliasOf(number) }));
}

type Ids = { bid_id: BidId | null; item_id: ItemId | null; bidder_id: BidderId | null };
type LineRow = Selectable<Tables['bid_history']> & Ids;

/** Returns the lines after `from` up to and including `to`, in order, with their stored hashes. */
export async function linesBetween(
  db: Db,
  auctionId: AuctionId,
  from: number,
  to: number,
): Promise<{ line: HistoryLine; hash: string }[]> {
  const { rows } = await sql<LineRow>`${PREPARED}
    select seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity, allows_partial, minimum_acceptable,
           by, reason, until, hash
    from bid_history where auction_id = ${auctionId} and seq > ${from} and seq <= ${to} order by seq`.execute(db);
  return rows.map((row) => ({ line: lineOf(row), hash: row.hash }));
}

const lineOf = (row: LineRow): HistoryLine => ({
  seq: row.seq,
  kind: row.kind,
  at: row.at.toISOString(),
  bidId: row.bid_id,
  itemId: row.item_id,
  bidderId: row.bidder_id,
  alias: row.alias,
  priceCents: row.price_cents,
  quantity: row.quantity,
  allowsPartial: row.allows_partial,
  minimumAcceptable: row.minimum_acceptable,
  by: row.by,
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
});

/** SQL: the stored answers to these requests. The query looks up a primary key for each request, in any plan. */
const answersTo = (asked: readonly CallKey[]) => sql`(
  select json_agg(json_build_object('auctionId', r.auction_id, 'requestId', encode(uuid_send(r.request_id), 'hex'),
                                    'requestHash', r.request_hash, 'answer', r.answer))
  from unnest(${uuids(asked.map(({ auctionId }) => auctionId))}::uuid[],
              ${uuids(asked.map(({ requestId }) => requestId))}::uuid[])
    as asked (auction_id, request_id)
  cross join lateral (
    select * from bid_request where auction_id = asked.auction_id and request_id = asked.request_id offset 0
  ) as r)`;

type SealedBid = Omit<Bid, 'updatedAtMs' | 'isDeleted'> & { readonly at: Date };

/**
 * Returns the bids of an auction before its start, without deleted ones. They equal the bids that `bidAfter` computes
 * from all lines, but this query does not read the whole history. The query walks the index of sealed lines from bid to
 * bid. For each bid it reads two lines: the last one, and the one that gave the bid its place. The time grows with the
 * number of bids, not of lines.
 */
export async function findSealedBids(db: Db, auctionId: AuctionId): Promise<Bid[]> {
  const isSealed = sql`h.auction_id = ${auctionId} and h.is_sealed`;
  const { rows } = await sql<SealedBid>`
    with recursive bid (bid_id) as (
      (select h.bid_id from bid_history h where ${isSealed} order by h.bid_id limit 1)
      union all
      select (select h.bid_id from bid_history h where ${isSealed} and h.bid_id > bid.bid_id order by h.bid_id limit 1)
      from bid where bid.bid_id is not null
    )
    select last.bid_id as "bidId", last.item_id as "itemId", last.bidder_id as "bidderId", last.price_cents as "priceCents",
           last.quantity, last.allows_partial as "allowsPartial", last.minimum_acceptable as "minimumAcceptable",
           last.seq, last.by = 'admin' as "byAdmin", place.seq as "tieSeq", place.at
    from bid
    cross join lateral (
      select h.* from bid_history h where ${isSealed} and h.bid_id = bid.bid_id order by h.seq desc limit 1
    ) last
    cross join lateral (
      select h.seq, h.at from bid_history h
      where ${isSealed} and h.bid_id = bid.bid_id and h.seq > coalesce(
        (select h.seq from bid_history h
         where ${isSealed} and h.bid_id = bid.bid_id
           and (h.price_cents <> last.price_cents or h.quantity <> last.quantity)
         order by h.seq desc limit 1), 0)
      order by h.seq limit 1
    ) place
    where bid.bid_id is not null and last.kind in ('placed', 'revised')
    order by last.seq`.execute(db);
  return rows.map(({ at, ...bid }) => ({ ...bid, updatedAtMs: at.getTime(), isDeleted: false }));
}
