import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuction, listAuctionsAsAdmin } from '#contract/auction/auction.ts';
import { notifyBidders } from '#contract/bidder/notification.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config/config.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { readPaths } from '#testing/readers/read-api-document.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/**
 * All specified calls (docs/rules.md#specified-calls) with the specified names in query and body, because other clients
 * depend on them. `?` starts a query, `:` a body. `+` marks names of our own, which clients can leave out.
 */
const SPECIFIED = `
  GET /profile
  GET /user/accounts
  GET /admin/accounts/{id}/max-bid-quantity
  PUT /admin/accounts/{id}/max-bid-quantity
  POST /user/accounts/account-registrations
  GET /admin/accounts/account-registrations
  GET /admin/accounts/account-registrations/{id}
  GET /user/accounts/account-registrations
  PUT /admin/accounts/account-registrations/{id}/{action}
  GET /admin/accounts/account-registrations/{id}/remarks
  GET /user/accounts/profile/{id}
  PUT /user/accounts/profile/{id}
  GET /admin/accounts/account-registrations/export ?status companyName +search +format
  GET /admin/accounts
  GET /admin/accounts/export ?businessType country search currentPage limit status +format
  GET /admin/accounts/{id}
  PUT /admin/accounts/{id}
  PUT /admin/accounts/{id}/blacklist :remarkContent
  PUT /admin/accounts/{id}/reinstate :remarkContent
  GET /templates/content ?templateType
  GET /templates/{id}
  GET /templates
  GET /templates/template-types
  POST /templates
  PUT /templates/{id}
  POST /templates/upload :File
  POST /admin/auctions/{id}/details/images :File Type
  PUT /admin/auctions/{id}/details
  POST /admin/auctions/{id}/notification
  GET /admin/auctions
  GET /user/auctions
  GET /admin/auctions/{id}
  GET /user/auctions/{id}
  GET /admin/auctions/{id}/bidders ?CurrentPage Limit Search
  POST /admin/auctions/{id}/bidders :buyers
  DELETE /admin/auctions/{id}/bidders/{bidderId}
  POST /admin/auctions
  PUT /admin/auctions/{id}
  DELETE /admin/auctions/{id}
  GET /admin/auctions/{id}/available-items
  GET /seller/auctions/{id}/available-items
  GET /admin/buy-order-history
  GET /user/buy-order-history
  POST /admin/auctions/{id}/items
  POST /seller/auctions/{id}/items
  DELETE /admin/auctions/{id}/items/{itemId}
  DELETE /seller/auctions/{id}/items/{itemId}
  PUT /admin/auction-items/{id}/release
  GET /admin/auctions/{id}/bidders/export
  GET /admin/auctions/{id}/won-bids/export
  GET /admin/auctions/bid-history-logs/{id}/export
  GET /seller/get-my-auction-changes-request/{id}
  DELETE /seller/delete-auction-item-request/{id}
  POST /seller/request-add-auction-items
  PUT /seller/request-update-auction-items
  POST /seller/request-delete-auction-items
  GET /admin/get-auction-changes-request/{id}
  POST /admin/add-auction-items
  PUT /admin/update-auction-items
  POST /admin/delete-auction-items
  POST /admin/approve-auction-input-from-seller/{id}
  POST /admin/resubmit-changes-request/{id} :auctionId message
  GET /admin/auctions/{id}/token
  GET /user/auctions/{id}/token
  GET /admin/auctions/pubsub/token ?page id
  GET /user/auctions/pubsub/token ?page id
  GET /user-tours
  POST /user-tours
  POST /api/auth/forgot-password :Email NotificationMethod
  POST /api/auth/forgot-password/confirmation
  POST /api/auth/reset-password
  POST /api/auth/register
  POST /api/auth/register/confirmation
  POST /api/auth/change-password
  POST /api/auth/resend-registration-otp :userRegisterId
  POST /api/auth/resend-forgot-password-otp :Email NotificationMethod
  POST /api/auth/resend-login-otp :username NotificationMethod
  GET /api/auth/notification-methods ?username
  POST /api/profile/add-phone-number
  POST /api/profile/validate-phone-number :PhoneCode PhoneNumber Otp
  POST /api/profile/resend-phone-number-otp :PhoneCode PhoneNumber NotificationMethod
  GET /api/profile
  PUT /api/profile/phone-number :PhoneCode PhoneNumber +CurrentPassword`;

type Call = {
  readonly line: string;
  readonly method: string;
  readonly path: string;
  readonly names: readonly string[];
};

const callsOf = (list: string): Call[] =>
  list
    .trim()
    .split('\n')
    .map((text) => {
      const [method = '', path = '', ...names] = text.trim().split(' ');
      return { line: text.trim(), method, path, names };
    });

type Described = {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<
      string,
      { readonly schema: { readonly properties?: object; readonly required?: readonly string[] } }
    >;
  };
};

let w: World;
let served: Record<string, Record<string, Described>>;

beforeAll(async () => {
  w = await world();
  served = { ...(await readPaths<Described>(w)), ...(await readPaths<Described>(w, 'identity')) };
});
afterAll(() => w.end());

const findServed = ({ method, path }: Call): Described | undefined => served[path]?.[method.toLowerCase()];

type Names = { readonly all: readonly string[]; readonly required: readonly string[] };

