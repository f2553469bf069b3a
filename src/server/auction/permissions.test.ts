import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auctions from '#contract/auction.ts';
import { releaseRecs } from '#contract/release.ts';
import * as results from '#contract/award.ts';
import * as bidders from '#contract/bidder.ts';
import * as bids from '#contract/bidding.ts';
import * as changes from '#contract/change-request.ts';
import * as conduct from '#contract/conduct.ts';
import * as images from '#contract/image.ts';
import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { listNotifications, notifyBidders } from '#contract/notification.ts';
import { confirmDraft } from '#contract/draft.ts';
import { getRecordAsAdmin, getRecordAsUser } from '#contract/record.ts';
import { deleteRehearsal, startRehearsal } from '#contract/rehearsal.ts';
import * as rooms from '#contract/room.ts';
import type { Route } from '#contract/route.ts';
import * as ticks from '#contract/tick.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { timeColumns } from '#server/auction/draft.ts';
import { LEFT_EMPTY } from '#testing/item-builders.ts';
import { aPng } from '#testing/image-builders.ts';
import { insertAuction, moveAuction, moveToAccount } from '#testing/records.ts';
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
import { world, type SignedIn, type World } from '#testing/world.ts';

/**
 * Every operation on auctions, bidders, bids, results and tick sizes: what each caller gets of a public and of a private
 * auction. One that isn't there answers everybody as a private one answers strangers, byte for byte (rules 7).
 *
 * `nobody` isn't signed in; `homeless` has no company; `other` has one with no part in the auction: a visitor where it is
 * public, a stranger where it is private. `bidder` bids, `viewer` looks on in the same company, `barred` was admitted
 * before its company was blacklisted, `owner` acts for the company that the auction is run for.
 */
const WHO = ['nobody', 'homeless', 'other', 'bidder', 'viewer', 'barred', 'owner', 'admin'] as const;
type Who = (typeof WHO)[number];

let w: World;
let png: Uint8Array<ArrayBuffer>;
let people: Record<Exclude<Who, 'nobody'>, SignedIn>;

beforeAll(async () => {
  w = await world();
  png = new Uint8Array(await aPng());
  const [homeless, other, bidder, viewer, barred, owner, admin] = await Promise.all([
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn({ role: 'Admin' }),
  ]);
  people = { homeless, other, bidder, viewer: { ...viewer, accountId: bidder.accountId }, barred, owner, admin };
  const { db } = w.database;
  await db.deleteFrom('account_member').where('user_id', '=', homeless.userId).execute();
  await moveToAccount(db, viewer, { accountId: bidder.accountId, role: 'viewer' });
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
});
afterAll(() => w.end());

/** What a call is about; of one that isn't there every id is made up. */
type Scene = Readonly<Record<'id' | 'itemId' | 'bidderId' | 'bidId' | 'changeId' | 'requestId', string>>;
const gone = (): Scene => ({
  id: randomUUID(),
  itemId: randomUUID(),
  bidderId: randomUUID(),
  bidId: randomUUID(),
  changeId: randomUUID(),
  requestId: randomUUID(),
});

type SetUp = (isPrivate: boolean) => Promise<Scene>;

const upcoming: SetUp = async (isPrivate) => {
  const { bidder, barred, owner, admin } = people;
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate,
    startsIn: 600,
    bidders: [{ person: bidder }, { person: barred }],
  });
  const seat = w.database.db.selectFrom('bidder').select('id').where('auction_id', '=', auctionId);
  const { id: bidderId } = await seat.where('user_id', '=', bidder.userId).executeTakeFirstOrThrow();
  const ids = { id: auctionId, itemId: itemIds[0] ?? '' };
  return { ...gone(), ...ids, bidderId };
};

const withBid: SetUp = async (isPrivate) => {
  const scene = await upcoming(isPrivate);
  const asked = { params: { id: scene.id }, body: { bids: [bid(scene)] } };
  const placed = await w.call(people.bidder, bids.placeInitialBids, asked);
  return { ...scene, bidId: placed.data.bids[0]?.bidId ?? '' };
};

const moved =
  (setUp: SetUp, startsIn: number, endsIn: number): SetUp =>
  async (isPrivate) => {
    const scene = await setUp(isPrivate);
    await moveAuction(w.database.db, scene.id as Parameters<typeof moveAuction>[1], startsIn, endsIn);
    return scene;
  };
