import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  blacklistAccount,
  exportAccounts,
  getAccount,
  getMaxBidQuantity,
  getOwnAccount,
  listAccountChanges,
  listAccounts,
  reinstateAccount,
  updateAccount,
  updateMaxBidQuantity,
  updateOwnAccount,
} from '#contract/company/company.ts';
import { getResultAsUser } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  w = await world();
  [admin, other] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn({ role: 'Admin' })]);
});
afterAll(() => w.end());

const at = (accountId: string) => ({ params: { id: accountId } });

async function aMember(fields: Parameters<typeof aCompany>[0] = {}): Promise<SignedIn> {
  const member = await w.signedIn();
  const body = { ...aCompany({ companyName: `Company of ${member.username}`, ...fields }), version: 1 };
  expect((await w.call(admin, updateAccount, { ...at(member.accountId), body })).code).toBe('Success');
  return member;
}

const changesOf = async ({ accountId }: SignedIn, query = '') =>
  (await w.call(admin, listAccountChanges, { ...at(accountId), query })).data;

const mailsTo = async ({ username }: SignedIn) =>
  w.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', `${username}@example.test`)
    .orderBy('created_at')
    .execute();

test('finds accounts by name, number, country, business type and status, page by page', async () => {
  const utility = await aMember({ registrationNumber: 'UT-777 1', businessType: 'Utility', companyName: 'Zeta_100%' });
  await aMember({ country: 'VN', province: 'VN-HN', businessType: 'Utility' });
  const find = async (query: string) =>
    (await w.call(admin, listAccounts, { query })).data.items.map(({ id }) => id === utility.accountId);
  expect(await find('?search=ut-777')).toEqual([true]);
  expect(await find('?search=_100%25')).toEqual([true]);
  expect(await find('?businessType=Utility&country=MY')).toEqual([true]);
  expect(await find('?businessType=Utility&country=MY&status=Blacklisted')).toEqual([]);
  const { items, total } = (await w.call(admin, listAccounts, { query: '?limit=1&currentPage=2' })).data;
  expect([items.length, total > 1]).toEqual([1, true]);
  expect(await find('?businessType=Baker')).toEqual([]);
  expect((await w.call(admin, listAccounts, { query: '?country=Malaysia' })).code).toBe('invalid_request');
});

test('exports the filtered list, in the language and at the local time of the caller', async () => {
  const { accountId } = await aMember({ registrationNumber: 'EXP-1', picName: '=HYPERLINK("x")' });
  const ask = async (query: string, language: string) => {
    const headers = { 'accept-language': language, 'accept-timezone': 'Asia/Shanghai' };
    const authorization = `Bearer ${admin.token}`;
    return w.app.inject({
      url: `/auction-api${exportAccounts.path}${query}`,
      headers: { ...headers, authorization },
    });
  };
  const csv = await ask('?search=EXP-1', 'zh');
  const [headings = '', line = '', ...rest] = csv.body.split('\r\n');
  expect(rest).toEqual(['']);
  expect(headings).toContain('入驻时间 (Asia/Shanghai)');
  expect(line).toContain('EXP-1');
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
  expect(csv.body).not.toContain(accountId);
  const xlsx = await ask('?search=EXP-1&format=xlsx', 'en');
  expect([xlsx.statusCode, xlsx.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
});

test('an administrator with an older version of a company learns who was faster, and overwrites nothing', async () => {
  const { accountId, username } = await aMember();
  const seen = (await w.call(admin, getAccount, at(accountId))).data;
  expect(seen.members).toEqual([{ userId: expect.any(String), username, email: expect.any(String), role: 'owner' }]);
  const edit = (who: SignedIn, picName: string, version: number) =>
    w.call(who, updateAccount, { ...at(accountId), body: { ...aCompany({ picName }), version } });
  const first = await edit(admin, 'Nur', seen.version);
  expect(first.data).toMatchObject({ picName: 'Nur', version: seen.version + 1 });
  const late = await edit(other, 'Aisyah', seen.version);
  expect([late.status, late.code, late.params]).toEqual([409, 'account_changed', { username: admin.username }]);
  expect((await w.call(admin, getAccount, at(accountId))).data).toEqual(first.data);
});

test('rejects all wrong fields together, each beside its field, and changes nothing', async () => {
  const { accountId } = await aMember();
  const before = (await w.call(admin, getAccount, at(accountId))).data;
  const body = {
    ...aCompany({ companyName: '', englishCompanyName: 'X', country: 'FR', picEmail: 'x', contactNumber: '+60 3' }),
    version: 2,
  };
  const refused = await w.call(admin, updateAccount, { ...at(accountId), body });
  expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([
    422,
    ['companyName', 'country', 'picEmail', 'contactNumber'],
  ]);
  expect((await w.call(admin, getAccount, at(accountId))).data).toEqual(before);
});

test('an edit without changes leaves no entry; every other one names who, when and what', async () => {
  const member = await aMember({ picName: 'Before' });
  const { companyName: _, registrationNumber: __, country: ___, ...own } = aCompany({ picName: 'After' });
  const change = { ...at(member.accountId), body: { ...own, version: 2 } };
  expect((await w.call(member, updateOwnAccount, change)).data).toMatchObject({ picName: 'After', version: 3 });
  expect((await w.call(member, updateOwnAccount, change)).code).toBe('account_changed');
  const again = { ...change, body: { ...change.body, version: 3 } };
  expect((await w.call(member, updateOwnAccount, again)).data.version).toBe(3);
  const { items, total } = await changesOf(member);
  expect(total).toBe(2);
  expect(items[0]).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    username: member.username,
    kind: 'edited',
    remark: '',
    changes: [{ field: 'picName', before: 'Before', after: 'After' }],
  });
  expect((await changesOf(member, '?limit=1&currentPage=2')).items.map(({ username }) => username)).toEqual([
    admin.username,
  ]);
});

