import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestAddItems, returnRequest, sendRequestAgain } from '#contract/auction/change-request.ts';
import { actOnRegistration, registerCompany } from '#contract/company/registration.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { listNotices, updateNoticeSettings, type Notice } from '#contract/notice.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let colleague: SignedIn;
let owner: SignedIn;
let buyer: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  [admin, colleague] = [await w.signedIn({ role: 'Admin' }), await w.signedIn({ role: 'Admin' })];
  [owner, buyer] = [await w.signedIn(), await w.signedIn()];
});
afterAll(() => w.end());

/** Expects the same notices for both administrators, and returns them. */
async function waiting(kind: Notice['kind']): Promise<unknown[]> {
  const of = async (who: SignedIn) =>
    (await w.call(who, listNotices)).data.items.flatMap((notice) =>
      notice.kind === kind ? [{ ...notice.waiting, isRead: notice.isRead, auction: notice.auction }] : [],
    );
  const [own, others] = [await of(admin), await of(colleague)];
  expect(others).toEqual(own);
  return own;
}

const mailsAbout = async (words: string) => {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox where subject like ${`%${words}%`} order by created_at`.execute(w.database.db);
  return rows.map(({ recipient }) => recipient);
};

test('a registration notifies until someone starts its review; an email goes to administrators who want one', async () => {
  await w.call(colleague, updateNoticeSettings, {
    body: { choices: [{ kind: 'registrationWaits', channels: ['page'] }], endingMinutes: [] },
  });
  const founder = await w.signedIn();
  await w.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  const body = aCompany({ companyName: '雨林太阳能', englishCompanyName: 'Rimba Solar' });
  const { data } = await w.call(founder, registerCompany, { body });
  const about = { id: data.id, title: 'Rimba Solar', auction: null };
  expect(await waiting('registrationWaits')).toEqual([{ ...about, isRead: false }]);
  const mails = await mailsAbout('New registration');
  expect(mails).toEqual([`${admin.username}@example.test`]);
  expect((await w.call(founder, listNotices)).data.items).toEqual([]);
  await w.call(colleague, actOnRegistration, {
    params: { id: data.id, action: 'take-up' },
    body: { version: data.version, remarkContent: '' },
  });
  expect(await waiting('registrationWaits')).toEqual([{ ...about, isRead: true }]);
});

test('a buy order notifies until it is decided', async () => {
  const { id, order } = await makeSellOrder(w, admin, { seller: owner });
  const body = { accountId: buyer.accountId, quantity: order.minimumPurchaseQuantity, beneficiary: null };
  const placed = await w.call(buyer, placeBuyOrder, { params: { id }, body: { ...body, reviewed: null } });
  const about = { id: placed.data.id, title: order.title, auction: null };
  expect(await waiting('buyOrderWaits')).toEqual([{ ...about, isRead: false }]);
  const params = { id: placed.data.id };
  const approved = await w.call(admin, approveBuyOrder, { params, body: { remarkContent: 'Paid' } });
  expect(approved.code).toBe('Success');
  expect(await waiting('buyOrderWaits')).toEqual([{ ...about, isRead: true }]);
});

test('a change request notifies until it is returned, and again when resubmitted', async () => {
  const by = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  const { auctionId } = await insertAuction(w.database.db, { ...by, startsIn: 1_800 });
  const item = {
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
  const asked = await w.call(owner, requestAddItems, { body: { auctionId, version: null, items: [item] } });
  const about = { id: auctionId, title: 'Hydro and solar, Peninsular Malaysia', auction: null };
  expect(await waiting('changeRequestWaits')).toEqual([{ ...about, isRead: false }]);
  const returned = await w.call(admin, returnRequest, {
    params: { id: asked.data?.id ?? '' },
    body: { auctionId, message: 'Which wind park?' },
  });
  expect(await waiting('changeRequestWaits')).toEqual([{ ...about, isRead: true }]);
  const version = returned.data.version;
  expect((await w.call(owner, sendRequestAgain, { params: { id: auctionId }, body: { version } })).code).toBe(
    'Success',
  );
  expect(await waiting('changeRequestWaits')).toEqual([
    { ...about, isRead: false },
    { ...about, isRead: true },
  ]);
});
