import { randomInt, randomUUID } from 'node:crypto';
import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { NO_RECURRENCE, recurrenceOf } from '#domain/auction/recurrence.ts';
import { SOFT_CLOSE_DEFAULT } from '#domain/auction/soft-close.ts';
import type { ImageType } from '#domain/auction/images.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { ceilToTick } from '#domain/basics/price.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { insertBidder } from '#server/auction/admit-bidder.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import { PARTIES, type DemoCompany } from '#server/demo/cast.ts';
import type { DemoImages } from '#server/demo/demo-images.ts';
import type { DemoDocuments } from '#server/demo/seed-documents.ts';
import { DEALS, type DemoLot } from '#server/demo/lots.ts';
import { settleListing } from '#server/auction/book-auction.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';

export type DemoAuction = {
  readonly auctionType: AuctionType;
  /** Index into the deals of that direction. */
  readonly deal: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isPrivate?: boolean;
  /** The default of new auctions if left out; null is off. */
  readonly softClose?: SoftClose | null;
  /** Held every month. */
  readonly recurs?: boolean;
  /** How many of the companies that may bid are admitted, from the first. */
  readonly bidders?: number;
  /** One of several auctions of the same goods. */
  readonly tranche?: Tranche;
};

export type Tranche = {
  /** Tells its title from those of the others. */
  readonly label: string;
  /** Of the prices and quantities that the deal names. */
  readonly priceShare: number;
  readonly quantityShare: number;
  /** The company that is admitted first, in place of the first one. */
  readonly firstBidder: number;
};

/** A tick is about two per cent of a price in either currency. */
const TICK_CENTS = { TNBX: 10, GLOBAL: 1 } as const;
const MONTHLY = { ...NO_RECURRENCE, recurrenceTimeZone: 'Asia/Kuala_Lumpur' };
/** A US dollar is about this many ringgit; the demo only needs plausible prices. */
export const MYR_PER_USD = 4.4;

/** What the demo is played on; without images its auctions have none, without documents it has none to read. */
export type DemoStage = {
  readonly variant: 'GLOBAL' | 'TNBX';
  readonly images?: DemoImages;
  readonly documents?: DemoDocuments;
};

/** One auction of the demo with its items and bidders, as an admin would have made it before its start. */
export async function makeAuction(db: Db, wish: DemoAuction, { variant, images }: DemoStage): Promise<AuctionId> {
  const { auctionType, softClose = SOFT_CLOSE_DEFAULT } = wish;
  const { owners, bidders } = PARTIES[auctionType];
  const deals = DEALS[auctionType];
  const deal = deals[wish.deal % deals.length];
  const company = deal && owners[deal.owner];
  if (!deal || !company) throw new Error(`the demo has no deal ${wish.deal}`);
  const auctionId = randomUUID() as AuctionId;
  const people = await findPeople(db);
  const tickCents = TICK_CENTS[variant];
  const [owner, admin] = [people.accountOf(company), people.userOf('admin')];
  const tick = await db
    .selectFrom('tick_size')
    .select('id')
    .where('price_step_cents', '=', tickCents)
    .executeTakeFirst();
  await db
    .insertInto('auction')
    .values({
      id: auctionId,
      title: wish.tranche ? `${deal.title} (${wish.tranche.label})` : deal.title,
      auction_type: auctionType,
      is_private: wish.isPrivate ?? true,
      start_time: wish.startsAt,
      end_time: wish.endsAt,
      auction_end_time: wish.endsAt,
      minimum_rec_quantity: MINIMUM_QUANTITY,
      minimum_bidding_rec_quantity: 500,
      seller_fee_hundredths: 50 + 25 * randomInt(4),
      buyer_fee_hundredths: 50 + 25 * randomInt(6),
      spot_recs: false,
      owner_account_id: owner,
      tick_size_id: tick?.id ?? null,
      tick_cents: tickCents,
      last_hash: FIRST_HASH,
      closed_at: null,
      soft_close_minutes: softClose?.minutes ?? null,
      soft_close_max: softClose?.maximum ?? null,
      recurrence: wish.recurs ? JSON.stringify(recurrenceOf(MONTHLY, wish.startsAt.getTime(), null)) : null,
      created_by: admin,
    })
    .execute();
  const createdAt = new Date(Math.min(Date.now(), wish.startsAt.getTime() - 24 * 3_600_000));
  await writeEvent(roomRows(db), auctionId, 'created', admin, { at: createdAt });
  const lots = deal.lots.map((one) => trancheOf(one, wish.tranche));
  const itemIds = await insertLots(db, auctionId, { auctionType, lots }, variant);
  if (images && deal.hasPictures) await addImages(db, auctionId, { lots: deal.lots, itemIds, by: admin, images });
  const first = wish.tranche?.firstBidder ?? 0;
  const asked = [...bidders.slice(first), ...bidders.slice(0, first)].slice(0, wish.bidders);
  for (const bidder of asked) {
    const of = { userId: people.userOf(bidder.people[0] ?? ''), accountId: people.accountOf(bidder) };
    await insertBidder(db, { auctionId, ...of, maxQuantity: null, terms: null });
  }
  await settleListing(db, auctionId);
  await writeEvent(roomRows(db), auctionId, 'changed', admin, { at: createdAt });
  return auctionId;
}

