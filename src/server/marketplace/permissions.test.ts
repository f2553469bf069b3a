import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as buyOrders from '#contract/buy-order.ts';
import * as marketplace from '#contract/marketplace.ts';
import type { Route } from '#contract/route.ts';
import * as buyers from '#contract/sell-order-buyer.ts';
import * as sellOrders from '#contract/sell-order.ts';
import { listMessages } from '#server/platform/outbox.ts';
import { aPng } from '#testing/image-builders.ts';
import { aSellOrder, aSellOrderItem, makeSellOrder, MARKETPLACE_ON } from '#testing/marketplace-builders.ts';
import {
  byName,
  expectAllServed,
  expectAnswers,
  FORBIDDEN,
  HIDDEN,
  named,
  nameOf,
  OK,
  UNKNOWN,
  type Asked,
  type Codes,
  type SceneMatrix,
  type SceneRow,
} from '#testing/permission-matrix.ts';
import { moveToAccount } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/**
 * Every operation of the marketplace: what each caller gets of a sell order for everyone, of one for listed companies, and
 * of one that isn't there or isn't published, which answers everybody as one that is for others, byte for byte (rules 7).
 *
 * `nobody` isn't signed in; `homeless` has no company; `other` has one that isn't listed; `buyer` acts for a listed one and
 * has a pending buy order; `viewer` looks on there; `barred` is listed and blacklisted; `seller` sells.
 */
const WHO = ['nobody', 'homeless', 'other', 'buyer', 'viewer', 'barred', 'seller', 'admin'] as const;
type Who = (typeof WHO)[number];

let w: World;
let png: Uint8Array<ArrayBuffer>;
let people: Record<Exclude<Who, 'nobody'>, SignedIn>;

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  png = new Uint8Array(await aPng());
  const [homeless, other, buyer, viewer, barred, seller, admin] = await Promise.all([
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn({ role: 'Admin' }),
  ]);
  people = { homeless, other, buyer, viewer: { ...viewer, accountId: buyer.accountId }, barred, seller, admin };
  const { db } = w.database;
  await db.deleteFrom('account_member').where('user_id', '=', homeless.userId).execute();
  await moveToAccount(db, viewer, { accountId: buyer.accountId, role: 'viewer' });
});
afterAll(() => w.end());

type Scene = Readonly<Record<'id' | 'itemId' | 'buyOrderId', string>>;
const gone = (): Scene => ({ id: randomUUID(), itemId: randomUUID(), buyOrderId: randomUUID() });

const setStatus = (status: 'Active' | 'Blacklisted') =>
  w.database.db.updateTable('account').set({ status }).where('id', '=', people.barred.accountId).execute();

const buy = ({ accountId }: Person) => ({
  accountId,
  quantity: 5,
  beneficiary: null,
  reviewed: null,
});

type SetUp = (isListed: boolean) => Promise<Scene>;
const published =
  (publishTime?: null): SetUp =>
  async (isListed) => {
    const { admin, seller, buyer, barred } = people;
    await setStatus('Active');
    const { id, items } = await makeSellOrder(w, admin, { seller, publishTime: null });
    const accountIds = isListed ? [buyer.accountId, barred.accountId] : [];
    await w.call(admin, buyers.updateSellOrderBuyers, { params: { id }, body: { accountIds } });
    if (publishTime !== null)
      await w.call(admin, sellOrders.publishSellOrder, { params: { id }, body: { publishTime: null } });
    await setStatus('Blacklisted');
    return { ...gone(), id, itemId: items[0]?.sellOrderItemId ?? '' };
  };
const open = published();
const draft = published(null);
const ordered: SetUp = async (isListed) => {
  const scene = await open(isListed);
  const { data } = await w.call(people.buyer, marketplace.placeBuyOrder, {
    params: { id: scene.id },
    body: buy(people.buyer),
  });
  return { ...scene, buyOrderId: data.id };
};

const approved: SetUp = async (isListed) => {
  const scene = await ordered(isListed);
  const asked = { params: { id: scene.buyOrderId }, body: { remarkContent: 'as agreed' } };
  await w.call(people.admin, buyOrders.approveBuyOrder, asked);
  return scene;
};

type Person = Pick<SignedIn, 'accountId'>;
type Input = (scene: Scene, person: Person) => Asked;
const at: Input = ({ id }) => ({ params: { id } });
const body =
  (write: (person: Person) => object): Input =>
  ({ id }, person) => ({ params: { id }, body: write(person) });
const ofItem =
  (write?: () => object): Input =>
  ({ id, itemId }) => ({ params: { id, itemId }, ...(write && { body: write() }) });
const ofBuyOrder =
  (write?: () => object): Input =>
  ({ buyOrderId }) => ({ params: { id: buyOrderId }, ...(write && { body: write() }) });

const ask = (who: Who, route: Route, asked: Asked) => w.call(who === 'nobody' ? undefined : people[who], route, asked);

const NO_ACCOUNT = 'bidder_account_unknown';

