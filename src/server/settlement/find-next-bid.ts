import { sql } from 'kysely';
import { costOf } from '#domain/award/close.ts';
import type { AuctionId, BidId, ItemId } from '#domain/basics/ids.ts';
import { nextBid, type NextBid } from '#domain/settlement/next-bid.ts';
import type { RoomBidder } from '#server/room/room-state.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import type { AwardFacts } from '#server/settlement/released-recs.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sharesMember } from '#server/platform/database/related-accounts.ts';

/** The next bid of an item with its bidder, and what the RECs cost at its price. */
export type FoundBid = NextBid & { readonly bidder: RoomBidder; readonly cost: ReturnType<typeof costOf> };

/**
 * Returns the next bid for the RECs of a settlement in default, or undefined if no bid may get any
 * (docs/settlement.md#offers).
 * Loads the auction in the given transaction: a second connection under a lock could wait for itself.
 *
 * @param left the RECs that can be offered
 */
export async function findNextBid(
  db: Db,
  row: SettlementRow,
  facts: AwardFacts,
  left: number,
): Promise<FoundBid | undefined> {
  const room = await loadRoom(roomRows(db), facts.auctionId as AuctionId);
  const standing = room?.standings.get(facts.itemId as ItemId);
  if (!room || !standing) return undefined;
  const { bidders, fees } = room.settings;
  const accounts = new Set([...bidders.values()].map(({ accountId }) => accountId));
  const allowed = await findAllowed(db, row, facts, [...accounts]);
  const { taken, wonLater } = await findOffered(db, row, facts);
  const found = nextBid({
    item: standing.item,
    rows: standing.rows(),
    left,
    wonLater,
    isExcluded: ({ bidId, bidderId }) => taken.has(bidId) || !allowed.has(bidders.get(bidderId)?.accountId ?? ''),
  });
  const bidder = found && bidders.get(found.bid.bidderId);
  return found && bidder && { ...found, bidder, cost: costOf(found.bid.priceCents, found.quantity, fees) };
}

/**
 * Returns the companies that may get an offer: active ones with a member who may answer. Not the two sides of the
 * default, no other company in default in this auction, and none that shares a member with these.
 */
async function findAllowed(
  db: Db,
  row: SettlementRow,
  { auctionId, bidderBuys }: AwardFacts,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const side = bidderBuys ? sql`other.buyer_account_id` : sql`other.seller_account_id`;
  const isInDefault = bidderBuys ? sql`other.payment = 'defaulted'` : sql`other.delivery in ('failed', 'rejected')`;
  const { rows } = await sql<{ id: string }>`
    with barred as (
      select ${row.buyer_account_id}::uuid as id union select ${row.seller_account_id}::uuid
      union select ${side} from settlement other join award on award.id = other.award_id
        where award.auction_id = ${auctionId} and (other.whole = 'released' or (other.whole in ('open', 'disputed') and ${isInDefault})))
    select account.id from account
    where account.id = any(${[...accountIds]}::uuid[]) and account.status = 'Active'
      and exists (select from account_member member where member.account_id = account.id and member.role <> 'viewer')
      and not exists (select from barred where barred.id = account.id
        or ${sharesMember(sql`barred.id`, sql`account.id`)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type OfferedRow = { readonly bidId: BidId; readonly isTaken: boolean; readonly quantity: number };

/** Returns the bids that got an offer of these RECs before, and the RECs that bids of the item got or are offered. */
async function findOffered(db: Db, row: SettlementRow, { itemId }: AwardFacts) {
  const { rows } = await sql<OfferedRow>`
    select offer.bid_id as "bidId", bool_or(offer.settlement_id = ${row.id}) as "isTaken",
      coalesce(sum(offer.quantity) filter (where offer.state in ('open', 'accepted')), 0)::int as quantity
    from settlement_offer offer join settlement on settlement.id = offer.settlement_id
    join award on award.id = settlement.award_id
    where award.item_id = ${itemId} group by offer.bid_id`.execute(db);
  return {
    taken: new Set(rows.filter(({ isTaken }) => isTaken).map(({ bidId }) => bidId)),
    wonLater: new Map(rows.map(({ bidId, quantity }) => [bidId, quantity])),
  };
}
