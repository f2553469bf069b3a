import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAuctionAsUser, registerForAuction } from '#contract/auction.ts';
import {
  addOwnItem,
  availableOwnItems,
  deleteOwnItem,
  getOwnChangeRequest,
  requestAddItems,
  requestDeleteItems,
  requestUpdateItems,
  sendRequestAgain,
  takeBackChange,
  updateOwnItem,
} from '#contract/change-request.ts';
import { updateOwnDetails, uploadOwnImage } from '#contract/image.ts';
import { deleteBeneficiary, listBeneficiaries, saveBeneficiary, updateBeneficiary } from '#contract/beneficiary.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { exportWonBidsAsUser, getAwardStatementAsUser, getResultAsUser } from '#contract/award.ts';
import { getRecordAsUser } from '#contract/record.ts';
import {
  exportHistoryAsUser,
  listHistoryAsUser,
  listOwnBids,
  placeBid,
  placeInitialBids,
  withdrawBid,
} from '#contract/bidding.ts';
import {
  acceptInvitation,
  blacklistAccount,
  exportAccounts,
  findInvitation,
  getAccount,
  getMaxBidQuantity,
  getOwnAccount,
  inviteMember,
  listAccountChanges,
  listAccounts,
  listMembers,
  reinstateAccount,
  removeMember,
  revokeInvitation,
  updateAccount,
  updateMaxBidQuantity,
  updateMember,
  updateOwnAccount,
} from '#contract/company.ts';
import { listOwnAccounts } from '#contract/identity.ts';
import {
  actOnRegistration,
  exportRegistrations,
  getOwnRegistration,
  getRegistration,
  listRegistrations,
  listRemarks,
  registerCompany,
} from '#contract/registration.ts';
import { getRoomTokenAsUser } from '#contract/room.ts';
import type { Route } from '#contract/route.ts';
import { hashOfToken } from '#server/platform/hash-of-token.ts';
import { aPng } from '#testing/image-builders.ts';
import { LEFT_EMPTY } from '#testing/item-builders.ts';
import { aCompany } from '#testing/company-builders.ts';
import {
  byName,
  expectAllServed,
  FORBIDDEN as ADMIN,
  HIDDEN,
  nameOf,
  OK,
  type Asked,
} from '#testing/permission-matrix.ts';
import { insertAuction, moveAuction, moveToAccount, type AuctionWish, type TestAuction } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/** Who calls: a user without a company, another company's owner, members of this one, its owner while it is blacklisted. */
const WHO = ['nobody', 'rival', 'viewer', 'trader', 'owner', 'barred', 'admin'] as const;
type Who = (typeof WHO)[number];
type People = Readonly<Record<Who, SignedIn>>;

let w: World;
let people: People;
let accountId: string;
let seller: SignedIn;

beforeAll(async () => {
  w = await world();
  seller = await w.signedIn();
});
afterAll(() => w.end());
beforeEach(async () => {
  const [nobody, rival, viewer, trader, owner, admin] = await Promise.all([
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn({ role: 'Admin' }),
  ]);
  ({ accountId } = owner);
  await w.database.db.deleteFrom('account_member').where('user_id', '=', nobody.userId).execute();
  await moveToAccount(w.database.db, viewer, { accountId, role: 'viewer' });
  await moveToAccount(w.database.db, trader, { accountId, role: 'trader' });
  people = { nobody, rival, viewer, trader, owner, barred: owner, admin };
});

const setStatus = (status: 'Active' | 'Blacklisted') =>
  w.database.db.updateTable('account').set({ status }).where('id', '=', accountId).execute();

/** What a call needs to be there, made anew for each who calls. */
type Arrange = (who: Who) => Promise<Asked>;

/** The code that each gets, in the order of WHO. */
async function codesOf(route: Route, arrange: Arrange): Promise<string[]> {
  const codes: string[] = [];
  for (const who of WHO) {
    const asked = await arrange(who);
    if (who === 'barred') await setStatus('Blacklisted');
    const { code, text } = await w.call(people[who], route, asked);
    codes.push(code);
    await setStatus('Active');
    // What is hidden answers like what isn't there, byte for byte (rules 7).
    if (code === HIDDEN && asked.params?.['id']) {
      const missing = { ...asked, params: { ...asked.params, id: randomUUID() } };
      expect((await w.call(people[who], route, missing)).text).toBe(text);
    }
  }
  return codes;
}

const VIEWER = 'viewer_cannot_act';
const BARRED = 'account_blacklisted';
const OWNER = 'owner_required';
const MOOT = 'change_request_changed';
const VOID = 'invitation_not_valid';