const live = moved(upcoming, -60, 3_600);
const liveWithBid = moved(withBid, -60, 3_600);
const ended = moved(withBid, -60, -30);

/** The next one of a series, before an admin confirmed it (decision 27). */
const draft: SetUp = async (isPrivate) => {
  const scene = await upcoming(isPrivate);
  const { id: follows } = await upcoming(isPrivate);
  const times = { startsAtMs: Date.now() + 3_600_000, endsAtMs: Date.now() + 7_200_000 };
  const columns = { ...timeColumns(times, { asDraft: true }), follows };
  await w.database.db.updateTable('auction').set(columns).where('id', '=', scene.id).execute();
  return scene;
};

const withRequest: SetUp = async (isPrivate) => {
  const scene = await upcoming(isPrivate);
  const body = { auctionId: scene.id, version: null, items: [AN_ITEM] };
  const { data } = await w.call(people.owner, changes.requestAddItems, { body });
  return { ...scene, requestId: data?.id ?? '', changeId: data?.changes[0]?.id ?? '' };
};

const returned: SetUp = async (isPrivate) => {
  const scene = await withRequest(isPrivate);
  const body = { auctionId: scene.id, message: 'again' };
  await w.call(people.admin, changes.returnRequest, { params: { id: scene.requestId }, body });
  return scene;
};

