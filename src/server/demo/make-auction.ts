import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { ceilToTick } from '#domain/basics/price.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { insertBidder } from '#server/bidder/admit-bidder.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import { writeEvent } from '#server/bidding/write-event.ts';
import { BUYERS, SELLERS } from '#server/demo/cast.ts';
import { SALES } from '#server/demo/lots.ts';
import type { Db } from '#server/platform/database.ts';

export type DemoAuction = {
  /** Index into the sales that the demo draws on. */
  readonly sale: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isPrivate?: boolean;
  /** How many of the buying companies are admitted, from the first; the newcomer's is the first. */
  readonly bidders?: number;
};

const TICK_CENTS = 10;
/** A US dollar is about this many ringgit; the demo only needs plausible prices. */
const MYR_PER_USD = 4.4;

/** One auction of the demo with its items and bidders, as an admin would have made it before its start. */
export async function makeAuction(db: Db, wish: DemoAuction, variant: 'GLOBAL' | 'TNBX'): Promise<AuctionId> {
  const sale = SALES[wish.sale % SALES.length];
  const seller = sale && SELLERS[sale.seller];
  if (!sale || !seller) throw new Error(`the demo has no sale ${wish.sale}`);
  const auctionId = randomUUID() as AuctionId;
  const [owner, admin] = [await accountOf(db, seller.name), await userOf(db, 'admin')];
  const tick = await db
    .selectFrom('tick_size')
    .select('id')
    .where('price_step_cents', '=', TICK_CENTS)
    .executeTakeFirst();
  await db
    .insertInto('auction')
    .values({
      id: auctionId,
      title: sale.title,
      auction_type: 'Forward',
      is_private: wish.isPrivate ?? true,
      start_time: wish.startsAt,
      end_time: wish.endsAt,
      auction_end_time: wish.endsAt,
      minimum_rec_quantity: 1_000,
      minimum_bidding_rec_quantity: 500,
      seller_fee_hundredths: 50 + 25 * randomInt(4),
      buyer_fee_hundredths: 50 + 25 * randomInt(6),
      spot_recs: false,
      owner_account_id: owner,
      tick_size_id: tick?.id ?? null,
      tick_cents: TICK_CENTS,
      last_hash: FIRST_HASH,
      closed_at: null,
      created_by: admin,
    })
    .execute();
  const createdAt = new Date(Math.min(Date.now(), wish.startsAt.getTime() - 24 * 3_600_000));
  await writeEvent(roomRows(db), auctionId, 'created', admin, createdAt);
  await insertLots(db, auctionId, sale.lots, variant);
  for (const company of BUYERS.slice(0, wish.bidders ?? BUYERS.length)) await admit(db, auctionId, company);
  await writeEvent(roomRows(db), auctionId, 'changed', admin, createdAt);
  return auctionId;
}

async function insertLots(
  db: Db,
  auctionId: AuctionId,
  lots: (typeof SALES)[number]['lots'],
  variant: 'GLOBAL' | 'TNBX',
): Promise<void> {
  const rate = variant === 'GLOBAL' ? MYR_PER_USD : 1;
  for (const [index, lot] of lots.entries()) {
    const fromCents = ceilToTick(Math.round(lot.fromCents / rate), TICK_CENTS);
    await db
      .insertInto('auction_item')
      .values({
        id: randomUUID(),
        auction_id: auctionId,
        position: index + 1,
        country: lot.country,
        fuel_type: lot.fuel,
        vintage_year: lot.year,
        vintage_period: lot.period,
        quantity: lot.quantity,
        partial_fulfillment: lot.partial,
        minimum_bid_price_cents: fromCents,
        maximum_bid_price_cents: fromCents * 10,
        min_quantity: null,
        max_quantity: null,
        description: lot.description,
      })
      .execute();
  }
}

async function admit(db: Db, auctionId: AuctionId, company: (typeof BUYERS)[number]): Promise<void> {
  const accountId = await accountOf(db, company.name);
  const userId = await userOf(db, company.people[0] ?? '');
  const termsAcceptedAt = new Date();
  await insertBidder(db, { auctionId, userId, accountId, maxQuantity: null, termsAcceptedAt });
}

async function accountOf(db: Db, companyName: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from account where company_name = ${companyName}`.execute(db);
  return rows[0]?.id ?? '';
}

async function userOf(db: Db, username: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from app_user where username = ${username}`.execute(db);
  return rows[0]?.id ?? '';
}