type Row = readonly [route: Route, arrange: Arrange, codes: readonly string[]];

const ownCompany =
  (more: object = {}): Arrange =>
  async () => ({ params: { id: accountId }, ...more });
const nothing: Arrange = async () => ({});
const { companyName: _, registrationNumber: __, country: ___, ...OWN_FIELDS } = aCompany();
const actors = [HIDDEN, HIDDEN, VIEWER, OK, OK, BARRED, ADMIN];
const members = [HIDDEN, HIDDEN, OK, OK, OK, OK, ADMIN];
const owners = [HIDDEN, HIDDEN, VIEWER, OWNER, OK, BARRED, ADMIN];
const admins = [...Array.from({ length: 6 }, () => ADMIN), OK];

/** A colleague who is there to be changed or removed. */
async function aColleague(): Promise<Asked> {
  const colleague = await w.signedIn();
  await moveToAccount(w.database.db, colleague, { accountId, role: 'trader' });
  return { params: { id: accountId, userId: colleague.userId } };
}

async function anInvitation(change: { revoked_at?: Date } = {}): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), randomUUID()];
  await w.database.db
    .insertInto('account_invitation')
    .values({
      id,
      account_id: accountId,
      email: `${id}@example.test`,
      role: 'trader',
      token_hash: hashOfToken(token),
      invited_by: people.owner.userId,
      expires_at: new Date(Date.now() + 60_000),
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
      ...change,
    })
    .execute();
  return { id, token };
}

const withToken =
  (change?: { revoked_at?: Date }): Arrange =>
  async () => ({
    body: { token: (await anInvitation(change)).token },
  });

const COMPANY: readonly Row[] = [
  [listOwnAccounts, nothing, [OK, OK, OK, OK, OK, OK, ADMIN]],
  [getOwnAccount, ownCompany(), members],
  [
    updateOwnAccount,
    async () => {
      // What only admins change must be right already.
      const { db } = w.database;
      await db.updateTable('account').set({ registration_number: '1' }).where('id', '=', accountId).execute();
      return { params: { id: accountId }, body: { ...OWN_FIELDS, version: 1 } };
    },
    owners,
  ],
  [listMembers, ownCompany(), members],
  [
    inviteMember,
    async (who) => ({ params: { id: accountId }, body: { email: `${who}@example.com`, role: 'viewer' } }),
    owners,
  ],
  [revokeInvitation, async () => ({ params: { id: accountId, invitationId: (await anInvitation()).id } }), owners],
  [updateMember, async () => ({ ...(await aColleague()), body: { role: 'viewer' } }), owners],
  [removeMember, aColleague, owners],
  [findInvitation, withToken(), [OK, OK, OK, OK, OK, OK, ADMIN]],
  [findInvitation, withToken({ revoked_at: new Date() }), [VOID, VOID, VOID, VOID, VOID, VOID, ADMIN]],
  [acceptInvitation, withToken(), [OK, OK, OK, OK, OK, OK, ADMIN]],
  [acceptInvitation, withToken({ revoked_at: new Date() }), [VOID, VOID, OK, OK, OK, OK, ADMIN]],
  [listAccounts, nothing, admins],
  [exportAccounts, nothing, admins],
  [getAccount, ownCompany(), admins],
  [updateAccount, ownCompany({ body: { ...aCompany(), version: 1 } }), admins],
  [getMaxBidQuantity, ownCompany(), admins],
  [updateMaxBidQuantity, ownCompany({ body: { maxBidQuantity: 7 } }), admins],
  [blacklistAccount, ownCompany({ body: { remarkContent: 'x' } }), admins],
  [
    reinstateAccount,
    async () => {
      await setStatus('Blacklisted');
      return { params: { id: accountId }, body: { remarkContent: 'x' } };
    },
    admins,
  ],
  [listAccountChanges, ownCompany(), admins],
];

const A_BENEFICIARY = {
  accountType: 'Personal',
  name: 'Nurul Aisyah',
  address: 'Jalan Ampang',
  nameOnCertificates: 'Nurul Aisyah',
  buildingOwnerName: '',
};

/** One that this company has saved. */
const aBeneficiary =
  (body?: object): Arrange =>
  async () => {
    const asked = { params: { id: accountId }, body: { ...A_BENEFICIARY, name: randomUUID() } };
    const beneficiaryId = (await w.call(people.owner, saveBeneficiary, asked)).data.id;
    return { params: { id: accountId, beneficiaryId }, ...(body && { body }) };
  };

const BENEFICIARIES: readonly Row[] = [
  [listBeneficiaries, ownCompany(), members],
  [saveBeneficiary, ownCompany({ body: A_BENEFICIARY }), actors],
  [updateBeneficiary, aBeneficiary(A_BENEFICIARY), actors],
  [deleteBeneficiary, aBeneficiary(), actors],
];