test('members who are not owners have no permission to update, and in variant GLOBAL nobody has it', async () => {
  const member = await aMember();
  const { companyName: _, registrationNumber: __, country: ___, ...own } = aCompany();
  const change = { ...at(member.accountId), body: { ...own, version: 2 } };
  const { db } = w.database;
  for (const role of ['trader', 'viewer'] as const) {
    await db.updateTable('account_member').set({ role }).where('user_id', '=', member.userId).execute();
    expect((await w.call(member, updateOwnAccount, change)).code).toBe('no_permission_to_update');
  }
  const global = await worldOn(w.database, w.url, { VARIANT: 'GLOBAL' });
  expect((await global.call(member, updateOwnAccount, change)).code).toBe('feature_disabled');
  expect((await global.call(member, getOwnAccount, at(member.accountId))).code).toBe('Success');
  await global.close();
});

test('a company cannot change what an administrator approved', async () => {
  const member = await aMember();
  const body = { ...aCompany({ companyName: 'Something else' }), version: 2 };
  expect((await w.call(member, updateOwnAccount, { ...at(member.accountId), body })).code).toBe('field_read_only');
  expect((await w.call(member, getOwnAccount, at(member.accountId))).data.companyName).not.toBe('Something else');
});

test('two companies may have one number, and an administrator sees it', async () => {
  const [one, two] = [await aMember({ registrationNumber: 'SAME-1' }), await aMember({ registrationNumber: 'same 1' })];
  const { sameNumber } = (await w.call(admin, getAccount, at(one.accountId))).data;
  expect(sameNumber).toMatchObject([{ kind: 'account', id: two.accountId, status: 'Active' }]);
  // Accounts that are older than company registration have no number.
  const [none] = [await w.signedIn(), await w.signedIn()];
  expect((await w.call(admin, getAccount, at(none.accountId))).data.sameNumber).toEqual([]);
});

