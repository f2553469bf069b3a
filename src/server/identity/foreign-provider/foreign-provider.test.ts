import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeUsername } from '#domain/identity/username.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createForeignProvider, isOutage } from '#server/identity/foreign-provider/foreign-provider.ts';
import { findUser } from '#server/identity/user-rows.ts';
import { authorizeRequest, exchange, visit } from '#testing/world/code-flow.ts';
import { foreignProviderSettings, startForeignProvider, type Foreign } from '#testing/stand-ins/foreign-provider.ts';
import { freePort } from '#testing/world/free-port.ts';
import { createHttpBrowser, type HttpBrowser, type Page } from '#testing/world/http-browser.ts';
import { aDevice, aUser, callAs, identityWorld, tokensOf, type World } from '#testing/world/identity-world.ts';

/** Our service and a foreign provider, both on real sockets. */
type Both = { world: World; foreign: Foreign; issuer: string; close(): Promise<void> };

async function both(change = {}): Promise<Both> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const foreign = await startForeignProvider(issuer, change);
  const world = await identityWorld({ PUBLIC_URL: issuer, ...foreignProviderSettings(foreign) });
  await world.app.listen({ port, host: '127.0.0.1' });
  return {
    world,
    foreign,
    issuer,
    async close() {
      await world.close();
      await foreign.close();
    },
  };
}

const isBack = ({ pathname }: URL): boolean => pathname === '/callback' || pathname === '/logout';

/** Passes the foreign provider's own pages: a name with any password, then the consent page. */
async function passTheirPages(browser: HttpBrowser, page: Page, name: string): Promise<Page> {
  let at = page;
  const forms: Record<string, string>[] = [
    { prompt: 'login', login: name, password: 'anything' },
    { prompt: 'consent' },
  ];
  for (const form of forms) {
    if (!at.url.pathname.startsWith('/interaction/')) return at;
    at = await browser.goTo(at.url.href, form, isBack);
  }
  return at;
}

async function signInAs(own: Both, browser: HttpBrowser, name: string, change: Record<string, string> = {}) {
  const request = authorizeRequest(own.world, change);
  const page = await browser.goTo(own.issuer + request.url, undefined, isBack);
  const back = isBack(page.url) ? page : await passTheirPages(browser, page, name);
  const answer = await exchange(own.world, request, back.url.searchParams.get('code'));
  expect(answer.status).toBe(200);
  const tokens = tokensOf(answer);
  const user = await findUser(own.world.database.db, decodeJwt(tokens.accessToken).sub ?? '');
  if (!user) throw new Error('no user was signed in');
  return { ...tokens, user, wasAsked: !isBack(page.url) };
}

