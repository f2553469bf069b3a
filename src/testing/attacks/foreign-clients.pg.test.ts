import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { getRoomTokenAsUser } from '#contract/bidding/room.ts';
import { makeApiKey } from '#contract/company/api-key.ts';
import { inviteMember } from '#contract/company/company.ts';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { changePassword, listApplications, withdrawApplication } from '#contract/identity/own-account.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { redeemHubToken } from '#server/platform/hub/tokens.ts';
import { offerAt } from '#testing/builders/offers.ts';
import { insertAuction, insertPerson, type TestAuction, type TestPerson } from '#testing/builders/records.ts';
import {
  authorizeRequest,
  returnToClient,
  exchange,
  openInteraction,
  passInteraction,
  visit,
} from '#testing/world/code-flow.ts';
import {
  aDevice,
  askToken,
  call,
  PASSWORD,
  tokensOf,
  type Device,
  type Tokens,
} from '#testing/world/identity-world.ts';
import { world, type World } from '#testing/world/world.ts';

/**
 * In these tests an application that may only sign users in tries to trade and to create API keys with the users'
 * tokens. Another application, which may request more rights, tries to get these rights without the user's consent
 * (decision 85).
 */
const NEWSLETTER = { client_id: 'newsletter', name: 'Newsletter', redirect_uris: ['https://letter.example/back'] };
const DESK = {
  client_id: 'desk',
  name: 'Trading desk',
  redirect_uris: ['https://desk.example/back'],
  scopes: ['auction-api'],
};

let w: World;
/** The same world in the type that the helpers of the identity service need. */
let at: Parameters<typeof openInteraction>[0];
let person: TestPerson;
let auction: TestAuction;
beforeAll(async () => {
  w = await world({ VARIANT: 'GLOBAL', CLIENTS: JSON.stringify([NEWSLETTER, DESK]) });
  at = { ...w, pass: () => undefined };
});
afterAll(() => w.end());
beforeEach(async () => {
  const seller = await insertPerson(w.database.db);
  person = await insertPerson(w.database.db, { passwordHash: await hashPassword(PASSWORD) });
  auction = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: seller.userId,
    startsIn: 600,
    bidders: [{ person }],
  });
});

type Client = typeof NEWSLETTER;
const requestOf = ({ client_id, redirect_uris }: Client, scope: string) =>
  authorizeRequest(at, { client_id, redirect_uri: redirect_uris[0], scope });

/** Signs a user in for a client. Returns the client's address, or the address of the page that asks for consent. */
async function signInAt(device: Device, request: ReturnType<typeof requestOf>): Promise<string> {
  const interaction = await openInteraction(at, device, request);
  const { location } = (await visit(at, device, await passInteraction(at, device, interaction, person.username)))
    .headers;
  return String(location);
}

const tokensFor = async (client: Client, request: ReturnType<typeof requestOf>, back: string): Promise<Tokens> =>
  tokensOf(await exchange(at, request, new URL(back).searchParams.get('code'), { client_id: client.client_id }));

const answerConsent = (device: Device, page: string, isAllowed: boolean) =>
  w.app.inject({
    method: 'POST',
    url: `${new URL(page, w.identity.issuer).pathname}/consent`,
    headers: { 'x-device-fingerprint': device.fingerprint },
    cookies: device.cookies,
    payload: { isAllowed },
  });

const SCOPE = 'openid profile offline_access auction-api';

/** Creates a device whose user signed in for the client `DESK` and allowed it to act. */
async function allowedDesk() {
  const device = aDevice();
  const request = requestOf(DESK, SCOPE);
  const page = await signInAt(device, request);
  const { redirectTo } = (await answerConsent(device, page, true)).json<{ data: { redirectTo: string } }>().data;
  const back = `https://desk.example/back?${String(await returnToClient(at, device, redirectTo))}`;
  return { device, tokens: await tokensFor(DESK, request, back) };
}

const bids = async (accessToken: string): Promise<string> => {
  const input = { params: { id: auction.auctionId }, body: { bids: [offerAt(auction, 5)] } };
  return (await w.call({ ...person, token: accessToken }, placeInitialBids, input)).code;
};

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;