test('the maximum bid quantity is a whole number within the limits, or empty', async () => {
  const { accountId } = await aMember();
  const put = (maxBidQuantity: number | null) =>
    w.call(admin, updateMaxBidQuantity, { ...at(accountId), body: { maxBidQuantity } });
  expect((await put(0.5)).fields).toMatchObject({ maxBidQuantity: { code: 'quantity_must_be_integer' } });
  expect((await put(100_000_001)).code).toBe('quantity_out_of_range');
  expect((await put(500)).data).toEqual({ maxBidQuantity: 500 });
  expect((await w.call(admin, getMaxBidQuantity, at(accountId))).data).toEqual({ maxBidQuantity: 500 });
  await put(500);
  await put(null);
  const { items } = (await w.call(admin, listAccountChanges, at(accountId))).data;
  expect(items.filter(({ kind }) => kind === 'max_bid_quantity').map(({ changes }) => changes)).toEqual([
    [{ field: 'maxBidQuantity', before: '500', after: '' }],
    [{ field: 'maxBidQuantity', before: '', after: '500' }],
  ]);
});

test('a new maximum applies immediately if the auction sets none, and a new name is shown', async () => {
  const member = await aMember();
  const [seller, bidder] = [await w.signedIn(), member];
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId };
  const auction = await insertAuction(w.database.db, { ...wish, bidders: [{ person: bidder }] });
  const params = { id: auction.auctionId };
  const bid = (quantity: number) => {
    const body = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity, bidderPartialFulfillment: true };
    return w.call(bidder, placeBid, { params, body });
  };
  expect((await bid(100)).code).toBe('Success');
  await w.call(admin, updateMaxBidQuantity, { ...at(member.accountId), body: { maxBidQuantity: 150 } });
  const refused = await bid(100);
  expect([refused.code, refused.params?.['maximum']]).toEqual(['total_bid_quantity_exceeds_max', 150]);
  expect((await bid(50)).code).toBe('Success');
  await moveAuction(w.database.db, auction.auctionId, -60, -30);
  // Renames once before and once after the closing. Reading the result closes the auction if it is not closed yet.
  for (const [version, companyName] of [
    [2, 'Renamed Solar'],
    [3, 'Renamed Again'],
  ] as const) {
    const body = { ...aCompany({ companyName }), version };
    expect((await w.call(admin, updateAccount, { ...at(member.accountId), body })).code).toBe('Success');
    const { data } = await w.call(seller, getResultAsUser, { params });
    expect(data.items[0]?.rows.map((row) => row.companyName)).toEqual([companyName, companyName]);
  }
});

test('blacklisting and reinstating need a remark, happen once, and notify the owners with the reason', async () => {
  const member = await aMember();
  const put = (route: typeof blacklistAccount, remarkContent: string, who = admin) =>
    w.call(who, route, { ...at(member.accountId), body: { remarkContent } });
  expect((await put(blacklistAccount, ' \n ')).fields).toMatchObject({ remarkContent: { code: 'field_required' } });
  expect((await put(blacklistAccount, 'x'.repeat(2_001))).code).toBe('less_than_maximum_character');
  expect((await put(blacklistAccount, 'Unpaid fees')).data.status).toBe('Blacklisted');
  const late = await put(blacklistAccount, 'Me too', other);
  expect([late.code, late.params]).toEqual(['account_changed', { username: admin.username }]);
  expect((await put(reinstateAccount, 'Paid', other)).data.status).toBe('Active');
  expect((await put(reinstateAccount, 'Paid')).params).toEqual({ username: other.username });
  const { items } = await changesOf(member);
  expect(items.slice(0, 2).map(({ kind, remark, username }) => [kind, remark, username])).toEqual([
    ['reinstated', 'Paid', other.username],
    ['blacklisted', 'Unpaid fees', admin.username],
  ]);
  const mails = await mailsTo(member);
  expect(mails.map(({ body }) => body.split('\n\n').at(-1))).toEqual(['Unpaid fees', 'Paid']);
});

test('a missing account answers the same everywhere', async () => {
  const id = randomUUID();
  const answers = await Promise.all([
    w.call(admin, getAccount, at(id)),
    w.call(admin, getMaxBidQuantity, at(id)),
    w.call(admin, listAccountChanges, at(id)),
    w.call(admin, updateAccount, { ...at(id), body: { ...aCompany(), version: 1 } }),
    w.call(admin, updateMaxBidQuantity, { ...at(id), body: { maxBidQuantity: 1 } }),
    w.call(admin, blacklistAccount, { ...at(id), body: { remarkContent: 'x' } }),
    w.call(other, reinstateAccount, { ...at(id), body: { remarkContent: 'x' } }),
  ]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});
