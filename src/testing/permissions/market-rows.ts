import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import { publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { SETTLEMENT_DEFAULTS } from '#domain/settlement/terms.ts';
import { pictureFor } from '#testing/permissions/auction-rows.ts';
import { aSellOrder, aSellOrderItem, makeSellOrder } from '#testing/builders/marketplace-builders.ts';
import { aSettlement } from '#testing/builders/settlement-builders.ts';
import type { Person, Row, Rows, SetUp } from '#testing/permissions/row.ts';
import { missing, type Place, type Stage, type Who } from '#testing/permissions/stage.ts';

const BY_USERS = ['public', 'private', 'draft', 'foreign', 'missing'] as const;
const OWN = ['own', 'foreign', 'missing'] as const;
const BY_ADMINS = ['public', 'foreign', 'missing'] as const;

const aPurchase = ({ accountId }: Person) => ({ accountId, quantity: 5, beneficiary: null, reviewed: null });

/** Returns the seller of a sell order. Also returns the buyers who may order if the order is not public. */
const partiesOf = ({ people, far }: Stage, place: Place) =>
  place === 'foreign'
    ? { seller: far.seller, buyers: [far.bidder] }
    : { seller: people.seller, buyers: [people.trader, people.barred] };

const drafted: SetUp = async (stage, place) => {
  const { w, people } = stage;
  const { seller, buyers } = partiesOf(stage, place);
  return stage.whileAdmitted(async () => {
    const { id, items } = await makeSellOrder(w, people.admin, { seller, publishTime: null });
    const accountIds = place === 'public' ? [] : buyers.map(({ accountId }) => accountId);
    await w.call(people.admin, updateSellOrderBuyers, { params: { id }, body: { accountIds } });
    return { ...missing(), id, itemId: items[0]?.sellOrderItemId ?? '', accountId: seller.accountId };
  });
};

/** Creates a sell order, and publishes it unless it should be a draft. */
export const offered: SetUp = async (stage, place, who) => {
  const scene = await drafted(stage, place, who);
  const asked = { params: { id: scene.id }, body: { publishTime: null } };
  if (place !== 'draft') await stage.w.call(stage.people.admin, publishSellOrder, asked);
  return scene;
};

const buyerAt = ({ people, far }: Stage, place: Place, who: Who) => {
  if (place === 'foreign') return far.bidder;
  return who === 'barred' ? people.barred : people.trader;
};

const ordered: SetUp = async (stage, place, who) => {
  const scene = await offered(stage, place, who);
  const buyer = buyerAt(stage, place, who);
  const asked = { params: { id: scene.id }, body: aPurchase(buyer) };
  const { data } = await stage.whileAdmitted(() => stage.w.call(buyer, placeBuyOrder, asked));
  return { ...scene, buyOrderId: data.id };
};

const because = () => ({ remarkContent: 'as agreed' });
const approved: SetUp = async (stage, place, who) => {
  const scene = await ordered(stage, place, who);
  const asked = { params: { id: scene.buyOrderId }, body: because() };
  await stage.whileAdmitted(() => stage.w.call(stage.people.admin, approveBuyOrder, asked));
  return scene;
};

/** The settlement of a buy order. */
export const settlement: SetUp = async (stage, place, who) => {
  const scene = await approved(stage, place, who);
  const { id } = await stage.w.database.db
    .selectFrom('settlement')
    .select('id')
    .where('buy_order_id', '=', scene.buyOrderId)
    .executeTakeFirstOrThrow();
  return { ...scene, id };
};
/** An open offer to a bid of the buyer's company after a default. */
const offeredNext: SetUp = async (stage, place, who) => {
  const buyer = buyerAt(stage, place, who);
  const { w, people, far } = stage;
  const { db } = w.database;
  const seller = place === 'foreign' ? far.seller : people.seller;
  const settlementId = await aSettlement(w, { buyer, seller, quantity: 5 });
  await sql`update settlement set whole = 'released', payment = 'defaulted' where id = ${settlementId}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into settlement_offer (id, settlement_id, bidder_id, bid_id, ranking, quantity, price_cents, amount, seller_fee,
      buyer_fee, answer_by, offered_by)
    select gen_random_uuid(), settlement.id, bidder_id, bid_id, 2, 5, 1000, 50, 0, 0, current_date + 9, ${people.admin.userId}
    from settlement join award on award.id = award_id where settlement.id = ${settlementId} returning id`.execute(db);
  return { ...missing(), id: rows[0]?.id ?? '' };
};

/** Gives the settlement a registry order. The scene's id is that of the order. */
const registryOrder: SetUp = async (stage, place, who) => {
  const { id: settlementId } = await settlement(stage, place, who);
  const { id } = await stage.w.database.db
    .insertInto('registry_order')
    .values({
      id: randomUUID(),
      settlement_id: settlementId,
      part: 1,
      connector: 'file',
      quantity: '5',
      state: 'sent',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...missing(), id };
};
const failed = () => ({ state: 'failed', version: 1, remark: 'the registry has none' });
const confirmation = () => ({ csv: 'correlation_id,transfer_id,status,quantity' });

const disputed = () => ({ step: 'dispute', version: 1 });

const user = (setUp: SetUp, row: Row = {}): Row => ({ places: BY_USERS, setUp, ...row });
const own = (setUp: SetUp): Row => ({ places: OWN, setUp, id: 'buyOrderId' });
const admin = (setUp: SetUp, row: Row = {}): Row => ({ places: BY_ADMINS, setUp, ...row });
const ofBuyOrder = (setUp: SetUp, row: Row = {}): Row => admin(setUp, { id: 'buyOrderId', ...row });

const now = () => ({ publishTime: null });

const BUYING: Rows = {
  'GET /user/sell-orders/{id}': user(offered),
  'GET /user/sell-orders/{id}/review': user(offered, {
    query: (_, { accountId }) => `?accountId=${accountId}&quantity=5`,
  }),
  'POST /user/sell-orders/{id}/buy-orders': user(offered, { body: (_, person) => aPurchase(person) }),
  'GET /user/buy-orders/{id}': own(ordered),
  'GET /user/buy-orders/{id}/statement': own(approved),
  'GET /user/buy-orders/{id}/statement – not yet approved': own(ordered),
  'PUT /user/buy-orders/{id}/cancel': own(ordered),
};

const SELLING: Rows = {
  'POST /admin/sell-orders': { body: (_, __, { people }) => aSellOrder(people.seller.accountId) },
  'GET /admin/sell-orders/{id}': admin(offered),
  'PUT /admin/sell-orders/{id}': admin(offered, { body: ({ accountId }) => aSellOrder(accountId) }),
  'DELETE /admin/sell-orders/{id}': admin(drafted),
  'DELETE /admin/sell-orders/{id} – published': admin(offered),
  'POST /admin/sell-orders/{id}/items': admin(offered, { body: () => aSellOrderItem({ recFuelType: 'Wind' }) }),
  'POST /admin/sell-orders/{id}/item-lists': admin(offered, {
    body: () => ({ items: [aSellOrderItem({ recFuelType: 'Wind' })] }),
  }),
  'PUT /admin/sell-orders/{id}/items/{itemId}': admin(offered, { body: () => aSellOrderItem({ recQuantity: 50 }) }),
  'DELETE /admin/sell-orders/{id}/items/{itemId}': admin(drafted),
  'DELETE /admin/sell-orders/{id}/items/{itemId} – the last of a published one': admin(offered),
  'GET /admin/sell-orders/{id}/holdings': admin(offered),
  'POST /admin/sell-orders/{id}/details/images': admin(offered, { form: pictureFor('SellOrderDetail') }),
  'PUT /admin/sell-orders/{id}/details': admin(offered, { body: () => ({ imageIds: [], thumbnailId: null }) }),
  'PUT /admin/sell-orders/{id}/publish': admin(drafted, { body: now }),
  'PUT /admin/sell-orders/{id}/publish – published': admin(offered, { body: now }),
  'PUT /admin/sell-orders/{id}/cancel': admin(offered, { body: because }),
  'GET /admin/sell-orders/{id}/buyers': admin(offered),
  'PUT /admin/sell-orders/{id}/buyers': admin(offered, { body: () => ({ accountIds: [] }) }),
  'GET /admin/sell-orders/{id}/buyer-candidates': admin(offered),
  'POST /admin/sell-orders/{id}/buyer-candidates': admin(offered, { body: () => ({ text: 'anna' }) }),
  'GET /admin/buy-orders/{id}': ofBuyOrder(ordered),
  'GET /admin/buy-orders/{id}/statement': ofBuyOrder(approved),
  'PUT /admin/buy-orders/{id}/approve': ofBuyOrder(ordered, { body: because }),
  'PUT /admin/buy-orders/{id}/reject': ofBuyOrder(ordered, { body: because }),
};

const SETTLING: Rows = {
  'GET /user/settlements/{id}': { places: OWN, setUp: settlement },
  'POST /user/settlements/{id}/steps': { places: OWN, setUp: settlement, body: disputed },
  'GET /admin/settlements/{id}': admin(settlement),
  'POST /admin/settlements/{id}/steps': admin(settlement, { body: disputed }),
  'GET /admin/settlements/{id}/offers': admin(settlement),
  'POST /user/offers/{id}/answer': { places: OWN, setUp: offeredNext, body: () => ({ accept: false }) },
  'GET /user/sell-orders/{id}/settlement-terms': user(offered),
  'GET /admin/sell-orders/{id}/settlement-terms': admin(offered),
  'PUT /admin/sell-orders/{id}/settlement-terms': admin(drafted, { body: () => SETTLEMENT_DEFAULTS.USD }),
  'PUT /admin/sell-orders/{id}/settlement-terms – published': admin(offered, { body: () => SETTLEMENT_DEFAULTS.USD }),
};

/** The fingerprint of a confirmation file without lines. */
const fingerprint = createHash('sha256').update('[]').digest('hex');

const AT_REGISTRIES: Rows = {
  'GET /user/settlements/{id}/registry-orders': { places: OWN, setUp: settlement },
  'GET /admin/settlements/{id}/registry-orders': admin(settlement),
  'POST /admin/registry-orders': {},
  'POST /admin/registry-orders/confirmation-preview': { body: confirmation },
  'POST /admin/registry-orders/confirmation': { body: () => ({ ...confirmation(), fingerprint }) },
  'POST /admin/registry-orders/{id}/decision': admin(registryOrder, { body: failed }),
  'GET /admin/registry-orders/{id}/statement': admin(registryOrder),
};

export const marketRows: Rows = { ...BUYING, ...SELLING, ...SETTLING, ...AT_REGISTRIES };
