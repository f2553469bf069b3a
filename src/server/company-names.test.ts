import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getAuctionAsUser } from '#contract/auction/auction.ts';
import { getAuditLine, listAuditLines } from '#contract/audit.ts';
import { exportWonBidsAsAdmin, getResultAsAdmin } from '#contract/award/award.ts';
import {
  exportBidders,
  listBidderCandidates,
  listBidders,
  readPastedBidders,
  removeBidder,
} from '#contract/bidder/bidder.ts';
import {
  exportHistoryAsAdmin,
  listHistoryAsAdmin,
  placeBidOnBehalf,
  placeInitialBids,
} from '#contract/bidding/bidding.ts';
import { approveBuyOrder, exportBuyOrdersAsAdmin, listBuyOrdersAsAdmin } from '#contract/marketplace/buy-order.ts';
import { listBuyOrderHistoryAsAdmin } from '#contract/marketplace/buy-order-history.ts';
import { findInvitation, getAccount, inviteMember, listAccounts } from '#contract/company/company.ts';
import { exportHoldingsAsAdmin, listHoldingsAsAdmin, listHoldingsAsUser } from '#contract/holding/holding.ts';
import { getProfile } from '#contract/identity/identity.ts';
import { getSellOrderAsUser, placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { getPersonalData } from '#contract/personal-data.ts';
import { listRelatedBidders } from '#contract/bidder/related-bidder.ts';
import { exportSellOrders } from '#contract/marketplace/sell-order.ts';
import {
  listBuyerCandidates,
  listSellOrderBuyers,
  readPastedBuyers,
  updateSellOrderBuyers,
} from '#contract/marketplace/sell-order-buyer.ts';
import type { ReplyOf, Route } from '#contract/basics/route.ts';
import { retireHolding, listRetirementsAsAdmin } from '#contract/holding/retirement.ts';
import { BASE_LANGUAGES, type Language } from '#domain/basics/language.ts';
import { adminsIn, presentSnapshot } from '#server/room/present-room.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { offerAt } from '#testing/builders/offers.ts';
import { readMails } from '#testing/readers/read-outbox.ts';
import { insertAuction, moveAuctionAndTell, type TestAuction } from '#testing/builders/records.ts';
import { world, type CallInput, type SignedIn, type World } from '#testing/world/world.ts';

const OWN = '深圳市华辰电子有限公司';
const ENGLISH = 'Huachen Electronics';
const CSV = '?format=csv';
const FOUND = '?search=Huachen';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let bidder: SignedIn;
let rival: SignedIn;
let guest: SignedIn;
let sold: TestAuction;
let coming: TestAuction;
let sellOrderId: string;
let auditLineId: string;
let invitation: string;

/**
 * Gives all companies the same two names, `OWN` and `ENGLISH`. A reply in the wrong language then contains the wrong
 * name.
 */
const nameAll = () =>
  w.database.db
    .updateTable('account')
    .set({ company_name: OWN, english_company_name: ENGLISH, registration_number: '1234' })
    .execute();

const done = async (answer: Promise<{ code: string }>) => expect((await answer).code).toBe('Success');

async function buy(): Promise<void> {
  ({ id: sellOrderId } = await makeSellOrder(w, admin, { seller: owner }));
  const params = { id: sellOrderId };
  await done(w.call(admin, updateSellOrderBuyers, { params, body: { accountIds: [bidder.accountId] } }));
  auditLineId = (await w.call(admin, listAuditLines, { query: `?search=${sellOrderId}` })).data.items[0]?.id ?? '';
  const body = { accountId: bidder.accountId, quantity: 10, beneficiary: null, reviewed: null };
  const placed = await w.call(bidder, placeBuyOrder, { params, body });
  await done(w.call(admin, approveBuyOrder, { params: { id: placed.data.id }, body: { remarkContent: 'as agreed' } }));
}

async function bid(): Promise<void> {
  const { db } = w.database;
  const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, startsIn: 600, endsIn: 900 };
  const bidders = [{ person: bidder }, { person: rival }];
  [sold, coming] = [await insertAuction(db, { ...wish, bidders }), await insertAuction(db, { ...wish, bidders })];
  for (const auction of [sold, coming])
    await done(
      w.call(bidder, placeInitialBids, { params: { id: auction.auctionId }, body: { bids: [offerAt(auction, 7)] } }),
    );
  await moveAuctionAndTell(db, sold.auctionId, { startsIn: -60, endsIn: -30 });
  const params = { id: sold.auctionId };
  await vi.waitFor(() => done(w.call(admin, getResultAsAdmin, { params })), { timeout: 5_000 });
}

beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
  [owner, bidder, rival, guest] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn(), w.signedIn()]);
  await nameAll();
  await buy();
  await bid();
  const email = `${guest.username}@example.test`;
  const params = { id: bidder.accountId };
  await done(w.call(bidder, inviteMember, { params, body: { email, role: 'trader' } }));
  const [mail] = await readMails(w.database.db, email);
  invitation = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
});
afterAll(() => w.end());

const namesIn = (text: string): string[] => [OWN, ENGLISH].filter((name) => text.includes(name));

type Read = (language: Language) => Promise<unknown>;

/**
 * Returns a function that calls `route` in a language. This function returns the reply, or the part that `part`
 * selects. If the reply is a file, it returns the text of the file.
 */
const reply =
  <R extends Route>(
    who: () => SignedIn,
    route: R,
    input: () => CallInput<R> = () => ({}),
    part: (data: ReplyOf<R>) => unknown = (data) => data,
  ): Read =>
  async (language) => {
    const headers = { 'accept-language': language };
    const { code, data, text } = await w.call(who(), route, { ...input(), headers });
    expect(code).toBe('Success');
    return data === undefined ? text : part(data);
  };

const asAdmin = () => admin;
const asBidder = () => bidder;
const inSold = () => ({ params: { id: sold.auctionId } });
const inComing = () => ({ params: { id: coming.auctionId } });
const inSellOrder = () => ({ params: { id: sellOrderId } });

async function readRoom(language: Language) {
  const reader = { audience: adminsIn(language), bidderId: null };
  return w.parts.rooms.read(coming.auctionId, (state) => presentSnapshot(state, reader, Date.now()));
}

const onBehalf = () => ({
  ...inComing(),
  body: { ...offerAt(coming, 8), bidderId: coming.bidderIds[1] ?? '', reason: 'asked by phone' },
});

