import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listAuditLines } from '#contract/audit.ts';
import { createAuction, listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { pauseAuction } from '#contract/bidding/conduct.ts';
import {
  listOperatorKeyActs,
  listOperatorKeys,
  makeOperatorKey,
  revokeOperatorKey,
} from '#contract/company/api-key.ts';
import { blacklistAccount, listAccounts, reinstateAccount } from '#contract/company/company.ts';
import {
  deliverOperatorEventAgain,
  listOperatorDeliveries,
  listOperatorWebhooks,
  makeOperatorWebhook,
  makeWebhook,
  removeOperatorWebhook,
  renewOperatorWebhookSecret,
  testOperatorWebhook,
  updateOperatorWebhook,
} from '#contract/company/webhook.ts';
import { webhookBodyOf } from '#contract/company/webhook-event.ts';
import { SCOPES, type Scope } from '#domain/automation/scope.ts';
import { WEBHOOK_KINDS, type DeliveryKind } from '#domain/automation/webhook.ts';
import { CALLS_OF_PROGRAMS } from '#server/automation/calls-of-programs.ts';
import { readContractNames } from '#server/platform/api-document/contract-names.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  seller = await w.signedIn();
});
afterAll(() => w.end());

type Key = SignedIn & { readonly keyId: string };

async function aKey(scopes: Scope[], who = admin): Promise<Key> {
  const body = { name: 'Nightly sync', scopes, days: 30 } as const;
  const { data } = await w.call(who, makeOperatorKey, { body });
  return { ...who, token: data.key, keyId: data.keys[0]?.id ?? '' };
}

/** Calls that stay with persons: approvals, an administrator's own account, keys, webhooks, administrators, messages and their texts, settings, and personal data. */
const PERSONAL =
  /^(GET|POST|PUT|DELETE) \/(admin\/(approvals|api-keys|webhooks|administrators|messages|message-texts|platform-settings)|profile|notices|auctions\/\{id\}\/watch|calendar\/link|search|personal-data|user-tours|api\/)/;

test('a key can make every call of administrators, except those about keys, webhooks, sending messages and the own account', async () => {
  const { routes } = await readContractNames();
  const without = [...routes.keys()].filter(
    (route) =>
      (route.access === 'admin' || route.access === 'signedIn') &&
      route.at === 'auction' &&
      !CALLS_OF_PROGRAMS.has(route) &&
      !PERSONAL.test(`${route.method} ${route.path}`),
  );
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  const needed = new Set([...CALLS_OF_PROGRAMS.values()].flat());
  expect([...needed].toSorted()).toEqual([...SCOPES].toSorted());
});

test('a key acts within its scopes, and the audit trail names it', async () => {
  const key = await aKey(['auctions:read', 'companies:write']);
  expect((await w.call(key, listAuctionsAsAdmin)).code).toBe('Success');
  expect((await w.call(key, listAuctionsAsUser)).code).toBe('forbidden_access');
  const refused = await w.call(key, listAccounts);
  expect([refused.status, refused.code, refused.params]).toEqual([403, 'scope_missing', { scope: 'companies:read' }]);
  expect((await w.call(key, createAuction, { body: {} as never })).code).toBe('scope_missing');
  expect((await w.call(key, listOperatorKeys)).code).toBe('not_for_api_keys');
  const other = await w.signedIn();
  const at = { params: { id: other.accountId }, body: { remarkContent: 'by program' } };
  expect((await w.call(key, blacklistAccount, at)).code).toBe('Success');
  expect((await w.call(admin, reinstateAccount, at)).code).toBe('Success');
  const lines = (await w.call(admin, listAuditLines, { query: `?search=${other.accountId}` })).data.items;
  expect(lines.map(({ act, username, apiKey }) => [act, username, apiKey])).toEqual([
    ['reinstateAccount', admin.username, ''],
    ['blacklistAccount', admin.username, 'Nightly sync'],
  ]);
  const acts = (await w.call(admin, listOperatorKeyActs, { params: { id: key.keyId } })).data;
  expect(acts).toMatchObject([{ action: 'PUT /admin/accounts/{id}/blacklist', subject: { id: other.accountId } }]);
});

