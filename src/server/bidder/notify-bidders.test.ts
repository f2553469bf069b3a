import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotifications, notifyBidders } from '#contract/bidder/notification.ts';
import { getProfile } from '#contract/identity/identity.ts';
import { insertAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

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

const anAuction = async (wish: Partial<AuctionOptions> = {}) => {
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

test('every bidder gets one email in both languages, valid until the end; its sender stays recorded', async () => {
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

test('an email greets its reader, and shows local times, the companies and the items', async () => {
  const chen = await w.signedIn();
  const { db } = w.database;
  const english = 'Yunnan Lanjiang Hydropower Co., Ltd.';
  const names = { company_name: '云南澜江水电有限公司', english_company_name: english };
  await db.updateTable('account').set(names).where('id', '=', chen.accountId).execute();
  await w.call(chen, getProfile, { headers: { 'accept-timezone': 'Asia/Kuala_Lumpur' } });
  // A call without a time zone leaves the stored one unchanged.
  await w.call(chen, getProfile);
  const at = await anAuction({ bidders: [{ person: chen }, { person: anna }] });
  const [start, end] = [new Date('2099-11-26T02:00:00Z'), new Date('2099-11-26T03:00:00Z')];
  const times = { start_time: start, end_time: end, auction_end_time: end };
  await db.updateTable('auction').set(times).where('id', '=', at.params.id).execute();
  await w.call(admin, notifyBidders, at);
  const { rows } = await sql<{ recipient: string; body: string }>`
    select recipient, body from outbox where body like ${`%/auction/${at.params.id}`}`.execute(db);
  const bodyTo = ({ username }: SignedIn) =>
    rows.find(({ recipient }) => recipient === `${username}@example.test`)?.body ?? '';
  expect(bodyTo(chen)).toMatch(new RegExp(`^Hello ${chen.username},\n\n`));
  expect(bodyTo(chen)).toContain(`\n\n${chen.username}，您好：\n\n`);
  expect(bodyTo(chen)).toContain('Nov 26, 2099 - 10:00:00 (GMT+8)');
  expect(bodyTo(chen)).toContain(`Your company: ${english}\nItems: MY.Hydro.2020`);
  expect(bodyTo(chen)).toContain(`贵公司：${names.company_name}`);
  expect(bodyTo(anna)).toContain('Nov 26, 2099 - 02:00:00 (GMT)');
  expect(bodyTo(anna)).not.toContain(english);
});

test('a repeat of the same key sends nothing more', async () => {
  const [at, key] = [await anAuction({ startsIn: -60 }), randomUUID()];
  const answers = await Promise.all([1, 2].map(() => w.call(admin, notifyBidders, { ...at, key })));
  expect(answers[0]?.data).toEqual(answers[1]?.data);
  const mails = await mailsAbout(at.params.id);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.subject).toMatch(/^Live now: /);
});

test('leaves out bidders that may not bid, and sends nothing if none is left', async () => {
  const barred = await w.signedIn();
  const { db } = w.database;
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', barred.accountId).execute();
  const some = await anAuction({ bidders: [{ person: anna }, { person: barred }] });
  expect((await w.call(admin, notifyBidders, some)).data.recipientCount).toBe(1);
  const none = await anAuction({ bidders: [{ person: barred }] });
  expect((await w.call(admin, notifyBidders, none)).code).toBe('auction_has_no_bidders');
});

test('rejects an auction that has ended, has no items, or does not exist', async () => {
  const codeFor = async (wish: Partial<AuctionOptions>) =>
    (await w.call(admin, notifyBidders, await anAuction(wish))).code;
  expect(await codeFor({ startsIn: -60, endsIn: -30 })).toBe('auction_has_ended');
  expect(await codeFor({ items: [] })).toBe('auction_has_no_items');
  expect((await w.call(admin, notifyBidders, { params: { id: randomUUID() } })).code).toBe('not_found');
});