describe('a stock provider that sends only a subject', () => {
  let own: Both;
  beforeAll(async () => void (own = await both()));
  afterAll(() => own.close());

  it('signs a new person in with a valid username and no email address, and recognizes the person later (ASVS 10.4.10)', async () => {
    const browser = createHttpBrowser();
    const first = await signInAs(own, browser, 'anna');
    expect(first.wasAsked).toBe(true);
    expect(first.user.email).toBe('');
    expect(judgeUsername(first.user.username)).toBeUndefined();
    expect(await callAs(own.world, first.accessToken)).toBe(200);
    const silent = await signInAs(own, browser, 'anna');
    expect(silent).toMatchObject({ wasAsked: false, user: { id: first.user.id } });
    const elsewhere = await signInAs(own, createHttpBrowser(), 'anna');
    expect(elsewhere).toMatchObject({ wasAsked: true, user: { id: first.user.id } });
    expect(await callAs(own.world, first.accessToken)).toBe('logged_in_on_different_device');
    const other = await signInAs(own, createHttpBrowser(), 'bo');
    expect(other.user.id).not.toBe(first.user.id);
  });

  it('makes the person authenticate again when a client requires it (ASVS 6.8.4)', async () => {
    const browser = createHttpBrowser();
    await signInAs(own, browser, 'carla');
    expect((await signInAs(own, browser, 'carla', { prompt: 'login' })).wasAsked).toBe(true);
  });

  it('ends its session with ours, and the browser comes back (ASVS 7.6.1)', async () => {
    const browser = createHttpBrowser();
    const { idToken, accessToken } = await signInAs(own, browser, 'dana');
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${own.issuer}/logout` });
    const asked = await browser.goTo(`${own.issuer}/connect/endsession?${query.toString()}`, undefined, isBack);
    expect(asked.url.origin).toBe(own.foreign.issuer);
    expect(await callAs(own.world, accessToken)).toBe('session_revoked');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
    const done = await browser.goTo(`${own.foreign.issuer}/session/end/confirm`, { xsrf, logout: 'yes' }, isBack);
    expect(done.url.href).toBe(`${own.issuer}/logout`);
    expect((await signInAs(own, browser, 'dana')).wasAsked).toBe(true);
  });

  it('stays signed in if its ID token was sealed by a lost secret, but we still sign out', async () => {
    const browser = createHttpBrowser();
    const { idToken, accessToken, user } = await signInAs(own, browser, 'fred');
    const { db } = own.world.database;
    await db.updateTable('foreign_identity').set({ id_token: 'other' }).where('user_id', '=', user.id).execute();
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${own.issuer}/logout` });
    const done = await browser.goTo(`${own.issuer}/connect/endsession?${query.toString()}`, undefined, isBack);
    expect(done.url.href).toBe(`${own.issuer}/logout`);
    expect(await callAs(own.world, accessToken)).toBe('session_revoked');
  });

  it('redirects nobody away from us with a state that we did not seal', async () => {
    for (const state of ['', 'x', own.world.identity.secret.seal('https://evil.example')]) {
      const reply = await visit(own.world, aDevice(), `/connect/foreign/signed-out?state=${state}`);
      expect(reply.headers.location).toBe(`${own.issuer}/logout`);
    }
  });

  it('leads to our page with the reason when it rejects', async () => {
    const browser = createHttpBrowser();
    const page = await browser.goTo(own.issuer + authorizeRequest(own.world).url);
    const refused = await browser.goTo(`${page.url.href}/abort`);
    expect(refused.url.pathname).toMatch(/^\/connect\/interaction\/[\w-]+$/);
    expect(refused.url.search).toBe('?failed=denied');
  });

  it('returns to the browser that started, once, with the state that we sent', async () => {
    const browser = createHttpBrowser();
    const request = authorizeRequest(own.world);
    const theirs = await browser.goTo(own.issuer + request.url);
    const signedIn = await browser.goTo(theirs.url.href, { prompt: 'login', login: 'eve', password: 'x' });
    const isAnswer = ({ pathname }: URL) => pathname === '/connect/foreign/callback';
    const answered = await browser.goTo(signedIn.url.href, { prompt: 'consent' }, isAnswer);
    const isOver = async (who: HttpBrowser, url: URL) => {
      const page = await who.goTo(url.href, undefined, isBack);
      expect(page.url.pathname).toMatch(/^\/connect\/interaction\/[\w-]+$/);
      return page.url.search;
    };
    // Another person opens the link. The link must not sign that person in.
    expect(await isOver(createHttpBrowser(), answered.url)).toBe('');
    // A browser with its own interaction opens the link. The link fails, because PKCE and nonce depend on the state.
    const victim = createHttpBrowser();
    await victim.goTo(own.issuer + authorizeRequest(own.world).url);
    expect(await isOver(victim, answered.url)).toBe('');
    const forged = new URL(answered.url);
    forged.searchParams.set('state', `${(forged.searchParams.get('state') ?? '').split('.')[0]}.forged`);
    expect(await isOver(browser, forged)).toBe('?failed=refused');
    for (const state of ['', '.', '../../x', 'x'.repeat(43)]) {
      forged.searchParams.set('state', state);
      expect(await isOver(browser, forged)).toBe('');
    }
  });

  it('replaces our own passwords', async () => {
    const { username } = await aUser(own.world);
    for (const path of ['/password', '/code', '/resend-code']) {
      const reply = await own.world.app.inject({
        method: 'POST',
        url: `/connect/interaction/${'x'.repeat(43)}${path}`,
        payload: { username, password: 'x' },
      });
      expect(reply.statusCode).toBe(404);
    }
  });
});