const MINIMUM_QUANTITY = 1_000;

function trancheOf(lot: DemoLot, tranche: Tranche | undefined): DemoLot {
  if (!tranche) return lot;
  const quantity = Math.round((lot.quantity * tranche.quantityShare) / MINIMUM_QUANTITY) * MINIMUM_QUANTITY;
  return {
    ...lot,
    quantity: Math.max(MINIMUM_QUANTITY, quantity),
    fromCents: Math.round(lot.fromCents * tranche.priceShare),
  };
}

async function insertLots(
  db: Db,
  auctionId: AuctionId,
  { auctionType, lots }: { auctionType: AuctionType; lots: readonly DemoLot[] },
  variant: 'GLOBAL' | 'TNBX',
): Promise<string[]> {
  const rate = variant === 'GLOBAL' ? MYR_PER_USD : 1;
  const itemIds: string[] = [];
  for (const [index, lot] of lots.entries()) {
    const id = randomUUID();
    itemIds.push(id);
    const fromCents = ceilToTick(Math.round(lot.fromCents / rate), TICK_CENTS[variant]);
    await db
      .insertInto('auction_item')
      .values({
        id,
        auction_id: auctionId,
        position: index + 1,
        country: lot.country,
        fuel_type: lot.fuel,
        vintage_year: lot.year,
        vintage_period: lot.period,
        quantity: lot.quantity,
        partial_fulfillment: lot.partial,
        ...boundsFrom(fromCents, auctionType, TICK_CENTS[variant]),
        min_quantity: null,
        max_quantity: null,
        description: lot.description,
        ...lot.place,
      })
      .execute();
  }
  return itemIds;
}

type Pictured = {
  readonly lots: readonly DemoLot[];
  readonly itemIds: readonly string[];
  readonly by: string;
  readonly images: DemoImages;
};

/** Each plant from two sides, and the first one as the picture of the auction. */
async function addImages(db: Db, auctionId: AuctionId, { lots, itemIds, by, images }: Pictured): Promise<void> {
  for (const [index, { fuel }] of lots.entries()) {
    const of = { auction_id: auctionId, sell_order_id: null };
    const keep = (type: ImageType, number: number) => images.keep(db, of, { type, fuel, number, by });
    const image_ids = [await keep('AuctionDetail', 0), await keep('AuctionDetail', 1)];
    await db
      .updateTable('auction_item')
      .set({ image_ids })
      .where('id', '=', itemIds[index] ?? '')
      .execute();
    if (index > 0) continue;
    const thumbnail_id = await keep('AuctionThumbnail', 0);
    await db.updateTable('auction').set({ thumbnail_id }).where('id', '=', auctionId).execute();
  }
}

/** Bidding begins at the one bound; the other one lies where nobody gets to. */
const boundsFrom = (fromCents: number, auctionType: AuctionType, tickCents: number) =>
  DIRECTIONS[auctionType].sign === 1
    ? { minimum_bid_price_cents: fromCents, maximum_bid_price_cents: fromCents * 10 }
    : {
        minimum_bid_price_cents: ceilToTick(Math.ceil(fromCents / 10), tickCents),
        maximum_bid_price_cents: fromCents,
      };

type People = { accountOf(company: DemoCompany): string; userOf(username: string): string };

async function findPeople(db: Db): Promise<People> {
  const accounts = await db.selectFrom('account').select(['id', 'company_name as name']).execute();
  const users = await db.selectFrom('app_user').select(['id', 'username as name']).execute();
  const idIn = (known: readonly { id: string; name: string }[], wanted: string): string =>
    known.find(({ name }) => name === wanted)?.id ?? '';
  return {
    accountOf: ({ name }) => idIn(accounts, name),
    userOf: (username) => idIn(users, username),
  };
}
