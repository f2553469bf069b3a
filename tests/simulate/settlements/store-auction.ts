import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuctionId, BidderId, ItemId } from '#domain/basics/ids.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { chainHash, FIRST_HASH } from '#domain/bidding/history.ts';
import { SETTLEMENT_MODES } from '#domain/settlement/tracks.ts';
import { BUSINESS_CALENDARS, type SettlementTerms } from '#domain/settlement/terms.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import { closeAuction } from '#server/award/close-auction.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { RoomBidder } from '#server/room/room-state.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { writeSettlementTerms } from '#server/settlement-terms/stored-terms.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import { insertPerson, type TestPerson } from '#testing/builders/records.ts';
import type { Chance } from '#testing/world/chance.ts';

/** A simulated auction in the database: its owner and the bidders that were admitted at its end. */
export type StoredAuction = {
  readonly auctionId: AuctionId;
  readonly type: 'Forward' | 'Reverse';
  readonly admin: TestPerson;
  readonly owner: TestPerson;
  readonly bidders: readonly TestPerson[];
  readonly items: readonly { readonly id: string; readonly quantity: number; readonly year: number }[];
};

/**
 * Stores a simulated auction with its whole history before the closing, with random terms of settlement. The bids are
 * those that real rooms accepted.
 */
export async function storeAuction(db: Db, chance: Chance, played: MemoryAuction): Promise<StoredAuction> {
  const { settings, times } = played;
  const admin = await insertPerson(db, { role: 'Admin' });
  const owner = await insertPerson(db);
  const auctionId = randomUUID() as AuctionId;
  const end = new Date(times.auctionEndsAtMs);
  await db
    .insertInto('auction')
    .values({
      id: auctionId,
      title: 'Simulated',
      auction_type: settings.terms.auctionType,
      is_private: true,
      start_time: new Date(times.startsAtMs),
      end_time: new Date(times.endsAtMs),
      auction_end_time: end,
      minimum_rec_quantity: 1,
      minimum_bidding_rec_quantity: settings.terms.minimumBiddingQuantity,
      seller_fee_hundredths: settings.fees.sellerFeeHundredths,
      buyer_fee_hundredths: settings.fees.buyerFeeHundredths,
      spot_recs: false,
      owner_account_id: owner.accountId,
      tick_size_id: null,
      tick_cents: settings.terms.tickCents,
      last_hash: FIRST_HASH,
      closed_at: null,
      created_by: admin.userId,
    })
    .execute();
  const ids = createIds();
  const items = await storeItems(db, auctionId, played, ids);
  const bidders: TestPerson[] = [];
  for (const bidder of settings.bidders.values())
    bidders.push(await storeBidder(db, played, { auctionId, bidder, id: ids(bidder.bidderId) }));
  await storeHistory(db, auctionId, played, ids);
  await writeSettlementTerms(db, { auction_id: auctionId }, someTerms(chance), 'USD');
  await settleAuctionListing(db, auctionId);
  return { auctionId, type: settings.terms.auctionType, admin, owner, bidders, items };
}

type Ids = (name: string) => string;

/** The simulation in memory has short names as ids. The database needs UUIDs. */
function createIds(): Ids {
  const known = new Map<string, string>();
  return (name) => {
    const id = known.get(name) ?? randomUUID();
    known.set(name, id);
    return id;
  };
}

async function storeItems(db: Db, auctionId: string, { settings }: MemoryAuction, ids: Ids) {
  const items = [...settings.items.values()].map((item, index) => ({ item, year: 2020 + index }));
  for (const [index, { item, year }] of items.entries())
    await db
      .insertInto('auction_item')
      .values({
        id: ids(item.itemId),
        auction_id: auctionId,
        position: index + 1,
        country: 'MY',
        fuel_type: 'Hydro',
        vintage_year: year,
        vintage_period: 'FullYear',
        quantity: item.quantity,
        partial_fulfillment: item.partialFulfillment,
        minimum_bid_price_cents: item.minimumBidPriceCents,
        maximum_bid_price_cents: item.maximumBidPriceCents,
        min_quantity: item.partialFulfillment ? item.minQuantity : null,
        max_quantity: item.partialFulfillment ? item.maxQuantity : null,
      })
      .execute();
  return items.map(({ item, year }) => ({ id: ids(item.itemId), quantity: item.quantity, year }));
}

type NewBidder = { readonly auctionId: string; readonly bidder: RoomBidder; readonly id: string };

async function storeBidder(db: Db, { times }: MemoryAuction, { auctionId, bidder, id }: NewBidder) {
  const person = await insertPerson(db);
  await db
    .insertInto('bidder')
    .values({
      id,
      auction_id: auctionId,
      user_id: person.userId,
      account_id: person.accountId,
      alias_number: Number(bidder.alias.replace('Bidder ', '')),
      max_quantity: Math.min(bidder.maximumQuantity, QUANTITY_MAX),
      start_time: new Date(times.startsAtMs),
      auction_end_time: new Date(times.auctionEndsAtMs),
    })
    .execute();
  return person;
}

/** Stores the history up to the closing, with hashes of its own, because ids are part of the hashed text. */
async function storeHistory(db: Db, auctionId: AuctionId, { lines }: MemoryAuction, ids: Ids): Promise<void> {
  const salt = (await roomRows(db).peek(auctionId))?.salt ?? null;
  const closed = lines.findIndex(({ line }) => line.kind === 'closed');
  let before = FIRST_HASH;
  const stored = lines.slice(0, closed < 0 ? undefined : closed).map(({ line: played }) => {
    const line = {
      ...played,
      itemId: played.itemId && (ids(played.itemId) as ItemId),
      bidderId: played.bidderId && (ids(played.bidderId) as BidderId),
    };
    const entry = { auctionId, line, before, hash: chainHash(before, line, sha256, salt), actingUserId: null };
    before = entry.hash;
    return entry;
  });
  await db.transaction().execute((transaction) => roomRows(transaction).write(stored, []));
}

const someTerms = (chance: Chance): SettlementTerms => ({
  mode: chance.one(SETTLEMENT_MODES),
  calendar: chance.one(BUSINESS_CALENDARS),
  paymentDays: chance.between(0, 20),
  deliveryDays: chance.between(0, 10),
  cureDays: chance.between(0, 5),
  penaltyPercent: chance.one([0, 2.5, 10]),
  holdsBack: chance.happens(0.5),
});

/**
 * Closes the auction, which opens its settlements. Returns what is wrong if the awards are not those of the simulated
 * auction.
 */
export async function closeStored(db: Db, auctionId: AuctionId, played: MemoryAuction): Promise<string[]> {
  const store = closingStore(db, (transaction) => openForAuction(transaction, auctionId, 'USD'));
  if (!(await closeAuction(store, auctionId))) return ['the stored auction does not close'];
  const stored = await db
    .selectFrom('award')
    .select(['ranking', 'quantity', 'price_cents'])
    .where('auction_id', '=', auctionId)
    .execute();
  const text = (values: readonly number[]): string => values.join(' ');
  const is = stored.map((award) => text([award.ranking, award.quantity, award.price_cents])).toSorted();
  const was = (played.awards ?? []).map(({ rank, won, bid }) => text([rank, won, bid.priceCents])).toSorted();
  return isDeepStrictEqual(is, was) ? [] : [`the stored auction has the awards ${is.join()} instead of ${was.join()}`];
}
