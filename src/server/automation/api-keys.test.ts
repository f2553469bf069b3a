import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listApiKeyActs, listApiKeys, makeApiKey, revokeApiKey } from '#contract/company/api-key.ts';
import { listAuctionsAsUser, registerForAuction } from '#contract/auction/auction.ts';
import { listHistoryAsAdmin, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { blacklistAccount, getOwnAccount, listAccountChanges } from '#contract/company/company.ts';
import { listHoldingsAsUser } from '#contract/holding/holding.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import type { ApiKeyRole } from '#domain/automation/api-key.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { CALLS_BY_KEY_PER_MINUTE } from '#server/platform/http/request-limits.ts';
import { COMPANY_SCOPES, type CompanyScope } from '#domain/automation/scope.ts';
import { CALLS_OF_PROGRAMS } from '#server/automation/calls-of-programs.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { insertAuction, moveToAccount, type TestAuction } from '#testing/builders/records.ts';
import { readRoom } from '#testing/readers/room-reader.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let base: string;
let admin: SignedIn;
let owner: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  w = await world();
  base = await w.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await w.signedIn({ role: 'Admin' });
  seller = await w.signedIn();
});
afterAll(() => w.end());
beforeEach(async () => {
  owner = await w.signedIn();
});

const at = (more: object = {}) => ({ params: { id: owner.accountId, ...more } });

/** Creates a key. Returns it as a caller whose token is the key. */
async function aKey(role: ApiKeyRole = 'trader', who = owner): Promise<SignedIn & { readonly keyId: string }> {
  const body = { name: 'Night bids', role, days: 30 } as const;
  const { data } = await w.call(who, makeApiKey, { ...at(), body });
  return { ...owner, token: data.key, keyId: data.keys[0]?.id ?? '' };
}

const live = (wish: object = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person: owner }],
    ...wish,
  });

const bidOn = ({ itemIds }: TestAuction, price = 5) => ({
  auctionItemId: itemIds[0] ?? '',
  price,
  quantity: 10,
  bidderPartialFulfillment: true,
});

const stateOf = async ({ keyId }: { keyId: string }) =>
  (await w.call(owner, listApiKeys, at())).data.find(({ id }) => id === keyId)?.state;
const asked = async (key: SignedIn) => (await w.call(key, listOwnAccounts)).code;