const bid = ({ itemId }: Scene) => ({
  auctionItemId: itemId,
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

const AN_ITEM = {
  ...LEFT_EMPTY,
  recCountry: 'VN',
  recFuelType: 'Wind',
  vintageYear: 2025,
  vintagePeriod: 'FullYear',
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
} as const;

type Person = Pick<SignedIn, 'userId' | 'accountId'>;
type Input = (scene: Scene, person: Person) => Asked;
const at: Input = ({ id }) => ({ params: { id } });
const body =
  (write: (...given: Parameters<Input>) => object): Input =>
  (...given) => ({ ...at(...given), body: write(...given) });
const ofItem =
  (write?: () => object): Input =>
  ({ id, itemId }) => ({ params: { id, itemId }, ...(write && { body: write() }) });

/** Wishes name their auction in the body. */
const ofRequest =
  (write: (scene: Scene) => object): Input =>
  (scene) => ({ body: { auctionId: scene.id, version: null, ...write(scene) } });

const ask = (who: Who, route: Route, asked: Asked) => w.call(who === 'nobody' ? undefined : people[who], route, asked);

/** An upload of a picture, which everybody sends. */
const picture: Input = ({ id }) => {
  const form = new FormData();
  form.set('File', new File([png], 'x.png'));
  form.set('Type', 'AuctionDetail');
  return { params: { id }, form };
};

type Row = SceneRow<Scene, Person, 'public' | 'private'>;

type UserCodes = readonly [
  homeless: string,
  other: string,
  bidder: string,
  viewer: string,
  barred: string,
  owner: string,
];
const forUsers = (codes: Codes): Codes => [UNKNOWN, ...codes, FORBIDDEN];
const forAdmins = (code: string): Codes => [UNKNOWN, ...Array.from({ length: 6 }, () => FORBIDDEN), code];
const nowhere: UserCodes = [HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN];

/** Of a private auction the same, but that who has no part in it learns nothing of it, unless said otherwise. */
const byUsers = (
  route: Route,
  [setUp, input]: readonly [SetUp, Input],
  inPublic: UserCodes,
  { inPrivate = [HIDDEN, HIDDEN, ...inPublic.slice(2)], inNone = nowhere }: { inPrivate?: Codes; inNone?: Codes } = {},
): Row => ({
  route,
  setUp,
  input,
  codes: { public: forUsers(inPublic), private: forUsers(inPrivate), gone: forUsers(inNone) },
});

const byAdmins = (
  route: Route,
  setUp: SetUp,
  input: Input,
  codes: { inPublic?: string; inPrivate?: string; inNone?: string } = {},
): Row => ({
  route,
  setUp,
  input,
  codes: {
    public: forAdmins(codes.inPublic ?? OK),
    private: forAdmins(codes.inPrivate ?? OK),
    gone: forAdmins(codes.inNone ?? HIDDEN),
  },
});

const NO = 'no_permission_to_join_auction';
const VIEWER = 'viewer_cannot_act';
const BARRED = 'account_blacklisted';
const STARTED = 'auction_has_started';
const NO_DRAFT = 'auction_is_no_draft';

const seen: UserCodes = [HIDDEN, OK, OK, OK, OK, OK];
const bidding: UserCodes = [HIDDEN, NO, OK, VIEWER, BARRED, NO];
/** What only the owner's people know of: others learn no more of it than that there is, or isn't, such an auction. */
const owned: UserCodes = [HIDDEN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, OK];

const BY_USERS: readonly Row[] = [
  byUsers(auctions.getAuctionAsUser, [upcoming, at], seen),
  // What the own company may not do anywhere says nothing of this auction: it comes first.
  byUsers(
    auctions.registerForAuction,
    [upcoming, body((_, { accountId }) => ({ accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION }))],
    [HIDDEN, OK, OK, VIEWER, BARRED, 'bidder_is_owner'],
    {
      inPrivate: [HIDDEN, HIDDEN, OK, VIEWER, BARRED, NO],
      inNone: [HIDDEN, HIDDEN, HIDDEN, VIEWER, BARRED, HIDDEN],
    },
  ),
  byUsers(bids.placeInitialBids, [upcoming, body((scene) => ({ bids: [bid(scene)] }))], bidding),
  byUsers(bids.placeBid, [live, body(bid)], bidding),
  byUsers(bids.withdrawBid, [withBid, ({ id, bidId }) => ({ params: { id, bidId } })], bidding),
  byUsers(bids.listOwnBids, [withBid, at], [HIDDEN, NO, OK, OK, OK, NO]),
  byUsers(bids.listHistoryAsUser, [withBid, at], seen),
  byUsers(bids.exportHistoryAsUser, [withBid, at], seen),
  byUsers(rooms.getRoomTokenAsUser, [liveWithBid, at], [HIDDEN, NO, OK, OK, BARRED, OK]),
  // Results are for who placed a bid (rules 3.3), which the barred one didn't.
  byUsers(results.getResultAsUser, [ended, at], [HIDDEN, NO, OK, OK, NO, OK]),
  byUsers(results.exportWonBidsAsUser, [ended, at], [HIDDEN, NO, OK, OK, NO, OK]),
  byUsers(results.getAwardStatementAsUser, [ended, at], [HIDDEN, NO, OK, OK, NO, OK]),
  byUsers(getRecordAsUser, [ended, at], [HIDDEN, NO, OK, OK, NO, OK]),
  byUsers(images.uploadOwnImage, [upcoming, picture], owned),
  byUsers(images.updateOwnDetails, [upcoming, body(() => ({ thumbnailId: null }))], owned),
  byUsers(changes.availableOwnItems, [upcoming, at], owned),
  byUsers(changes.addOwnItem, [upcoming, body(() => AN_ITEM)], owned),
  byUsers(changes.updateOwnItem, [upcoming, ofItem(() => AN_ITEM)], owned),
  byUsers(changes.deleteOwnItem, [upcoming, ofItem()], owned),
  byUsers(changes.getOwnChangeRequest, [withRequest, at], owned),
  byUsers(changes.requestAddItems, [upcoming, ofRequest(() => ({ items: [AN_ITEM] }))], owned),
  byUsers(
    changes.requestUpdateItems,
    [upcoming, ofRequest(({ itemId }) => ({ items: [{ ...AN_ITEM, auctionItemId: itemId }] }))],
    owned,
  ),
  byUsers(changes.requestDeleteItems, [upcoming, ofRequest(({ itemId }) => ({ auctionItemIds: [itemId] }))], owned),
  byUsers(changes.takeBackChange, [withRequest, ({ changeId }) => ({ params: { id: changeId } })], owned),
  byUsers(changes.sendRequestAgain, [returned, body(() => ({ version: 2 }))], owned),
];

const SETTINGS = {
  title: 'Perak hydro',
  auctionType: 'Forward',
  isPrivate: true,
  startTime: new Date(Date.now() + 3_600_000).toISOString(),
  endTime: new Date(Date.now() + 7_200_000).toISOString(),
  minimumRecQuantity: 1,
  minimumBiddingRecQuantity: 1,
  sellerProcessingFee: 0,
  buyerProcessingFee: 0,
  spotRecs: false,
  tickSizeId: null,
} as const;
const settings = () => ({ ...SETTINGS, ownerAccountId: people.owner.accountId });
const ofBidder =
  (write?: () => object): Input =>
  ({ id, bidderId }) => ({ params: { id, bidderId }, ...(write && { body: write() }) });
const ofItems =
  (write: (scene: Scene) => object): Input =>
  (scene) => ({ body: { auctionId: scene.id, ...write(scene) } });
const aBuyer = () => ({
  buyers: [{ userId: people.other.userId, accountId: people.other.accountId, maxQuantity: null }],
});

const BECAUSE = { reason: 'a fault in the network' };
const paused: SetUp = async (isPrivate) => {
  const scene = await live(isPrivate);
  await w.call(people.admin, conduct.pauseAuction, { params: { id: scene.id }, body: BECAUSE });
  return scene;
};

const BY_ADMINS: readonly Row[] = [
  byAdmins(auctions.getAuctionAsAdmin, upcoming, at),
  byAdmins(auctions.updateAuction, upcoming, body(settings)),
  byAdmins(confirmDraft, draft, at),
  byAdmins(confirmDraft, upcoming, at, { inPublic: NO_DRAFT, inPrivate: NO_DRAFT }),
  byAdmins(auctions.deleteAuction, draft, at),
  byAdmins(auctions.deleteAuction, upcoming, at),
  byAdmins(auctions.deleteAuction, live, at, { inPublic: STARTED, inPrivate: STARTED }),
  byAdmins(images.uploadImage, upcoming, picture),
  byAdmins(
    images.updateDetails,
    upcoming,
    body(() => ({ thumbnailId: null })),
  ),
  byAdmins(auctions.availableItems, upcoming, at),
  byAdmins(
    auctions.addItem,
    upcoming,
    body(() => AN_ITEM),
  ),
  byAdmins(
    auctions.updateItem,
    upcoming,
    ofItem(() => AN_ITEM),
  ),
  byAdmins(auctions.deleteItem, upcoming, ofItem()),
  byAdmins(
    changes.addItems,
    upcoming,
    ofItems(() => ({ items: [AN_ITEM] })),
  ),
  byAdmins(
    changes.updateItems,
    upcoming,
    ofItems(({ itemId }) => ({ items: [{ ...AN_ITEM, auctionItemId: itemId }] })),
  ),
  byAdmins(
    changes.deleteItems,
    upcoming,
    ofItems(({ itemId }) => ({ auctionItemIds: [itemId] })),
  ),
  byAdmins(changes.getChangeRequest, withRequest, at),
  byAdmins(
    changes.approveRequest,
    withRequest,
    body(() => ({ version: 1 })),
  ),
  byAdmins(changes.returnRequest, withRequest, ({ id, requestId }) => ({
    params: { id: requestId },
    body: { auctionId: id, message: 'again' },
  })),
  byAdmins(bidders.listBidders, upcoming, at),
  byAdmins(bidders.exportBidders, upcoming, at),
  byAdmins(bidders.listBidderCandidates, upcoming, at),
  byAdmins(
    bidders.readPastedBidders,
    upcoming,
    body(() => ({ text: 'anna' })),
  ),
  byAdmins(bidders.addBidders, live, body(aBuyer)),
  byAdmins(
    bidders.updateBidder,
    upcoming,
    ofBidder(() => ({ maxQuantity: 5 })),
  ),
  byAdmins(bidders.removeBidder, upcoming, ofBidder(), { inPublic: 'bidder_not_removable_from_public' }),
  byAdmins(listNotifications, upcoming, at),
  byAdmins(notifyBidders, upcoming, at),
  byAdmins(
    startRehearsal,
    upcoming,
    body(() => ({ minutes: 5, bidders: 2 })),
  ),
  // There may be none to delete, of whatever auction.
  byAdmins(deleteRehearsal, upcoming, at, { inNone: OK }),
  byAdmins(
    conduct.pauseAuction,
    live,
    body(() => BECAUSE),
  ),
  byAdmins(
    conduct.resumeAuction,
    paused,
    body(() => BECAUSE),
  ),
  byAdmins(
    conduct.extendAuction,
    live,
    body(() => ({ ...BECAUSE, until: new Date(Date.now() + 7_200_000).toISOString() })),
  ),
  byAdmins(
    conduct.annulAuction,
    live,
    body(() => BECAUSE),
  ),
  byAdmins(rooms.getRoomTokenAsAdmin, live, at),
  byAdmins(
    bids.placeBidOnBehalf,
    upcoming,
    body((scene) => ({ ...bid(scene), bidderId: scene.bidderId, reason: 'by phone' })),
  ),
  byAdmins(bids.cancelBid, withBid, ({ id, bidId }) => ({ params: { id, bidId }, body: { reason: 'typing error' } })),
  byAdmins(bids.listHistoryAsAdmin, withBid, at),
  byAdmins(bids.exportHistoryAsAdmin, withBid, at),
  byAdmins(results.getResultAsAdmin, ended, at),
  // A bid of an auction that nobody has closed has won nothing yet.
  byAdmins(
    releaseRecs,
    liveWithBid,
    ({ itemId, bidId }) => ({
      params: { id: itemId },
      body: { bids: [{ bidId, quantity: 1 }], remark: 'agreed' },
    }),
    { inPublic: HIDDEN, inPrivate: HIDDEN },
  ),
  byAdmins(results.exportWonBidsAsAdmin, ended, at),
  byAdmins(results.getAwardStatementAsAdmin, ended, at),
  byAdmins(getRecordAsAdmin, ended, at),
];

const anybody: Codes = [UNKNOWN, ...Array.from({ length: 7 }, () => OK)];
const BY_BOTH: readonly Row[] = [
  {
    route: watchAuction,
    setUp: upcoming,
    input: at,
    codes: {
      public: [UNKNOWN, ...seen, OK],
      private: [UNKNOWN, HIDDEN, HIDDEN, OK, OK, OK, OK, OK],
      gone: [UNKNOWN, ...nowhere, HIDDEN],
    },
  },
  // What isn't watched, seen or not, is watched no longer: the answer says nothing.
  { route: unwatchAuction, setUp: upcoming, input: at, codes: { public: anybody, private: anybody, gone: anybody } },
];

/** What is about no auction in particular. */
const everyUser = forUsers([OK, OK, OK, OK, OK, OK]);
const OF_NONE: readonly (readonly [Route, () => Asked, Codes])[] = [
  [auctions.listAuctionsAsUser, () => ({}), everyUser],
  [auctions.listAuctionsAsAdmin, () => ({}), forAdmins(OK)],
  [auctions.createAuction, () => ({ body: settings() }), forAdmins(OK)],
  [rooms.getListTokenAsUser, () => ({}), everyUser],
  [rooms.getListTokenAsAdmin, () => ({}), forAdmins(OK)],
  [ticks.listTickSizes, () => ({}), forAdmins(OK)],
  [ticks.createTickSize, () => ({ body: { name: 'Fifth', priceStep: 0.2 } }), forAdmins(OK)],
  [
    ticks.updateTickSize,
    () => ({ params: { id: randomUUID() }, body: { name: 'Fifth', priceStep: 0.2 } }),
    forAdmins(HIDDEN),
  ],
];

const MATRIX: SceneMatrix<Who, Scene, Person, 'public' | 'private'> = {
  who: WHO,
  forAdmins: ['nobody', 'owner', 'admin'],
  personOf: (who) => (who === 'nobody' ? { userId: randomUUID(), accountId: randomUUID() } : people[who]),
  ask,
  gone,
  places: { public: false, private: true },
};

describe.each([
  ['users', BY_USERS],
  ['admins', BY_ADMINS],
  ['both', BY_BOTH],
])('what is for %s', (_, rows) => {
  test.each(named(rows))('%s', (__, row) => expectAnswers(MATRIX, row));
});

describe.each([
  ['public', false],
  ['private', true],
])('a draft of a %s auction is there for nobody but admins', (_, isPrivate) => {
  const rows = [...BY_USERS, ...BY_BOTH];
  test.each(named(rows))('%s', async (__, row) => {
    const scene = await draft(isPrivate);
    const who = WHO.filter((one) => one !== 'admin');
    const got: string[] = [];
    for (const one of who) got.push((await ask(one, row.route, row.input(scene, MATRIX.personOf(one)))).code);
    expect(byName(who, got)).toEqual(byName(WHO, row.codes.gone, who));
  });
});

test.each(OF_NONE.map(([route, ...row]) => [nameOf(route), route, ...row] as const))(
  'what is about no auction: %s',
  async (_, route, input, codes) => {
    const got: string[] = [];
    for (const who of WHO) got.push((await ask(who, route, input())).code);
    expect(byName(WHO, got)).toEqual(byName(WHO, codes));
  },
);

test('no operation on auctions is missing here', () =>
  expectAllServed(w, /auction|tick-size|changes-request/, [
    ...[...BY_USERS, ...BY_ADMINS, ...BY_BOTH].map(({ route }) => route),
    ...OF_NONE.map(([route]) => route),
  ]));
