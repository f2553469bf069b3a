import { sql } from 'kysely';
import { approveBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import {
  addSellOrderItem,
  cancelSellOrder,
  createSellOrder,
  publishSellOrder,
} from '#contract/marketplace/sell-order.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { actIn, type Act } from '#server/demo/act-in.ts';
import { BUYERS, SELLERS } from '#server/demo/cast.ts';
import { findPeople, MYR_PER_USD, type DemoStage } from '#server/demo/make-auction.ts';
import { DEMO_OFFERS, type DemoOffer } from '#server/demo/marketplace-offers.ts';
import { playSettlement, type TradeStory } from '#server/demo/seed-settlements.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Seeds sell and buy orders in every status, in the transaction that seeds the demo. Makes the orders with the real
 * operations, then moves them into the past. The settlement of each approved buy order is in the state of its story.
 */
export async function seedMarketplace(db: Db, stage: DemoStage, nowMs: number): Promise<void> {
  const people = await findPeople(db);
  for (const offer of DEMO_OFFERS) {
    const id = await makeOffer(actIn(db, stage), people, offer, stage);
    await moveToThePast(db, id, offer, nowMs);
    await playTrades(db, people, id, offer);
    const [first] = offer.lots;
    if (!stage.images || !first) continue;
    const owned = { type: 'SellOrderDetail', sell_order_id: id, uploaded_by: people.admin.userId } as const;
    const image_ids = await stage.images(db, owned, first.recFuelType, 2);
    await db.updateTable('sell_order').set({ image_ids }).where('id', '=', id).execute();
  }
}

type People = Awaited<ReturnType<typeof findPeople>>;

async function makeOffer(act: Act, people: People, offer: DemoOffer, { variant }: DemoStage): Promise<string> {
  const { admin } = people;
  const rate = variant === 'GLOBAL' ? MYR_PER_USD : 1;
  const [minimumPurchaseQuantity, maxBuyOrderRecQuantity] = offer.perOrder;
  const settings = {
    title: offer.title,
    description: offer.description,
    sellerAccountId: people.traderOf(SELLERS[offer.owner]).accountId,
    unitPrice: decimalOfCents(Math.round(offer.priceCents / rate)),
    minimumPurchaseQuantity,
    maxBuyOrderRecQuantity,
    sellerProcessingFee: 0.75,
    buyerProcessingFee: 1,
    endTime: null,
    beneficiaryDefault: 'none',
  } as const;
  const { id } = await act(createSellOrder, admin, { params: {}, body: settings });
  for (const lot of offer.lots)
    await act(addSellOrderItem, admin, { params: { id }, body: { ...lot, holdingId: null } });
  if (offer.buyers) {
    const accountIds = offer.buyers.map((buyer) => people.traderOf(BUYERS[buyer]).accountId);
    await act(updateSellOrderBuyers, admin, { params: { id }, body: { accountIds } });
  }
  if (!offer.days) return id;
  await act(publishSellOrder, admin, { params: { id }, body: { publishTime: null } });
  for (const order of offer.orders ?? []) await makeOrder(act, people, id, order);
  if (offer.cancelled) await act(cancelSellOrder, admin, { params: { id }, body: { remarkContent: offer.cancelled } });
  return id;
}

const DECISIONS = {
  approve: { route: approveBuyOrder, remarkContent: 'Payment received.' },
  reject: {
    route: rejectBuyOrder,
    remarkContent: 'Please order again once your framework agreement is renewed.',
  },
} as const;

async function makeOrder(
  act: Act,
  people: People,
  sellOrderId: string,
  { buyer, quantity, isForItself, decided }: NonNullable<DemoOffer['orders']>[number],
): Promise<void> {
  const { caller, accountId } = people.traderOf(BUYERS[buyer]);
  const beneficiary = isForItself ? ({ choice: 'own' } as const) : null;
  const body = { accountId, quantity, beneficiary, reviewed: null };
  const { id } = await act(placeBuyOrder, caller, { params: { id: sellOrderId }, body });
  if (!decided) return;
  const { route, remarkContent } = DECISIONS[decided];
  await act(route, people.admin, { params: { id }, body: { remarkContent } });
}

const DAY_MS = 24 * 60 * 60_000;

/** Moves a new sell order and its buy orders to the times of the offer, one buy order after the other. */
async function moveToThePast(db: Db, id: string, offer: DemoOffer, nowMs: number): Promise<void> {
  const on = (days: number | undefined): Date | null => (days === undefined ? null : new Date(nowMs + days * DAY_MS));
  const [publishedInDays, endsInDays] = offer.days ?? [];
  const publish_at = on(publishedInDays);
  const isPast = publishedInDays !== undefined && publishedInDays < 0;
  await db
    .updateTable('sell_order')
    .set({
      publish_at,
      end_at: on(endsInDays),
      created_at: on(Math.min(publishedInDays ?? 0, 0) - 1) ?? new Date(nowMs),
      publish_told_at: isPast ? publish_at : null,
    })
    .where('id', '=', id)
    .execute();
  for (const { buyer, quantity, daysAgo } of offer.orders ?? [])
    await sql`
      update buy_order set placed_at = ${on(-daysAgo)}::timestamptz,
        decided_at = decided_at - ${approvedAgo(daysAgo)}::float8 * interval '1 day'
      where sell_order_id = ${id} and quantity = ${quantity}
        and account_id = (select id from account where company_name = ${BUYERS[buyer]?.name ?? ''})`.execute(db);
}

/** Returns how many days ago an administrator decided a buy order that was placed `daysAgo` days ago. */
const approvedAgo = (daysAgo: number): number => daysAgo - Math.min(daysAgo / 5, 2);

/** After this number of days, a trade without a story is settled. Newer ones are to be paid. */
const SETTLED_AFTER_DAYS = 14;

/** Plays the settlements of the approved buy orders of an offer. */
async function playTrades(db: Db, people: People, id: string, offer: DemoOffer): Promise<void> {
  for (const { buyer, quantity, daysAgo, decided, story } of offer.orders ?? []) {
    if (decided !== 'approve') continue;
    const { accountId, caller } = people.traderOf(BUYERS[buyer]);
    const settlement = await sql<{ id: string }>`
      select settlement.id from settlement join buy_order on buy_order.id = settlement.buy_order_id
      where sell_order_id = ${id} and account_id = ${accountId} and buy_order.quantity = ${quantity}`.execute(db);
    const seller = people.traderOf(SELLERS[offer.owner]).caller.userId;
    const users = { admin: people.admin.userId, buyer: caller.userId, seller };
    const tradedAgo = approvedAgo(daysAgo);
    const told: TradeStory = story ?? (tradedAgo > SETTLED_AFTER_DAYS ? 'settled' : 'toPay');
    for (const row of settlement.rows) await playSettlement(db, row.id, { story: told, daysAgo: tradedAgo, users });
  }
}