type Row = SceneRow<Scene, Person, 'everyone' | 'listed'>;
type UserCodes = readonly [
  homeless: string,
  other: string,
  buyer: string,
  viewer: string,
  barred: string,
  seller: string,
];
const forUsers = (codes: UserCodes): Codes => [UNKNOWN, ...codes, FORBIDDEN];
const forAdmins = (code: string): Codes => [UNKNOWN, ...Array.from({ length: 6 }, () => FORBIDDEN), code];
const nowhere: UserCodes = [HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN];

const byUsers = (
  route: Route,
  [setUp, input]: readonly [SetUp, Input],
  forEveryone: UserCodes,
  forListed: UserCodes = forEveryone,
): Row => ({
  route,
  setUp,
  input,
  codes: { everyone: forUsers(forEveryone), listed: forUsers(forListed), gone: forUsers(nowhere) },
});
const byAdmins = (route: Route, setUp: SetUp, input: Input, code = OK): Row => ({
  route,
  setUp,
  input,
  codes: { everyone: forAdmins(code), listed: forAdmins(code), gone: forAdmins(HIDDEN) },
});

const VIEWER = 'viewer_cannot_act';
const reviewed: Input = ({ id }, { accountId }) => ({ params: { id }, query: `?accountId=${accountId}&quantity=5` });

const seen: UserCodes = [HIDDEN, OK, OK, OK, HIDDEN, OK];
const seenByListed: UserCodes = [HIDDEN, HIDDEN, OK, OK, HIDDEN, OK];
const buying: UserCodes = [HIDDEN, OK, OK, VIEWER, HIDDEN, 'buyer_is_seller'];
const buyingByListed: UserCodes = [HIDDEN, HIDDEN, OK, VIEWER, HIDDEN, 'buyer_is_seller'];
/** A buy order is its buyer's: the seller hears of it by mail and by its quantities. */
const owned: UserCodes = [HIDDEN, HIDDEN, OK, OK, HIDDEN, HIDDEN];

const BY_USERS: readonly Row[] = [
  byUsers(marketplace.getSellOrderAsUser, [open, at], seen, seenByListed),
  byUsers(marketplace.getSellOrderAsUser, [draft, at], nowhere),
  byUsers(marketplace.reviewBuyOrder, [open, reviewed], buying, buyingByListed),
  byUsers(marketplace.reviewBuyOrder, [draft, reviewed], nowhere),
  byUsers(marketplace.placeBuyOrder, [open, body(buy)], buying, buyingByListed),
  byUsers(marketplace.placeBuyOrder, [draft, body(buy)], nowhere),
  byUsers(buyOrders.getOwnBuyOrder, [ordered, ofBuyOrder()], owned),
  byUsers(buyOrders.getOwnBuyOrderStatement, [approved, ofBuyOrder()], owned),
  byUsers(
    buyOrders.getOwnBuyOrderStatement,
    [ordered, ofBuyOrder()],
    [HIDDEN, HIDDEN, 'buy_order_not_approved', 'buy_order_not_approved', HIDDEN, HIDDEN],
  ),
  byUsers(buyOrders.cancelBuyOrder, [ordered, ofBuyOrder()], [HIDDEN, HIDDEN, OK, VIEWER, HIDDEN, HIDDEN]),
];

const because = () => ({ remarkContent: 'as agreed' });
const now = () => ({ publishTime: null });
const picture: Input = ({ id }) => {
  const form = new FormData();
  form.set('File', new File([png], 'x.png'));
  form.set('Type', 'SellOrderDetail');
  return { params: { id }, form };
};
const settings = () => aSellOrder(people.seller.accountId);

const BY_ADMINS: readonly Row[] = [
  byAdmins(sellOrders.getSellOrderAsAdmin, open, at),
  byAdmins(sellOrders.updateSellOrder, open, body(settings)),
  byAdmins(sellOrders.deleteSellOrder, draft, at),
  byAdmins(sellOrders.deleteSellOrder, open, at, 'sell_order_published'),
  byAdmins(
    sellOrders.addSellOrderItem,
    open,
    body(() => aSellOrderItem({ recFuelType: 'Wind' })),
  ),
  byAdmins(
    sellOrders.updateSellOrderItem,
    open,
    ofItem(() => aSellOrderItem({ recQuantity: 50 })),
  ),
  byAdmins(sellOrders.deleteSellOrderItem, draft, ofItem()),
  byAdmins(sellOrders.deleteSellOrderItem, open, ofItem(), 'sell_order_has_no_items'),
  byAdmins(sellOrders.listResaleHoldings, open, at),
  byAdmins(sellOrders.uploadSellOrderImage, open, picture),
  byAdmins(
    sellOrders.updateSellOrderDetails,
    open,
    body(() => ({ imageIds: [], thumbnailId: null })),
  ),
  byAdmins(sellOrders.publishSellOrder, draft, body(now)),
  byAdmins(sellOrders.publishSellOrder, open, body(now), 'sell_order_published'),
  byAdmins(sellOrders.cancelSellOrder, open, body(because)),
  byAdmins(buyers.listSellOrderBuyers, open, at),
  byAdmins(
    buyers.updateSellOrderBuyers,
    open,
    body(() => ({ accountIds: [] })),
  ),
  byAdmins(buyers.listBuyerCandidates, open, at),
  byAdmins(
    buyers.readPastedBuyers,
    open,
    body(() => ({ text: 'anna' })),
  ),
  byAdmins(buyOrders.getBuyOrderAsAdmin, ordered, ofBuyOrder()),
  byAdmins(buyOrders.getBuyOrderStatementAsAdmin, approved, ofBuyOrder()),
  byAdmins(buyOrders.approveBuyOrder, ordered, ofBuyOrder(because)),
  byAdmins(buyOrders.rejectBuyOrder, ordered, ofBuyOrder(because)),
];