/** Returns the names in the query under `?` and those in the body under `:`. */
function namesIn({ parameters, requestBody }: Described): Record<'?' | ':', Names> {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return {
    '?': { all: query.map(({ name }) => name), required: query.filter((one) => one.required).map(({ name }) => name) },
    ':': {
      all: bodies.flatMap(({ properties }) => Object.keys(properties ?? {})),
      required: bodies.flatMap(({ required }) => required ?? []),
    },
  };
}

test.each(callsOf(SPECIFIED))('$line', (call) => {
  const found = findServed(call);
  expect(found, 'is served').toBeDefined();
  const headers = found?.parameters.filter(
    ({ in: place, name, required }) => place === 'header' && required && name !== DEVICE_HEADER,
  );
  expect(headers, 'needs no header but that of the device').toEqual([]);
  const [first = ''] = call.names;
  if (!found || (first[0] !== '?' && first[0] !== ':')) return;
  const { all, required } = namesIn(found)[first[0]];
  expect(all.toSorted()).toEqual(call.names.map((name) => name.replace(/^[?:+]/, '')).toSorted());
  for (const name of required) expect(call.names, `${name} is required`).not.toContain(`+${name}`);
});

test('POST /admin/approve-auction-input-from-seller/{id} is described without a required body', () => {
  const found = served['/admin/approve-auction-input-from-seller/{id}']?.['post'];
  expect(found?.requestBody?.required).toBe(false);
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('for a client that knows only the specification', () => {
  let admin: SignedIn;
  let owner: SignedIn;
  beforeAll(async () => {
    [admin, owner] = await Promise.all([w.signedIn({ role: 'Admin' }), w.signedIn()]);
  });

  test('an auction is created and a reminder sent without an Idempotency-Key, and twice on two calls', async () => {
    const title = 'Without a key';
    const body = {
      title,
      auctionType: 'Forward' as const,
      isPrivate: true,
      startTime: inHours(2),
      endTime: inHours(3),
      minimumRecQuantity: 1,
      minimumBiddingRecQuantity: 1,
      sellerProcessingFee: 0,
      buyerProcessingFee: 0,
      spotRecs: false,
      ownerAccountId: owner.accountId,
      tickSizeId: null,
      softCloseMinutes: null,
      softCloseMaximum: null,
      ...NO_RECURRENCE,
    };
    for (const _ of [1, 2]) expect((await w.call(admin, createAuction, { body, key: '' })).status).toBe(200);
    const listed = await w.call(admin, listAuctionsAsAdmin, { query: `?search=${encodeURIComponent(title)}` });
    expect(listed.data.total).toBe(2);
    const anna = await w.signedIn();
    const bidders = [{ person: anna }];
    const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, items: [{}], bidders };
    const { auctionId } = await insertAuction(w.database.db, { ...wish, startsIn: 600 });
    const sent = await w.call(admin, notifyBidders, { params: { id: auctionId }, key: '' });
    expect(sent.data).toMatchObject({ recipientCount: 1 });
  });

  test('a key of the wrong shape is rejected, even if none is needed', async () => {
    const { auctionId } = await insertAuction(w.database.db, {
      ownerAccountId: owner.accountId,
      createdBy: admin.userId,
    });
    const refused = await w.call(admin, notifyBidders, { params: { id: auctionId }, key: 'short' });
    expect([refused.status, refused.code]).toEqual([400, 'idempotency_key_required']);
  });

  test.each([
    '/admin/accounts/export?businessType=&country=&search=&currentPage=&limit=&status=',
    '/admin/accounts?businessType=&status=',
    '/admin/auctions?status=&show=',
    '/admin/accounts/account-registrations/export?status=&companyName=',
    '/admin/auctions/pubsub/token?page=upcoming&id=',
  ])('parameters with empty values count as absent: %s', async (url) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const reply = await w.app.inject({ url: API_BASE + url, headers });
    expect([reply.statusCode, reply.body.slice(0, 60)]).toEqual([200, expect.anything()]);
  });

  test('an empty JSON body counts as no body', async () => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const url = `${API_BASE}/admin/approve-auction-input-from-seller/${owner.userId}`;
    expect((await w.app.inject({ method: 'POST', url, headers, payload: '' })).json()).toMatchObject({
      code: 'not_found',
    });
  });
});

const TOKEN_FORMS = [
  ['TNBX', { grant_type: 'refresh_token', refresh_token: 'unknown' }, 'invalid_grant'],
  ['TNBX', { grant_type: 'password', username: 'nobody', password: 'Wrong-horse-9' }, 'invalid_username_or_password'],
  [
    'TNBX',
    { grant_type: 'password', action: 'validate_otp', otp: '123456', username: 'nobody', trusted: 'true' },
    'otp_expired',
  ],
  [
    'GLOBAL',
    {
      grant_type: 'authorization_code',
      code: 'unknown',
      redirect_uri: 'http://greenlot.test/callback',
      code_verifier: 'v'.repeat(43),
    },
    'invalid_grant',
  ],
] as const;

test.each(TOKEN_FORMS)('POST /connect/token in %s: %o', async (variant, form, error) => {
  const deployment = variant === 'TNBX' ? w : await world({ VARIANT: variant });
  const reply = await deployment.app.inject({
    method: 'POST',
    url: '/connect/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-device-fingerprint': 'a-device-of-a-test' },
    payload: new URLSearchParams({ client_id: CLIENT_ID, ...form }).toString(),
  });
  if (deployment !== w) await deployment.end();
  expect(reply.json()).toMatchObject({ error });
});