test('shows a new key once to its owner, stores its hash, notifies the owners, and keeps its history', async () => {
  const key = await aKey();
  expect(key.token).toMatch(/^gl_[\w-]{43}$/);
  const listed = await w.call(owner, listApiKeys, at());
  expect(listed.data).toMatchObject([
    { name: 'Night bids', role: 'trader', hint: key.token.slice(0, 8), username: owner.username, state: 'works' },
  ]);
  const rows = await Promise.all(
    (['api_key', 'idempotent_request', 'account_change', 'outbox'] as const).map((table) =>
      w.database.db.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(JSON.stringify(rows)).not.toContain(key.token.slice(8));
  const [mail] = await w.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${owner.username}@example.test`)
    .execute();
  expect(mail?.body).toContain(`${owner.username} has created the API key “Night bids”`);
  const { items } = (await w.call(admin, listAccountChanges, at())).data;
  expect(items[0]).toMatchObject({
    kind: 'api_key_made',
    changes: [{ field: 'Night bids', after: `trader: ${COMPANY_SCOPES.join(', ')}` }],
  });
});

test('judges names, and limits the keys of a company', async () => {
  const body = { name: ' ', role: 'viewer', days: 90 } as const;
  expect((await w.call(owner, makeApiKey, { ...at(), body })).fields).toMatchObject({
    name: { code: 'field_required' },
  });
  await sql`
    insert into api_key (id, account_id, user_id, name, role, scopes, token_hash, hint, expires_at)
    select gen_random_uuid(), ${owner.accountId}, ${owner.userId}, 'x', 'viewer', '{auctions:read}', md5(n::text || ${owner.accountId}), 'gl_', now() + interval '1 day'
    from generate_series(1, 20) n`.execute(w.database.db);
  const more = await w.call(owner, makeApiKey, { ...at(), body: { ...body, name: 'one more' } });
  expect(more.code).toBe('too_many_api_keys');
});

test('a key bids for its own company only, and every act names the key', async () => {
  const key = await aKey();
  const auction = await live();
  const entered = await w.call(key, placeInitialBids, {
    params: { id: auction.auctionId },
    body: { bids: [bidOn(auction)] },
  });
  expect(entered.code).toBe('Success');
  const again = {
    params: { id: auction.auctionId },
    body: { ...bidOn(auction, 6), bidId: entered.data.bids[0]?.bidId },
  };
  expect((await w.call(owner, placeBid, again)).code).toBe('Success');
  const open = await live({ isPrivate: false, bidders: [], startsIn: 600 });
  const body = { accountId: owner.accountId, acceptedTermsVersion: AUCTION_TERMS_VERSION };
  expect((await w.call(key, registerForAuction, { params: { id: open.auctionId }, body })).code).toBe('Success');

  const history = await w.call(admin, listHistoryAsAdmin, { params: { id: auction.auctionId } });
  const ofBids = history.data.items.filter(({ kind }) => kind === 'placed' || kind === 'revised');
  expect(ofBids.map(({ kind, apiKey }) => [kind, apiKey])).toEqual([
    ['revised', null],
    ['placed', 'Night bids'],
  ]);
  const acts = await w.call(owner, listApiKeyActs, at({ keyId: key.keyId }));
  expect(acts.data.map(({ action, subject }) => [action, subject['id']])).toEqual([
    ['POST /user/auctions/{id}/registrations', open.auctionId],
    ['POST /user/auctions/{id}/initial-bids', auction.auctionId],
  ]);

  const other = await w.signedIn();
  await w.database.db
    .insertInto('account_member')
    .values({ account_id: other.accountId, user_id: owner.userId, role: 'owner' })
    .execute();
  const theirs = await live({ bidders: [{ person: other }] });
  const seen = async (who: SignedIn) => (await w.call(who, listAuctionsAsUser)).data.items.map(({ id }) => id);
  expect([(await seen(owner)).includes(theirs.auctionId), (await seen(key)).includes(theirs.auctionId)]).toEqual([
    true,
    false,
  ]);
  expect((await w.call(key, listOwnAccounts)).data.map(({ id }) => id)).toEqual([owner.accountId]);
});

test('a viewer’s key reads and does not bid, like the key of a member who became a viewer', async () => {
  const auction = await live();
  const call = async (key: SignedIn) =>
    (await w.call(key, placeInitialBids, { params: { id: auction.auctionId }, body: { bids: [bidOn(auction)] } })).code;
  expect(await call(await aKey('viewer'))).toBe('viewer_cannot_act');
  const trader = await aKey();
  await w.database.db
    .updateTable('account_member')
    .set({ role: 'viewer' })
    .where('user_id', '=', owner.userId)
    .execute();
  expect(await call(trader)).toBe('viewer_cannot_act');
  expect((await w.call(trader, listAuctionsAsUser)).code).toBe('Success');
});

test('a key makes only the calls of its scopes; left out, it has all scopes of companies', async () => {
  const all = (await w.call(owner, makeApiKey, { ...at(), body: { name: 'all', role: 'viewer', days: 30 } })).data;
  expect(all.keys[0]?.scopes).toEqual(COMPANY_SCOPES);
  const scopes: CompanyScope[] = ['auctions:read', 'holdings:write'];
  const made = await w.call(owner, makeApiKey, { ...at(), body: { name: 'some', role: 'trader', days: 30, scopes } });
  const key = { ...owner, token: made.data.key };
  expect((await w.call(key, listAuctionsAsUser)).code).toBe('Success');
  expect((await w.call(key, listOwnAccounts)).code).toBe('Success');
  const auction = await live();
  const bids = { params: { id: auction.auctionId }, body: { bids: [bidOn(auction)] } };
  const refused = await w.call(key, placeInitialBids, bids);
  expect([refused.status, refused.code, refused.params]).toEqual([403, 'scope_missing', { scope: 'auctions:write' }]);
  expect((await w.call(key, listHoldingsAsUser)).code).toBe('scope_missing');
  const body = { name: 'x', role: 'trader' as const, days: 30 as const, scopes: ['companies:read' as CompanyScope] };
  expect((await w.call(owner, makeApiKey, { ...at(), body })).fields).toHaveProperty(['scopes[0]']);
});

test('a key makes trading calls only, whatever its owner may do', async () => {
  const key = await aKey();
  const paths = await readPaths<{ 'x-access': string; 'x-api-key'?: true }>(w);
  const open = new Set([...CALLS_OF_PROGRAMS.keys()].map(({ method, path }) => `${method} ${path}`));
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, said] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      if (said['x-api-key'] !== (open.has(name) || undefined)) wrong.push(`${name} is said wrongly`);
      if (said['x-access'] === 'open' || (open.has(name) && said['x-access'] !== 'admin')) continue;
      const url = path.replaceAll(/\{\w+\}/g, owner.accountId);
      const atIdentity = path.startsWith('/api/') || path.startsWith('/connect/');
      const reply = await w.app.inject({
        method: method.toUpperCase() as 'GET',
        url: atIdentity ? url : `/auction-api${url}`,
        headers: { authorization: `Bearer ${key.token}`, 'idempotency-key': 'once-or-twice' },
      });
      const { code } = reply.json<{ code: string }>();
      const expected = said['x-access'] === 'admin' ? 'forbidden_access' : 'not_for_api_keys';
      if (code !== (atIdentity ? 'not_signed_in' : expected)) wrong.push(`${name} answers ${code}`);
    }
  expect(wrong).toEqual([]);
  expect([...CALLS_OF_PROGRAMS.keys()].filter(({ access }) => access === 'open')).toEqual([]);
});

test('revoked and expired keys, and those of removed members and blacklisted companies, answer like unknown ones', async () => {
  const unknown = { ...owner, token: `gl_${'x'.repeat(43)}` };
  const first = await w.call(unknown, listOwnAccounts);
  expect([first.status, first.code]).toEqual([401, 'api_key_not_valid']);
  const revoked = await aKey();
  expect(await asked(revoked)).toBe('Success');
  expect((await w.call(owner, revokeApiKey, at({ keyId: revoked.keyId }))).data[0]?.state).toBe('revoked');
  expect((await w.call(owner, revokeApiKey, at({ keyId: revoked.keyId }))).code).toBe('not_found');
  const expired = await aKey();
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${expired.keyId}`.execute(
    w.database.db,
  );
  const colleague = await w.signedIn();
  await moveToAccount(w.database.db, colleague, { accountId: owner.accountId, role: 'owner' });
  const orphan = await aKey('trader', colleague);
  await w.database.db.deleteFrom('account_member').where('user_id', '=', colleague.userId).execute();
  const states = [await stateOf(revoked), await stateOf(expired), await stateOf(orphan)];
  expect(states).toEqual(['revoked', 'expired', 'stopped']);
  const barred = await aKey();
  await w.call(admin, blacklistAccount, { ...at(), body: { remarkContent: 'x' } });
  expect(await stateOf(barred)).toBe('stopped');
  for (const key of [revoked, expired, orphan, barred])
    expect((await w.call(key, listOwnAccounts)).text).toBe(first.text);
});

test('only owners create and revoke keys; other members see them, other users see nothing', async () => {
  const key = await aKey();
  const trader = await w.signedIn();
  await moveToAccount(w.database.db, trader, { accountId: owner.accountId, role: 'trader' });
  const stranger = await w.signedIn();
  const body = { name: 'x', role: 'viewer', days: 30 } as const;
  for (const [who, codes] of [
    [trader, ['owner_required', 'Success', 'Success', 'owner_required']],
    [stranger, ['not_found', 'not_found', 'not_found', 'not_found']],
  ] as const) {
    const answers = [
      await w.call(who, makeApiKey, { ...at(), body }),
      await w.call(who, listApiKeys, at()),
      await w.call(who, listApiKeyActs, at({ keyId: key.keyId })),
      await w.call(who, revokeApiKey, at({ keyId: key.keyId })),
    ];
    expect(answers.map(({ code }) => code)).toEqual(codes);
  }
  expect((await w.call(key, getOwnAccount, at())).code).toBe('not_for_api_keys');
});

test('revoking a key closes its sockets, and its sockets never count as a person in the room', async () => {
  const auction = await live();
  const key = await aKey();
  const params = { id: auction.auctionId };
  await w.call(key, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  const { data } = await w.call(key, getRoomTokenAsUser, { params });
  const reader = await readRoom({ ...data, url: base + new URL(data.url).pathname });
  await reader.reached(1);
  await w.call(owner, revokeApiKey, at({ keyId: key.keyId }));
  await reader.closed;
  expect(await asked(key)).toBe('api_key_not_valid');
});

test('expiry of a key closes its sockets, while its creator’s stay open', async () => {
  const auction = await live();
  const key = await aKey();
  const params = { id: auction.auctionId };
  await w.call(key, placeInitialBids, { params, body: { bids: [bidOn(auction)] } });
  await sql`update api_key set expires_at = now() + interval '10 seconds' where id = ${key.keyId}`.execute(
    w.database.db,
  );
  const [byKey, byMaker] = await Promise.all(
    [key, owner].map(async (who) => {
      const { data } = await w.call(who, getRoomTokenAsUser, { params });
      return readRoom({ ...data, url: base + new URL(data.url).pathname });
    }),
  );
  await byMaker?.reached(1);
  let isMakerOut = false;
  void byMaker?.closed.then(() => (isMakerOut = true));
  await byKey?.closed;
  expect(await stateOf(key)).toBe('expired');
  expect(isMakerOut).toBe(false);
  byMaker?.close();
});

test('a key has its own limit for each minute, and the refusal says when to try again', async () => {
  const [busy, other] = [await aKey(), await aKey()];
  const call = ({ token }: SignedIn) =>
    w.app.inject({ url: API_BASE + listOwnAccounts.path, headers: { authorization: `Bearer ${token}` } });
  const first = await call(busy);
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': String(CALLS_BY_KEY_PER_MINUTE) });
  for (let made = 1; made < CALLS_BY_KEY_PER_MINUTE; made += 1) expect((await call(busy)).statusCode).toBe(200);
  const refused = await call(busy);
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await call(other)).statusCode).toBe(200);
});
