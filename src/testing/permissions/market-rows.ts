import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import { publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { pictureFor } from '#testing/permissions/auction-rows.ts';
import { aSellOrder, aSellOrderItem, makeSellOrder } from '#testing/builders/marketplace-builders.ts';
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

const offered: SetUp = async (stage, place, who) => {
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

export const marketRows: Rows = { ...BUYING, ...SELLING };
