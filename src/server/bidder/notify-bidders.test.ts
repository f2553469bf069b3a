import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications, notifyBidders } from '#contract/notification.ts';
import { insertAuction, type AuctionWish } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

const anAuction = async (wish: Partial<AuctionWish> = {}) => {
  const bidders = [{ person: anna }, { person: bo }];
  const made = { ownerAccountId: owner.accountId, createdBy: admin.userId, startsIn: 600, bidders, ...wish };
  return { params: { id: (await insertAuction(w.database.db, made)).auctionId } };
};

const mailsAbout = async (id: string) => {
  const { rows } = await sql<{ recipient: string; subject: string; useful_until: Date }>`
    select recipient, subject, useful_until from outbox where body like ${`%/auction/${id}`} order by recipient`.execute(
    w.database.db,
  );
  return rows;
};

test('every bidder gets one mail in both languages, of use until the end; who sent it stays readable', async () => {
  const at = await anAuction();
  expect((await w.call(admin, listNotifications, at)).data).toEqual({ recipientCount: 2, sent: [] });
  const sent = await w.call(admin, notifyBidders, at);
  expect(sent.data).toMatchObject({ recipientCount: 2, sentBy: admin.username });
  const mails = await mailsAbout(at.params.id);
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    [anna, bo].map(({ username }) => `${username}@example.test`).toSorted(),
  );
  expect(mails[0]?.subject).toMatch(/^Starting soon: .* \/ 即将开始：/);
  expect(mails[0]?.useful_until.getTime()).toBeGreaterThan(Date.now());
  expect((await w.call(admin, listNotifications, at)).data.sent).toEqual([sent.data]);
});

test('a repeat of the same key sends nothing more', async () => {
  const [at, key] = [await anAuction({ startsIn: -60 }), randomUUID()];
  const answers = await Promise.all([1, 2].map(() => w.call(admin, notifyBidders, { ...at, key })));
  expect(answers[0]?.data).toEqual(answers[1]?.data);
  const mails = await mailsAbout(at.params.id);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.subject).toMatch(/^Live now: /);
});

test('who may not bid is left out, and where nobody is left nothing is sent', async () => {
  const barred = await w.signedIn();
  const { db } = w.database;
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
  const some = await anAuction({ bidders: [{ person: anna }, { person: barred }] });
  expect((await w.call(admin, notifyBidders, some)).data.recipientCount).toBe(1);
  const none = await anAuction({ bidders: [{ person: barred }] });
  expect((await w.call(admin, notifyBidders, none)).code).toBe('auction_has_no_bidders');
});

test('an auction that has ended, one without items and one that is not there are refused', async () => {
  const codeFor = async (wish: Partial<AuctionWish>) =>
    (await w.call(admin, notifyBidders, await anAuction(wish))).code;
  expect(await codeFor({ startsIn: -60, endsIn: -30 })).toBe('auction_has_ended');
  expect(await codeFor({ items: [] })).toBe('auction_has_no_items');
  expect((await w.call(admin, notifyBidders, { params: { id: randomUUID() } })).code).toBe('not_found');
});