/** What is about no order in particular. */
const everyUser = forUsers([OK, OK, OK, OK, OK, OK]);
const OF_NONE: readonly (readonly [Route, () => Asked, Codes])[] = [
  [marketplace.listSellOrdersAsUser, () => ({}), everyUser],
  [buyOrders.listOwnBuyOrders, () => ({}), everyUser],
  [buyOrders.exportOwnBuyOrders, () => ({}), everyUser],
  [sellOrders.listSellOrdersAsAdmin, () => ({}), forAdmins(OK)],
  [sellOrders.exportSellOrders, () => ({}), forAdmins(OK)],
  [sellOrders.createSellOrder, () => ({ body: settings() }), forAdmins(OK)],
  [buyOrders.listBuyOrdersAsAdmin, () => ({}), forAdmins(OK)],
  [buyOrders.exportBuyOrdersAsAdmin, () => ({}), forAdmins(OK)],
];

const MATRIX: SceneMatrix<Who, Scene, Person, 'everyone' | 'listed'> = {
  who: WHO,
  forAdmins: ['nobody', 'seller', 'admin'],
  personOf: (who) => (who === 'nobody' ? { accountId: randomUUID() } : people[who]),
  ask,
  gone,
  places: { everyone: false, listed: true },
};

describe.each([
  ['users', BY_USERS],
  ['admins', BY_ADMINS],
])('what is for %s', (_, rows) => {
  test.each(named(rows))('%s', (__, row) => expectAnswers(MATRIX, row));
});

test.each(OF_NONE.map(([route, ...row]) => [nameOf(route), route, ...row] as const))(
  'what is about no order: %s',
  async (_, route, input, codes) => {
    const got: string[] = [];
    for (const who of WHO) got.push((await ask(who, route, input())).code);
    expect(byName(WHO, got)).toEqual(byName(WHO, codes));
  },
);

test('one does not buy for a company of others', async () => {
  const { id } = await open(false);
  const asked = { params: { id }, body: buy(people.buyer) };
  expect((await ask('other', marketplace.placeBuyOrder, asked)).code).toBe(NO_ACCOUNT);
});

test('no operation of the marketplace is missing here', () =>
  expectAllServed(w, /(sell|buy)-orders/, [
    ...[...BY_USERS, ...BY_ADMINS].map(({ route }) => route),
    ...OF_NONE.map(([route]) => route),
  ]));

test('where the flag is off, every operation is refused, whoever asks and whatever is asked', async () => {
  const off = await world({ FLAG_MARKETPLACE: 'off' });
  const [user, admin] = [await off.signedIn(), await off.signedIn({ role: 'Admin' })];
  for (const { route, input } of [...BY_USERS, ...BY_ADMINS]) {
    const { form, ...asked } = input(gone(), user);
    if (form) continue;
    const answer = await off.call(route.access === 'admin' ? admin : user, route, asked);
    expect([route.path, answer.code]).toEqual([route.path, 'feature_disabled']);
  }
  for (const [route, input] of OF_NONE) {
    const answer = await off.call(route.access === 'admin' ? admin : user, route, input());
    expect([route.path, answer.code]).toEqual([route.path, 'feature_disabled']);
  }
  await off.end();
});

test('where the flag is off, nobody is invited to what comes to be published', async () => {
  const off = await world({ FLAG_MARKETPLACE: 'off' });
  const [seller, buyer, admin] = [await off.signedIn(), await off.signedIn(), await off.signedIn({ role: 'Admin' })];
  const { db } = off.database;
  const order = {
    title: 'From before',
    description: '',
    seller_account_id: seller.accountId,
    unit_price_cents: 100,
    minimum_purchase_quantity: 1,
    max_buy_order_rec_quantity: 1,
    seller_fee_hundredths: 0,
    buyer_fee_hundredths: 0,
    beneficiary_default: 'none',
    created_by: admin.userId,
  } as const;
  const id = randomUUID();
  await db
    .insertInto('sell_order')
    .values({ id, ...order })
    .execute();
  await db.insertInto('sell_order_buyer').values({ sell_order_id: id, account_id: buyer.accountId }).execute();
  await db.updateTable('sell_order').set({ publish_at: new Date() }).where('id', '=', id).execute();
  // As long as a look or two at the clock take.
  await setTimeout(2_500);
  expect((await listMessages(db)).filter(({ subject }) => subject.includes('From before'))).toEqual([]);
  await off.end();
});