/** Calls whose replies contain one name per company: the name in the reader's language. */
const ONE_NAME: readonly [string, Read][] = [
  ['bidders', reply(asAdmin, listBidders, inSold)],
  ['the export of bidders', reply(asAdmin, exportBidders, () => ({ ...inSold(), query: CSV }))],
  ['candidates for bidders', reply(asAdmin, listBidderCandidates, () => ({ ...inComing(), query: FOUND }))],
  ['pasted bidders', reply(asAdmin, readPastedBidders, () => ({ ...inComing(), body: { text: guest.username } }))],
  ['related bidders', reply(asAdmin, listRelatedBidders, inComing)],
  ['bids that an edit cancels', refusal],
  ['a room', readRoom],
  ['a bid on behalf of a bidder', reply(asAdmin, placeBidOnBehalf, onBehalf)],
  ['the history', reply(asAdmin, listHistoryAsAdmin, inSold)],
  [
    'the history searched by an English name',
    reply(asAdmin, listHistoryAsAdmin, () => ({ ...inSold(), query: FOUND })),
  ],
  ['the export of the history', reply(asAdmin, exportHistoryAsAdmin, () => ({ ...inSold(), query: CSV }))],
  ['the result', reply(asAdmin, getResultAsAdmin, inSold, ({ items }) => items)],
  ['the export of won bids', reply(asAdmin, exportWonBidsAsAdmin, () => ({ ...inSold(), query: CSV }))],
  ['holdings', reply(asAdmin, listHoldingsAsAdmin, () => ({ query: FOUND }))],
  ['the export of holdings', reply(asAdmin, exportHoldingsAsAdmin, () => ({ query: CSV }))],
  ['purchases', reply(asAdmin, listBuyOrderHistoryAsAdmin)],
  ['the export of sell orders', reply(asAdmin, exportSellOrders, () => ({ query: CSV }))],
  ['the export of buy orders', reply(asAdmin, exportBuyOrdersAsAdmin, () => ({ query: `${CSV}&search=Huachen` }))],
  ['companies that may buy', reply(asBidder, getSellOrderAsUser, inSellOrder, ({ buyers }) => buyers)],
  ['buyers', reply(asAdmin, listSellOrderBuyers, inSellOrder)],
  ['candidates for buyers', reply(asAdmin, listBuyerCandidates, inSellOrder)],
  ['pasted buyers', reply(asAdmin, readPastedBuyers, () => ({ ...inSellOrder(), body: { text: guest.username } }))],
  [
    'an invitation',
    reply(
      () => guest,
      findInvitation,
      () => ({ body: { token: invitation } }),
    ),
  ],
  ['companies with the same number', reply(asAdmin, getAccount, ofBidder, ({ sameNumber }) => sameNumber)],
  ['obstacles to an erasure', reply(asBidder, getPersonalData)],
  ['names in an entry of the audit trail', reply(asAdmin, getAuditLine, () => ({ params: { id: auditLineId } }))],
];

function ofBidder() {
  return { params: { id: bidder.accountId } };
}

async function refusal(language: Language) {
  const params = { id: coming.auctionId, bidderId: coming.bidderIds[0] ?? '' };
  const headers = { 'accept-language': language };
  const { code, details } = await w.call(admin, removeBidder, { params, headers });
  expect(code).toBe('bids_would_be_cancelled');
  return details;
}

describe('a reply names a company in its reader’s language:', () => {
  test.each(ONE_NAME)('%s', async (_, read) => {
    for (const language of BASE_LANGUAGES)
      expect(namesIn(JSON.stringify(await read(language)))).toEqual([language === 'en' ? ENGLISH : OWN]);
  });
});

/** Calls whose replies contain both names of a company. The browser selects one of them. */
const BOTH_NAMES: readonly [string, Read][] = [
  ['own companies', reply(asBidder, getProfile)],
  ['one’s own part in an auction', reply(asBidder, getAuctionAsUser, inSold, ({ own }) => own)],
  ['the owner', reply(asBidder, getAuctionAsUser, inSold, ({ sellerInformation }) => sellerInformation)],
  ['accounts', reply(asAdmin, listAccounts)],
  ['buy orders', reply(asAdmin, listBuyOrdersAsAdmin, () => ({ query: FOUND }))],
];

test.each(BOTH_NAMES)('a reply has both names of a company: %s', async (_, read) => {
  for (const language of BASE_LANGUAGES) expect(namesIn(JSON.stringify(await read(language)))).toEqual([OWN, ENGLISH]);
});

test('emails name a company in each of their languages', async () => {
  const mails = await readMails(w.database.db, `${owner.username}@`);
  const ofOrder = mails.filter(({ body }) => body.includes('/marketplace/sell-order/'));
  expect(ofOrder.map(({ body }) => namesIn(body))).toEqual([
    [OWN, ENGLISH],
    [OWN, ENGLISH],
  ]);
});

test('a retirement keeps the name under which its holder was registered', async () => {
  const { data } = await w.call(bidder, listHoldingsAsUser);
  const params = { id: data.items[0]?.id ?? '' };
  await done(w.call(bidder, retireHolding, { params, body: { quantity: 1, beneficiary: { choice: 'own' } } }));
  const listed = await reply(asAdmin, listRetirementsAsAdmin)('en');
  expect(namesIn(JSON.stringify(listed))).toEqual([OWN]);
});