test('every administrator gets an email about a new key, sees the key, and can revoke it', async () => {
  const second = await w.signedIn({ role: 'Admin' });
  const key = await aKey(['statistics:read']);
  const mails = await w.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${second.username}@example.test`)
    .execute();
  expect(mails.at(-1)?.body).toContain('It may call: statistics:read');
  const listed = (await w.call(second, listOperatorKeys)).data.find(({ id }) => id === key.keyId);
  expect(listed).toMatchObject({ username: admin.username, scopes: ['statistics:read'], state: 'works' });
  expect(JSON.stringify(listed)).not.toContain(key.token.slice(8));
  const params = { id: key.keyId };
  expect((await w.call(second, revokeOperatorKey, { params })).code).toBe('Success');
  expect((await w.call(second, revokeOperatorKey, { params })).code).toBe('not_found');
  expect((await w.call(key, listAuctionsAsAdmin)).code).toBe('api_key_not_valid');
});

test('a key stops when its maker is no administrator any more, and after its last day', async () => {
  const [former, late] = [await w.signedIn({ role: 'Admin' }), await aKey(['auctions:read'])];
  const key = await aKey(['auctions:read'], former);
  expect((await w.call(key, listAuctionsAsAdmin)).code).toBe('Success');
  const { db } = w.database;
  await db
    .updateTable('app_user')
    .set({ auction_user_role: 'User', admin_roles: null })
    .where('id', '=', former.userId)
    .execute();
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${late.keyId}`.execute(db);
  expect((await w.call(key, listAuctionsAsAdmin)).code).toBe('api_key_not_valid');
  expect((await w.call(late, listAuctionsAsAdmin)).code).toBe('api_key_not_valid');
  const states = (await w.call(admin, listOperatorKeys)).data;
  const stateOf = ({ keyId }: Key) => states.find(({ id }) => id === keyId)?.state;
  expect([stateOf(key), stateOf(late)]).toEqual(['stopped', 'expired']);
});

const url = 'https://example.com/operator';

test('an administrator manages webhooks, and companies do not see them', async () => {
  const made = (await w.call(admin, makeOperatorWebhook, { body: { url, kinds: [...WEBHOOK_KINDS] } })).data;
  const id = made.webhooks[0]?.id ?? '';
  expect(made.secret).toMatch(/^whsec_/);
  const changed = { params: { id }, body: { url, kinds: ['order.placed' as const], isPaused: true } };
  expect((await w.call(admin, updateOperatorWebhook, changed)).data[0]).toMatchObject({ state: 'paused' });
  const [first] = (await w.call(admin, testOperatorWebhook, { params: { id } })).data;
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'webhook.test', accountIds: [] });
  const renewed = (await w.call(admin, renewOperatorWebhookSecret, { params: { id } })).data;
  expect(renewed.secret).not.toBe(made.secret);
  const missing = { params: { id, deliveryId: id } };
  expect((await w.call(admin, deliverOperatorEventAgain, missing)).code).toBe('not_found');
  expect((await w.call(seller, listOperatorWebhooks)).code).toBe('forbidden_access');
  expect((await w.call(admin, removeOperatorWebhook, { params: { id } })).data).toEqual([]);
  expect((await w.call(admin, listOperatorDeliveries, { params: { id } })).code).toBe('not_found');
});

/** Returns the bodies of the operator's deliveries, each checked by its schema. */
async function deliveredTo(accountId: string | null): Promise<{ type: string; accountIds: string[]; data: object }[]> {
  const { rows } = await sql<{ kind: DeliveryKind; body: string }>`
    select delivery.kind, delivery.body from webhook_delivery delivery join webhook on webhook.id = webhook_id
    where account_id is not distinct from ${accountId}::uuid order by delivery.created_at, delivery.id`.execute(
    w.database.db,
  );
  return rows.map(({ kind, body }) => z.parse(webhookBodyOf(kind), JSON.parse(body)) as never);
}

test('the operator gets an event of several companies once, with all of them; a company gets its own only', async () => {
  const bidder = await w.signedIn();
  const kinds = ['auction.paused', 'account.reinstated'] as const;
  await w.call(admin, makeOperatorWebhook, { body: { url, kinds: [...kinds, 'account.blacklisted'] } });
  const own = { params: { id: bidder.accountId }, body: { url, kinds: [...kinds] } };
  await w.call(bidder, makeWebhook, own);
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [{ person: bidder }],
  });
  const paused = { params: { id: auctionId }, body: { reason: 'A typing error' } };
  expect((await w.call(admin, pauseAuction, paused)).code).toBe('Success');
  const body = { remarkContent: 'x' };
  await w.call(admin, blacklistAccount, { params: { id: bidder.accountId }, body });
  await w.call(admin, reinstateAccount, { params: { id: bidder.accountId }, body });
  const ofAuction = { auctionId, reason: 'A typing error' };
  const account = { accountId: bidder.accountId };
  expect(await deliveredTo(null)).toMatchObject([
    { type: 'auction.paused', accountIds: expect.toSatisfy((ids: string[]) => ids.length === 2), data: ofAuction },
    { type: 'account.blacklisted', accountIds: [bidder.accountId], data: account },
    { type: 'account.reinstated', accountIds: [bidder.accountId], data: account },
  ]);
  expect(await deliveredTo(bidder.accountId)).toMatchObject([
    { type: 'auction.paused', accountIds: [bidder.accountId], data: ofAuction },
    { type: 'account.reinstated', accountIds: [bidder.accountId], data: account },
  ]);
});