const noRegistration =
  (more: object = {}): Arrange =>
  async () => ({ params: { id: randomUUID(), ...more } });
const adminsMiss = [...Array.from({ length: 6 }, () => ADMIN), HIDDEN];
const NONE = 'registration_not_found';

const REGISTRATIONS: readonly Row[] = [
  [getOwnRegistration, nothing, [NONE, NONE, NONE, NONE, NONE, NONE, ADMIN]],
  [registerCompany, async () => ({ body: aCompany() }), [OK, OK, OK, OK, OK, 'registration_open', ADMIN]],
  [listRegistrations, nothing, admins],
  [exportRegistrations, nothing, admins],
  [getRegistration, noRegistration(), adminsMiss],
  [listRemarks, noRegistration(), adminsMiss],
  [
    actOnRegistration,
    async () => ({ params: { id: randomUUID(), action: 'take-up' }, body: { version: 1 } }),
    adminsMiss,
  ],
];

const bidOn = ({ itemIds }: TestAuction) => ({
  auctionItemId: itemIds[0] ?? '',
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

const UPCOMING = { startsIn: 600 };

/** Of another company, in which this one bids: through who calls, where that is one of its members. */
async function anAuction(who: Who, wish: Partial<AuctionWish> = {}): Promise<TestAuction> {
  const isMember = who !== 'nobody' && who !== 'rival' && who !== 'admin';
  const person = { ...people[isMember ? who : 'owner'], accountId };
  return insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: people.admin.userId,
    bidders: [{ person }],
    ...wish,
  });
}

/** The same, with a bid from a time when the bidder still was a trader. */
async function withBid(who: Who): Promise<{ auction: TestAuction; bidId: string }> {
  const auction = await anAuction(who, UPCOMING);
  const isViewer = who === 'viewer';
  if (isViewer) await moveToAccount(w.database.db, people.viewer, { accountId, role: 'trader' });
  const bidder = who === 'nobody' || who === 'rival' || who === 'admin' ? 'owner' : who;
  const placed = await w.call(people[bidder], placeInitialBids, {
    params: { id: auction.auctionId },
    body: { bids: [bidOn(auction)] },
  });
  if (isViewer) await moveToAccount(w.database.db, people.viewer, { accountId, role: 'viewer' });
  return { auction, bidId: placed.data.bids[0]?.bidId ?? '' };
}

const withResult: Arrange = async (who) => {
  const { auction } = await withBid(who);
  await moveAuction(w.database.db, auction.auctionId, -60, -30);
  return { params: { id: auction.auctionId } };
};

const ofAuction =
  (wish?: Partial<AuctionWish>): Arrange =>
  async (who) => ({
    params: { id: (await anAuction(who, wish)).auctionId },
  });
/** This company's own. */
const ownAuction = (wish: Partial<AuctionWish> = {}) =>
  insertAuction(w.database.db, { ownerAccountId: accountId, createdBy: people.admin.userId, ...wish });

const owned =
  (wish?: Partial<AuctionWish>, body?: object): Arrange =>
  async () => ({ params: { id: (await ownAuction(wish)).auctionId }, ...(body && { body }) });

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

/** An item of an own auction before its start. */
const ownItem =
  (body?: object): Arrange =>
  async () => {
    const { auctionId, itemIds } = await ownAuction(UPCOMING);
    return { params: { id: auctionId, itemId: itemIds[0] ?? '' }, ...(body && { body }) };
  };

const asking =
  (wish: (itemId: string) => object): Arrange =>
  async () => {
    const { auctionId, itemIds } = await ownAuction(UPCOMING);
    return { body: { auctionId, version: null, ...wish(itemIds[0] ?? '') } };
  };

/** A change that was asked for. */
async function aWish(): Promise<Asked> {
  const { auctionId } = await ownAuction(UPCOMING);
  const body = { auctionId, version: null, items: [AN_ITEM] };
  const asked = await w.call(people.owner, requestAddItems, { body });
  return { params: { id: asked.data?.changes[0]?.id ?? '' } };
}

/** An own auction before its start, and a form with a picture. */
const withPicture: Arrange = async () => {
  const form = new FormData();
  form.set('File', new File([new Uint8Array(await aPng())], 'x.png'));
  form.set('Type', 'AuctionDetail');
  return { params: { id: (await ownAuction(UPCOMING)).auctionId }, form };
};

