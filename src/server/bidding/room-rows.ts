import { sql } from 'kysely';
import type { AuctionType } from '#domain/auction/direction.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import type { AuctionId, BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import type { BiddingItem } from '#domain/bidding/bid.ts';
import { FIRST_HASH, type HistoryKind, type HistoryLine } from '#domain/bidding/history.ts';
import {
  applyLine,
  createRoomState,
  type RoomBidder,
  type RoomSettings,
  type RoomState,
  type RoomTimes,
} from '#server/bidding/room-state.ts';
import { PREPARED, type Db } from '#server/platform/database.ts';

export type LockedAuction = { readonly version: number; readonly times: RoomTimes };

type AuctionRow = {
  version: number;
  start_time: Date;
  end_time: Date;
  auction_end_time: Date;
  closed_at: Date | null;
};

/** Locks the auction's row: whoever holds it is the only writer of this auction's history. */
export async function lockAuction(db: Db, auctionId: AuctionId): Promise<LockedAuction | undefined> {
  const { rows } = await sql<AuctionRow>`${PREPARED}
    select version, start_time, end_time, auction_end_time, closed_at
    from auction where id = ${auctionId} for update`.execute(db);
  return rows[0] && { version: rows[0].version, times: timesOf(rows[0]) };
}

export async function peekAuction(db: Db, auctionId: AuctionId): Promise<LockedAuction | undefined> {
  const { rows } = await sql<AuctionRow>`${PREPARED}
    select version, start_time, end_time, auction_end_time, closed_at
    from auction where id = ${auctionId}`.execute(db);
  return rows[0] && { version: rows[0].version, times: timesOf(rows[0]) };
}

const timesOf = (row: AuctionRow): RoomTimes => ({
  startsAtMs: row.start_time.getTime(),
  endsAtMs: row.end_time.getTime(),
  auctionEndsAtMs: row.auction_end_time.getTime(),
  closedAtMs: row.closed_at?.getTime() ?? null,
});

/** The whole auction in memory: settings first, then every history line in order. */
export async function loadRoom(db: Db, auctionId: AuctionId): Promise<RoomState | undefined> {
  // Settings before lines: a change in between leaves a `changed` line, which makes the reader load again.
  const settings = await loadSettings(db, auctionId);
  const peeked = await peekAuction(db, auctionId);
  if (!settings || !peeked) return undefined;
  const state = createRoomState(settings, peeked.times, FIRST_HASH);
  await readLines(db, state, peeked.version);
  return state;
}

/** Brings a state up to `version`; true where a line says that settings, items or bidders changed. */
export async function readLines(db: Db, state: RoomState, version: number): Promise<boolean> {
  const lines = await linesBetween(db, state.settings.auctionId, state.version, version);
  let isChanged = false;
  for (const { line, hash } of lines) {
    applyLine(state, line, hash);
    if (line.kind === 'changed') isChanged = true;
  }
  return isChanged;
}

type SettingsRow = {
  auction_type: AuctionType;
  tick_cents: number;
  minimum_bidding_rec_quantity: number;
  seller_fee_hundredths: number;
  buyer_fee_hundredths: number;
  owner_account_id: string;
};

async function loadSettings(db: Db, auctionId: AuctionId): Promise<RoomSettings | undefined> {
  const { rows } = await sql<SettingsRow>`
    select auction_type, tick_cents, minimum_bidding_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths,
           owner_account_id
    from auction where id = ${auctionId}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const items = await loadItems(db, auctionId);
  const bidders = await loadBidders(db, auctionId);
  return {
    auctionId,
    ownerAccountId: row.owner_account_id,
    terms: {
      auctionType: row.auction_type,
      tickCents: row.tick_cents,
      minimumBiddingQuantity: row.minimum_bidding_rec_quantity,
    },
    fees: { sellerFeeHundredths: row.seller_fee_hundredths, buyerFeeHundredths: row.buyer_fee_hundredths },
    items: new Map(items.map((item) => [item.itemId, item])),
    bidders: new Map(bidders.map((bidder) => [bidder.bidderId, bidder])),
    bidderOfUser: new Map(bidders.map((bidder) => [bidder.userId, bidder])),
  };
}

async function loadItems(db: Db, auctionId: AuctionId): Promise<BiddingItem[]> {
  const { rows } = await sql<{
    id: ItemId;
    quantity: number;
    partial_fulfillment: boolean;
    minimum_bid_price_cents: number;
    maximum_bid_price_cents: number;
    min_quantity: number | null;
    max_quantity: number | null;
  }>`select id, quantity, partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents, min_quantity, max_quantity
     from auction_item where auction_id = ${auctionId} order by position, id`.execute(db);
  return rows.map((row) => ({
    itemId: row.id,
    quantity: row.quantity,
    partialFulfillment: row.partial_fulfillment,
    minimumBidPriceCents: row.minimum_bid_price_cents,
    maximumBidPriceCents: row.maximum_bid_price_cents,
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
  }));
}

async function loadBidders(db: Db, auctionId: AuctionId): Promise<RoomBidder[]> {
  const { rows } = await sql<{
    id: BidderId;
    user_id: string;
    username: string;
    account_id: string;
    company_name: string;
    alias_number: number;
    maximum: number | null;
  }>`select b.id, b.user_id, u.username, b.account_id, a.company_name, b.alias_number,
            coalesce(b.max_quantity, a.max_bid_quantity) as maximum
     from bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id
     where b.auction_id = ${auctionId}`.execute(db);
  return rows.map((row) => ({
    bidderId: row.id,
    userId: row.user_id,
    username: row.username,
    accountId: row.account_id,
    companyName: row.company_name,
    alias: aliasOf(row.alias_number),
    maximumQuantity: row.maximum ?? QUANTITY_MAX,
  }));
}

/** Aliases are hashed into the record, so they have one form in every language. */
export const aliasOf = (aliasNumber: number): string => `Bidder ${aliasNumber}`;

type LineRow = {
  seq: number;
  kind: HistoryKind;
  at: Date;
  bid_id: BidId | null;
  item_id: ItemId | null;
  bidder_id: BidderId | null;
  alias: string | null;
  price_cents: number | null;
  quantity: number | null;
  allows_partial: boolean | null;
  by: HistoryLine['by'];
  reason: string | null;
  hash: string;
};

/** Lines after `from` up to `to`, in order, with their stored hashes. */
export async function linesBetween(
  db: Db,
  auctionId: AuctionId,
  from: number,
  to: number,
): Promise<{ line: HistoryLine; hash: string }[]> {
  const { rows } = await sql<LineRow>`${PREPARED}
    select seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity, allows_partial, by, reason, hash
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
  by: row.by,
  reason: row.reason,
});
