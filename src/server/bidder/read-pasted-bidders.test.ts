import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBidders, listBidders, readPastedBidders } from '#contract/bidder/bidder.ts';
import { insertAuction, moveToAccount } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;
let auctionId: string;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
  ({ auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    bidders: [{ person: bo }],
  }));
});
afterAll(() => w.end());

const read = async (text: string) => {
  const { data } = await w.call(admin, readPastedBidders, { params: { id: auctionId }, body: { text } });
  return data;
};
const findings = async (text: string) => (await read(text)).map(({ finding }) => finding);
const changeAccount = (change: object) =>
  w.database.db.updateTable('account').set(change).where('id', '=', anna.accountId).execute();

test('finds a person by username, email address, company in either language, and registration number', async () => {
  await changeAccount({
    company_name: '深圳 Co., Ltd.',
    english_company_name: 'Shenzhen Co., Ltd.',
    registration_number: '20 230-B',
  });
  const names = [
    anna.username.toUpperCase(),
    `${anna.username}@example.test`,
    '深圳 Co., Ltd.',
    'shenzhen co., ltd., 70',
  ];
  const lines = await read([...names, '20230b\t5,000'].join('\n'));
  expect(lines.map(({ finding }) => finding)).toEqual(Array.from({ length: 5 }, () => 'found'));
  expect(lines.map(({ maxQuantity }) => maxQuantity)).toEqual([null, null, null, 70, 5_000]);
  const candidate = { userId: anna.userId, username: anna.username, accountId: anna.accountId };
  expect(lines[4]).toMatchObject({ text: '20230b\t5,000', candidates: [candidate] });
});

test('explains for each line why its name cannot be added, and adds nobody', async () => {
  const [blocked, looker] = [await w.signedIn(), await w.signedIn()];
  const { db } = w.database;
  await db.updateTable('account').set({ status: 'Blacklisted' }).where('id', '=', blocked.accountId).execute();
  await moveToAccount(db, looker, { accountId: looker.accountId, role: 'viewer' });
  const names = ['nobody at all', bo.username, owner.username, blocked.username, looker.username, admin.username];
  expect(await findings(names.join(';'))).toEqual([
    'unknown',
    'bidder_exists',
    'bidder_is_owner',
    'account_blacklisted',
    'viewer_cannot_act',
    'unknown',
  ]);
  expect((await w.call(admin, listBidders, { params: { id: auctionId } })).data.total).toBe(1);
});

test('a company with two traders is ambiguous until one of them is selected', async () => {
  const [cai, dee] = [await w.signedIn(), await w.signedIn()];
  await moveToAccount(w.database.db, dee, { accountId: cai.accountId, role: 'trader' });
  const [line] = await read(`Company of ${cai.username}`);
  expect(line?.finding).toBe('ambiguous');
  expect(line?.candidates.map(({ username }) => username).toSorted()).toEqual([cai.username, dee.username].toSorted());
  const buyers = [{ userId: dee.userId, accountId: cai.accountId, maxQuantity: 9 }];
  await w.call(admin, addBidders, { params: { id: auctionId }, body: { buyers } });
  expect(await findings(`Company of ${cai.username}\n${cai.username}`)).toEqual(['bidder_exists', 'bidder_exists']);
});

test('rejects more names than can be added together', async () => {
  const text = Array.from({ length: 501 }, (_, index) => `nobody${index}`).join('\n');
  const refused = await w.call(admin, readPastedBidders, { params: { id: auctionId }, body: { text } });
  expect([refused.code, refused.params]).toEqual(['list_too_long', { maximum: 500 }]);
});