const AUCTIONS: readonly Row[] = [
  [
    registerForAuction,
    async (who) => ({
      params: { id: (await anAuction(who, { ...UPCOMING, isPrivate: false, bidders: [] })).auctionId },
      body: { accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION },
    }),
    [HIDDEN, 'no_permission_to_join_auction', VIEWER, OK, OK, BARRED, ADMIN],
  ],
  [
    placeInitialBids,
    async (who) => {
      const auction = await anAuction(who, UPCOMING);
      return { params: { id: auction.auctionId }, body: { bids: [bidOn(auction)] } };
    },
    actors,
  ],
  [
    placeBid,
    async (who) => {
      const auction = await anAuction(who);
      return { params: { id: auction.auctionId }, body: bidOn(auction) };
    },
    actors,
  ],
  [
    withdrawBid,
    async (who) => {
      const { auction, bidId } = await withBid(who);
      return { params: { id: auction.auctionId, bidId } };
    },
    actors,
  ],
  [getRoomTokenAsUser, ofAuction(UPCOMING), [HIDDEN, HIDDEN, OK, OK, OK, BARRED, ADMIN]],
  [getRoomTokenAsUser, owned(), [HIDDEN, HIDDEN, OK, OK, OK, BARRED, ADMIN]],
  [getRoomTokenAsUser, owned({ startsIn: -60, endsIn: -30 }), members],
  [addOwnItem, owned(UPCOMING, AN_ITEM), actors],
  [updateOwnItem, ownItem(AN_ITEM), actors],
  [deleteOwnItem, ownItem(), actors],
  [uploadOwnImage, withPicture, actors],
  [updateOwnDetails, owned(UPCOMING, { thumbnailId: null }), actors],
  [availableOwnItems, owned(UPCOMING), members],
  [getOwnChangeRequest, owned(UPCOMING), members],
  [requestAddItems, asking(() => ({ items: [AN_ITEM] })), actors],
  [requestUpdateItems, asking((auctionItemId) => ({ items: [{ ...AN_ITEM, auctionItemId }] })), actors],
  [requestDeleteItems, asking((itemId) => ({ auctionItemIds: [itemId] })), actors],
  [takeBackChange, aWish, actors],
  // Nothing was returned: who may act learns so.
  [sendRequestAgain, owned(UPCOMING, { version: 1 }), [HIDDEN, HIDDEN, VIEWER, MOOT, MOOT, BARRED, ADMIN]],
  [getAuctionAsUser, ofAuction(), members],
  [getAuctionAsUser, owned(), members],
  [listOwnBids, ofAuction(), members],
  [listHistoryAsUser, ofAuction(), members],
  [exportHistoryAsUser, ofAuction(), members],
  [getResultAsUser, withResult, members],
  [exportWonBidsAsUser, withResult, members],
  [getRecordAsUser, withResult, members],
  [getAwardStatementAsUser, withResult, members],
];

const named = (rows: readonly Row[]) => rows.map(([route, ...row]) => [nameOf(route), route, ...row] as const);

describe.each([
  ['company', COMPANY],
  ['beneficiaries', BENEFICIARIES],
  ['registration', REGISTRATIONS],
  ['auction', AUCTIONS],
])('%s: who may', (__of, rows) => {
  test.each(named(rows))('%s', async (__name, route, arrange, codes) => {
    expect(byName(WHO, await codesOf(route, arrange))).toEqual(byName(WHO, codes));
  });
});

test('no operation on companies, and none that members have on auctions, is missing here', () =>
  expectAllServed(
    w,
    /\/(accounts|invitations)\b|^\/seller\/|^\/user\/auctions\/(\{|bid-history)/,
    [...COMPANY, ...BENEFICIARIES, ...REGISTRATIONS, ...AUCTIONS].map(([route]) => route),
  ));

test('a colleague of who bids sees the same, bids included, and bids not', async () => {
  const { auction } = await withBid('owner');
  const params = { id: auction.auctionId };
  const seen = await w.call(people.trader, getAuctionAsUser, { params });
  expect(seen.data).toMatchObject({ relation: 'bidder', own: { userId: people.owner.userId, hasBid: true } });
  expect((await w.call(people.trader, listOwnBids, { params })).data).toHaveLength(1);
  const refused = await w.call(people.trader, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  expect(refused.code).toBe('bids_through_colleague');
});

test('bids of who became a viewer, and of a company that was blacklisted, stay', async () => {
  const { auction } = await withBid('viewer');
  const own = async () => (await w.call(people.viewer, listOwnBids, { params: { id: auction.auctionId } })).data.length;
  expect(await own()).toBe(1);
  await w.call(people.admin, blacklistAccount, { params: { id: accountId }, body: { remarkContent: 'x' } });
  expect(await own()).toBe(1);
});
