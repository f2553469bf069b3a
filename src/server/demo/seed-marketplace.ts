import { sql } from 'kysely';
import { approveBuyOrder, rejectBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import {
  addSellOrderItem,
  cancelSellOrder,
  createSellOrder,
  publishSellOrder,
} from '#contract/marketplace/sell-order.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { BUYERS, SELLERS } from '#server/demo/cast.ts';
import { findPeople, MYR_PER_USD, type DemoStage } from '#server/demo/make-auction.ts';
import { DEMO_OFFERS, type DemoOffer } from '#server/demo/marketplace-offers.ts';
import { marketplaceOperations } from '#server/marketplace/marketplace-operations.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { InTransaction } from '#server/platform/http/operation.ts';

/**
 * Seeds sell and buy orders in every status, in the transaction that seeds the demo. Makes the orders with the real
 * operations, then moves them into the past. Sends no emails, because these would hide the emails of people in the
 * outbox.
 */
export async function seedMarketplace(db: Db, stage: DemoStage, nowMs: number): Promise<void> {
  const people = await findPeople(db);
  for (const offer of DEMO_OFFERS) {
    const id = await makeOffer(actIn(db), people, offer, stage);
    await moveToThePast(db, id, offer, nowMs);
    const [first] = offer.lots;
    if (!stage.images || !first) continue;
    const owned = { type: 'SellOrderDetail', sell_order_id: id, uploaded_by: people.admin.userId } as const;
    const image_ids = await stage.images(db, owned, first.recFuelType, 2);
    await db.updateTable('sell_order').set({ image_ids }).where('id', '=', id).execute();
  }
  await sql`delete from outbox where sent_at is null and created_at >= date_trunc('milliseconds', now())`.execute(db);
}

type Input<R extends Route> = { readonly id?: string; readonly body: BodyOf<R> };
type Act = <R extends Route>(route: R, caller: Caller, input: Input<R>) => Promise<ReplyOf<R>>;

/**
 * Returns a function that runs the handlers of the API in this transaction. Stubs replace the dependencies that are
 * needed only for replies.
 */
function actIn(db: Db): Act {
  const nothing = (): never => {
    throw new Error('the demo has no images');
  };
  const operations = marketplaceOperations({
    images: { linksAt: () => (id) => ({ id, url: '', smallUrl: '' }), msLeft: () => undefined },
    files: { read: nothing, stream: nothing, write: nothing, remove: nothing, names: nothing, check: nothing },
    publicUrl: '',
    issuer: { brand: { name: '', title: { en: '', zh: '' }, primaryColor: '' }, currency: '' },
    allowsMarketplace: true,
  });
  return async <R extends Route>(route: R, caller: Caller, { id = '', body }: Input<R>) => {
    const operation = operations.find((one) => one.route === route);
    const about = { key: '', language: 'en', timeZone: 'UTC', address: '', fingerprint: '', confirmation: '' } as const;
    const nowMs = await databaseNowMs(db);
    const inTransaction: InTransaction = (work) => work(db);
    const call = {
      ...about,
      params: { id },
      query: {},
      body,
      caller,
      db,
      inTransaction,
      nowMs,
      beganAtMs: 0,
      afterCommit: () => undefined,
    };
    return (await operation?.handle(call)) as ReplyOf<R>;
  };
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
  const { id } = await act(createSellOrder, admin, { body: settings });
  for (const lot of offer.lots) await act(addSellOrderItem, admin, { id, body: { ...lot, holdingId: null } });
  if (offer.buyers) {
    const accountIds = offer.buyers.map((buyer) => people.traderOf(BUYERS[buyer]).accountId);
    await act(updateSellOrderBuyers, admin, { id, body: { accountIds } });
  }
  if (!offer.days) return id;
  await act(publishSellOrder, admin, { id, body: { publishTime: null } });
  for (const order of offer.orders ?? []) await makeOrder(act, people, id, order);
  if (offer.cancelled) await act(cancelSellOrder, admin, { id, body: { remarkContent: offer.cancelled } });
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
  const { id } = await act(placeBuyOrder, caller, { id: sellOrderId, body });
  if (!decided) return;
  const { route, remarkContent } = DECISIONS[decided];
  await act(route, people.admin, { id, body: { remarkContent } });
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
        decided_at = decided_at - ${daysAgo - Math.min(daysAgo / 5, 2)}::float8 * interval '1 day'
      where sell_order_id = ${id} and quantity = ${quantity}
        and account_id = (select id from account where company_name = ${BUYERS[buyer]?.name ?? ''})`.execute(db);
}