test.each(['openid', 'openid profile email offline_access', SCOPE])(
  '9.2.4, 10.4.11: an application for sign-in only cannot bid or create keys, whatever scope it requests: %s',
  async (scope) => {
    const request = requestOf(NEWSLETTER, scope);
    const tokens = await tokensFor(NEWSLETTER, request, await signInAt(aDevice(), request));
    expect(await bids(tokens.accessToken)).toBe('not_signed_in');
    const params = { id: person.accountId };
    const key = { params, body: { name: 'x', role: 'trader' as const, days: 365 as const } };
    expect((await w.call({ ...person, token: tokens.accessToken }, makeApiKey, key)).code).toBe('not_signed_in');
    const who = await w.app.inject({
      url: '/connect/userinfo',
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
    expect(who.json()).toMatchObject({ sub: person.userId });
  },
);

test('an application cannot name the auction API as its audience', async () => {
  const { url } = authorizeRequest(at, {
    client_id: 'newsletter',
    redirect_uri: 'https://letter.example/back',
    resource: w.identity.audience,
  });
  const { location } = (await visit(at, aDevice(), url)).headers;
  expect(new URL(String(location)).searchParams.get('error')).toBe('invalid_target');
});

test('an application that listens in a room does not replace its user, who still gets notifications', async () => {
  const { tokens } = await allowedDesk();
  expect(await bids(tokens.accessToken)).toBe('Success');
  const desk = { ...person, token: tokens.accessToken };
  const { data } = await w.call(desk, getRoomTokenAsUser, { params: { id: auction.auctionId } });
  const redeemed = await redeemHubToken(w.database.db, data.accessToken);
  expect(redeemed?.claims).toMatchObject({ userId: person.userId, isProgram: true });
});

test('10.3.2, 10.7.1: a permitted application acts only after the person consented, and only like an API key', async () => {
  const { tokens } = await allowedDesk();
  expect(claimsIn(tokens.accessToken)).toMatchObject({ client_id: 'desk', aud: w.identity.audience });
  expect(await bids(tokens.accessToken)).toBe('Success');
  const desk = { ...person, token: tokens.accessToken };
  const params = { id: person.accountId };
  const key = { params, body: { name: 'x', role: 'trader' as const, days: 365 as const } };
  expect((await w.call(desk, makeApiKey, key)).code).toBe('not_for_applications');
  const invitation = { params, body: { email: 'evil@evil.example', role: 'owner' as const } };
  expect((await w.call(desk, inviteMember, invitation)).code).toBe('not_for_applications');
  const authorization = `Bearer ${tokens.accessToken}`;
  const body = { CurrentPassword: PASSWORD, Password: 'Other-horse-10', ConfirmPassword: 'Other-horse-10' };
  for (const [route, more] of [
    [changePassword, { body }],
    [listApplications, {}],
  ] as const)
    expect((await call(at, aDevice(), route, { authorization, ...more })).code).toBe('not_signed_in');
});

test('a permitted application that does not request the scope can only sign people in, even with consent', async () => {
  const { device } = await allowedDesk();
  const request = requestOf(DESK, 'openid profile');
  const back = String((await visit(at, device, request.url)).headers.location);
  const tokens = await tokensFor(DESK, request, back);
  expect(await bids(tokens.accessToken)).toBe('not_signed_in');
});

test('10.7.2: the page names the application, and a denial returns to it; opening the page or another browser gives no consent', async () => {
  const device = aDevice();
  const request = requestOf(DESK, SCOPE);
  const page = await signInAt(device, request);
  expect(new URL(page, w.identity.issuer).pathname).toMatch(/^\/connect\/interaction\//);
  await visit(at, device, page);
  const details = await w.app.inject({ url: `${page}/details`, cookies: device.cookies });
  const consent = { username: person.username, toApi: true };
  expect(details.json()).toMatchObject({ data: { clientName: 'Trading desk', consent } });
  expect((await answerConsent(aDevice(), page, true)).json()).toMatchObject({ code: 'interaction_expired' });
  const asked = await w.database.db
    .selectFrom('client_consent')
    .selectAll()
    .where('user_id', '=', person.userId)
    .execute();
  expect(asked).toEqual([]);
  const { redirectTo } = (await answerConsent(device, page, false)).json<{ data: { redirectTo: string } }>().data;
  expect((await returnToClient(at, device, redirectTo)).get('error')).toBe('access_denied');
  // A request that forbids any page for the user (`prompt: none`) does not get a code either.
  const silent = authorizeRequest(at, { ...PARTS, scope: SCOPE, prompt: 'none' });
  expect((await returnToClient(at, device, silent.url)).get('error')).toBe('consent_required');
});

const PARTS = { client_id: DESK.client_id, redirect_uri: DESK.redirect_uris[0] };

test('10.7.3: the person is asked once, and withdrawing consent ends the tokens of that application only', async () => {
  const { device, tokens } = await allowedDesk();
  const request = requestOf(DESK, SCOPE);
  const back = String((await visit(at, device, request.url)).headers.location);
  expect(new URL(back).origin).toBe('https://desk.example');
  const own = authorizeRequest(at, {});
  const ours = tokensOf(await exchange(at, own, (await returnToClient(at, device, own.url)).get('code')));
  const authorization = `Bearer ${ours.accessToken}`;
  const listed = await call(at, device, listApplications, { authorization });
  expect(listed.data).toMatchObject([{ id: 'desk', name: 'Trading desk' }]);

  const gone = await call(
    at,
    device,
    { ...withdrawApplication, path: '/api/profile/applications/desk' },
    { authorization },
  );
  expect(gone.code).toBe('Success');
  expect(await bids(tokens.accessToken)).toBe('not_signed_in');
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken, client_id: 'desk' };
  expect((await askToken(at, device, form)).body.error).toBe('invalid_grant');
  expect((await w.call({ ...person, token: ours.accessToken }, listOwnAccounts)).code).toBe('Success');
  const asked = String((await visit(at, device, request.url)).headers.location);
  expect(asked).toContain('/connect/interaction/');
  // A new consent does not make an old token valid again, because a thief may have the old token.
  const { redirectTo } = (await answerConsent(device, asked, true)).json<{ data: { redirectTo: string } }>().data;
  const again = `https://desk.example/back?${String(await returnToClient(at, device, redirectTo))}`;
  const { accessToken } = await tokensFor(DESK, request, again);
  expect(await bids(tokens.accessToken)).toBe('not_signed_in');
  expect(await bids(accessToken)).toBe('Success');
});
