import { randomInt, randomUUID } from 'node:crypto';
import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { NO_RECURRENCE, recurrenceOf } from '#domain/auction/recurrence.ts';
import { SOFT_CLOSE_DEFAULT } from '#domain/auction/soft-close.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { ceilToTick } from '#domain/basics/price.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { insertBidder } from '#server/auction/admit-bidder.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';
import { PARTIES, type DemoCompany } from '#server/demo/cast.ts';
import type { DemoImages } from '#server/demo/demo-images.ts';
import { DEALS, type AuctionLot, type DemoDeal } from '#server/demo/lots.ts';
import { settleAuctionListing } from '#server/auction/book-auction.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { Platform } from '#server/template/first-documents.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { SoftClose } from '#domain/auction/answer-time.ts';

export type DemoAuction = {
  readonly auctionType: AuctionType;
  /** Index into the deals of this direction. */
  readonly deal: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isPrivate?: boolean;
  /** Soft close. If left out, the default of new auctions. Null switches soft close off. */
  readonly softClose?: SoftClose | null;
  /** If true, the auction is repeated every month. */
  readonly recurs?: boolean;
  /** The number of bidders that are added to the auction: the first ones of the list of possible bidders. */
  readonly bidders?: number;
  /** Set if several auctions sell the same products. */
  readonly tranche?: Tranche;
};

export type Tranche = {
  /** A text at the end of the title that distinguishes these auctions. */
  readonly label: string;
  /** Factor of the deal's prices. */
  readonly priceShare: number;
  /** Factor of the deal's quantities. */
  readonly quantityShare: number;
  /** Index of the possible bidder that is added first. The bidders after it in the list follow. */
  readonly firstBidder: number;
};

/** The tick size of each variant, in cents: about two percent of a price. */
const TICK_CENTS = { TNBX: 10, GLOBAL: 1 } as const;
const MONTHLY = { ...NO_RECURRENCE, recurrenceTimeZone: 'Asia/Kuala_Lumpur' };
/** US dollars are converted at about this rate, because the demo only needs plausible prices. */
export const MYR_PER_USD = 4.4;

/**
 * Settings and resources of the demo. Without `images`, its auctions have no images. Without `documents`, it has no
 * guides, terms and privacy policy.
 */
export type DemoStage = {
  readonly variant: 'GLOBAL' | 'TNBX';
  readonly images?: DemoImages;
  readonly documents?: { readonly files: FileStore; readonly platform: Platform };
};

/** Makes one auction of the demo with its items and bidders, as an admin would before the start. */
export async function makeAuction(db: Db, wish: DemoAuction, stage: DemoStage): Promise<AuctionId> {
  const { auctionType, softClose = SOFT_CLOSE_DEFAULT, tranche } = wish;
  const { owners, bidders } = PARTIES[auctionType];
  const deals = DEALS[auctionType];
  const deal = deals[wish.deal % deals.length];
  if (!deal) throw new Error(`the demo has no deal ${wish.deal}`);
  const auctionId = randomUUID() as AuctionId;
  const people = await findPeople(db);
  const adminId = people.admin.userId;
  const tickCents = TICK_CENTS[stage.variant];
  const tick = await db
    .selectFrom('tick_size')
    .select('id')
    .where('price_step_cents', '=', tickCents)
    .executeTakeFirst();
  await db
    .insertInto('auction')
    .values({
      id: auctionId,
      title: tranche ? `${deal.title} (${tranche.label})` : deal.title,
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
      owner_account_id: people.traderOf(owners[deal.owner]).accountId,
      tick_size_id: tick?.id ?? null,
      tick_cents: tickCents,
      last_hash: FIRST_HASH,
      soft_close_minutes: softClose?.minutes ?? null,
      soft_close_max: softClose?.maximum ?? null,
      recurrence: wish.recurs ? JSON.stringify(recurrenceOf(MONTHLY, wish.startsAt.getTime(), null)) : null,
      created_by: adminId,
    })
    .execute();
  const createdAt = new Date(Math.min(Date.now(), wish.startsAt.getTime() - 24 * 3_600_000));
  await writeEvent(roomRows(db), auctionId, 'created', adminId, { at: createdAt });
  await storeLots(db, { auctionId, auctionType, deal, tranche, adminId }, stage);
  const first = tranche?.firstBidder ?? 0;
  const asked = [...bidders.slice(first), ...bidders.slice(0, first)].slice(0, wish.bidders);
  for (const bidder of asked) {
    const { caller, accountId } = people.traderOf(bidder);
    await insertBidder(db, { auctionId, userId: caller.userId, accountId, maxQuantity: null, terms: null });
  }
  await settleAuctionListing(db, auctionId);
  await writeEvent(roomRows(db), auctionId, 'changed', adminId, { at: createdAt });
  return auctionId;
}