describe('a provider that sends email addresses and names', () => {
  let own: Both;
  const people: Record<string, Record<string, unknown>> = {
    known: { email: 'Known@Example.com', email_verified: true, preferred_username: 'known_there' },
    unverified: { email: 'victim@example.com', email_verified: false, preferred_username: 'victim' },
    unproven: { email: 'unproven@example.com', email_verified: true, preferred_username: 'no' },
    leaver: { email: 'desk@example.com', email_verified: true },
    successor: { email: 'desk@example.com', email_verified: true },
    fresh: { email: 'fresh@example.com', email_verified: true, preferred_username: 'fresh_name' },
  };
  beforeAll(async () => {
    own = await both({
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
      scopes: ['openid', 'email', 'profile'],
      findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    });
  });
  afterAll(() => own.close());

  it('signs in a person who has the same verified address here', async () => {
    const { id } = await aUser(own.world, { username: 'known', email: 'known@example.com' });
    expect((await signInAs(own, createHttpBrowser(), 'known')).user.id).toBe(id);
  });

  it('is not trusted about an address that it has not verified', async () => {
    const { id } = await aUser(own.world, { username: 'victim', email: 'victim@example.com' });
    const { user } = await signInAs(own, createHttpBrowser(), 'unverified');
    expect(user.id).not.toBe(id);
    expect(user).toMatchObject({ email: '' });
    // The name that the provider sends belongs to another user here.
    expect(user.username).toMatch(/^id-[0-9a-f]{10}$/);
  });

  it('gives nobody an account whose address was never verified here', async () => {
    const { id } = await aUser(own.world, { username: 'typed', email: 'unproven@example.com' });
    await own.world.database.db.updateTable('app_user').set({ email_proven_at: null }).where('id', '=', id).execute();
    const { user } = await signInAs(own, createHttpBrowser(), 'unproven');
    expect(user.id).not.toBe(id);
    expect(user.email).toBe('');
  });

  it('gives nobody the account of the mailbox’s former owner (ASVS 6.8.1, 10.5.2)', async () => {
    const before = await signInAs(own, createHttpBrowser(), 'leaver');
    const { user } = await signInAs(own, createHttpBrowser(), 'successor');
    expect(before.user.email).toBe('desk@example.com');
    expect(user.id).not.toBe(before.user.id);
    expect(user.email).toBe('');
  });

  it('gives a new person the name and address that it sends', async () => {
    const { user } = await signInAs(own, createHttpBrowser(), 'fresh');
    expect(user).toMatchObject({ username: 'fresh_name', email: 'fresh@example.com', isEmailProven: true });
  });
});

it('an unreachable provider is reported, and asked again later', async () => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const foreign = await startForeignProvider(issuer);
  await foreign.close();
  const world = await identityWorld({ PUBLIC_URL: issuer, ...foreignProviderSettings(foreign) });
  const device = aDevice();
  const at = String((await visit(world, device, authorizeRequest(world).url)).headers.location);
  expect((await visit(world, device, at)).headers.location).toBe(`${at}?failed=unreachable`);
  const back = await startForeignProvider(issuer, {}, foreign.issuer);
  back.fail(500);
  expect((await visit(world, device, at)).headers.location).toBe(`${at}?failed=unreachable`);
  back.fail(undefined);
  expect((await visit(world, device, at)).headers.location).toContain(`${back.issuer}/auth?`);
  await world.close();
  await back.close();
});

it('gives up on a provider that answers too late', async () => {
  const foreign = await startForeignProvider('http://127.0.0.1:1');
  foreign.fail('silent');
  const world = await identityWorld();
  const config = readConfig(foreignProviderSettings(foreign));
  const provider = createForeignProvider(config, 'http://127.0.0.1:1', world.identity.secret, 0.2);
  const purpose = { uid: 'x', mustSignIn: false, loginHint: undefined };
  const failure: unknown = await provider?.begin(purpose).catch((thrown: unknown) => thrown);
  expect(isOutage(failure)).toBe(true);
  foreign.fail(undefined);
  // On a busy machine, the provider's first successful answer may come after the timeout. Then the result is 'late'.
  const begun = () =>
    provider?.begin(purpose).then(
      ({ origin }) => origin,
      () => 'late',
    );
  await expect.poll(begun).toBe(foreign.issuer);
  await Promise.all([world.close(), foreign.close()]);
});

it('a provider that fails during a sign-in is reported, and the next try signs the person in', async () => {
  const own = await both();
  const browser = createHttpBrowser();
  const theirs = await browser.goTo(own.issuer + authorizeRequest(own.world).url);
  const signedIn = await browser.goTo(theirs.url.href, { prompt: 'login', login: 'gus', password: 'x' });
  const isAnswer = ({ pathname }: URL) => pathname === '/connect/foreign/callback';
  const answered = await browser.goTo(signedIn.url.href, { prompt: 'consent' }, isAnswer);
  own.foreign.fail(500);
  const told = await browser.goTo(answered.url.href, undefined, isBack);
  expect(told.url.search).toBe('?failed=unreachable');
  own.foreign.fail(undefined);
  expect((await signInAs(own, browser, 'gus')).user.id).toBeDefined();
  await own.close();
});