const MINIMUM_QUANTITY = 1_000;

function trancheOf(lot: AuctionLot, { quantityShare, priceShare }: Tranche): AuctionLot {
  const quantity = Math.round((lot.recQuantity * quantityShare) / MINIMUM_QUANTITY) * MINIMUM_QUANTITY;
  return {
    ...lot,
    recQuantity: Math.max(MINIMUM_QUANTITY, quantity),
    fromCents: Math.round(lot.fromCents * priceShare),
  };
}

type Stored = Pick<DemoAuction, 'auctionType' | 'tranche'> & {
  readonly auctionId: AuctionId;
  readonly deal: DemoDeal;
  readonly adminId: string;
};

/**
 * Stores the items. If the deal has images, draws the plant of each item from two sides, and the first plant for the
 * auction, too.
 */
async function storeLots(
  db: Db,
  { auctionId, auctionType, deal, tranche, adminId }: Stored,
  { variant, images }: DemoStage,
): Promise<void> {
  const rate = variant === 'GLOBAL' ? MYR_PER_USD : 1;
  const owned = { auction_id: auctionId, uploaded_by: adminId };
  const draw = deal.hasPictures && images;
  for (const [index, whole] of deal.lots.entries()) {
    const { fromCents, isWhole = false, ...lot } = tranche ? trancheOf(whole, tranche) : whole;
    const openingCents = ceilToTick(Math.round(fromCents / rate), TICK_CENTS[variant]);
    await db
      .insertInto('auction_item')
      .values({
        id: randomUUID(),
        auction_id: auctionId,
        position: index + 1,
        country: lot.recCountry,
        fuel_type: lot.recFuelType,
        vintage_year: lot.vintageYear,
        vintage_period: lot.vintagePeriod,
        quantity: lot.recQuantity,
        partial_fulfillment: !isWhole,
        ...boundsFrom(openingCents, auctionType, TICK_CENTS[variant]),
        description: lot.description,
        address: lot.address,
        latitude: lot.latitude,
        longitude: lot.longitude,
        image_ids: draw ? await draw(db, { ...owned, type: 'AuctionDetail' }, lot.recFuelType, 2) : [],
      })
      .execute();
  }
  const [firstLot] = deal.lots;
  if (!draw || !firstLot) return;
  const [thumbnail_id] = await draw(db, { ...owned, type: 'AuctionThumbnail' }, firstLot.recFuelType, 1);
  await db.updateTable('auction').set({ thumbnail_id }).where('id', '=', auctionId).execute();
}

/** Returns the price limits. Bidding opens at one limit. The other limit is so far away that no bid reaches it. */
const boundsFrom = (fromCents: number, auctionType: AuctionType, tickCents: number) =>
  DIRECTIONS[auctionType].sign === 1
    ? { minimum_bid_price_cents: fromCents, maximum_bid_price_cents: fromCents * 10 }
    : {
        minimum_bid_price_cents: ceilToTick(Math.ceil(fromCents / 10), tickCents),
        maximum_bid_price_cents: fromCents,
      };

type People = {
  readonly admin: Caller;
  traderOf(company: DemoCompany | undefined): { caller: Caller; accountId: string };
};

/** Returns the people of the cast who act, as callers: an admin, and the first person of each company. */
export async function findPeople(db: Db): Promise<People> {
  const accounts = await db.selectFrom('account').select(['id', 'company_name as name']).execute();
  const users = await db.selectFrom('app_user').select(['id', 'username as name']).execute();
  const idIn = (known: readonly { id: string; name: string }[], wanted: string): string => {
    const found = known.find(({ name }) => name === wanted);
    if (!found) throw new Error(`the demo has no user ${wanted}`);
    return found.id;
  };
  const personOf = (username: string) => ({
    userId: idIn(users, username),
    username,
    email: '',
    roleName: '',
    sessionId: '',
  });
  return {
    admin: { ...personOf('admin'), role: 'Admin', accounts: [] },
    traderOf(company) {
      if (!company) throw new Error('the demo does not have this company');
      const { name: companyName, englishName: englishCompanyName, country, people } = company;
      const accountId = idIn(accounts, companyName);
      const account = {
        id: accountId,
        companyName,
        englishCompanyName,
        country,
        status: 'Active',
        role: 'owner',
      } as const;
      return { caller: { ...personOf(people[0] ?? ''), role: 'User', accounts: [account] }, accountId };
    },
  };
}
