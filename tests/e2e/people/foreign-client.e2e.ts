import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { listOwnAccounts } from '#contract/identity/identity.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { freePort } from '#testing/world/free-port.ts';
import { startServer } from '#testing/world/server-process.ts';
import { expect, passSignIn, test, type World } from '../world.ts';

const LIBRARY = createRequire(import.meta.url)
  .resolve('oidc-client-ts')
  .replace(/[^/]+\/[^/]+$/, 'browser/oidc-client-ts.min.js');

/** A partner's page on an origin of its own. The page knows only the provider's address. */
const page = (authority: string) => `<!doctype html><title>Partner</title>
<button id="in">In</button> <button id="act">Act</button> <button id="renew">Renew</button> <button id="out">Out</button> <p id="who">nobody</p>
<script src="/oidc-client-ts.min.js"></script>
<script>
  const show = (user) => (document.querySelector('#who').textContent = user ? user.profile.preferred_username + ' ' + user.access_token.slice(-8) : 'nobody');
  const manager = new oidc.UserManager({
    authority: '${authority}',
    client_id: 'partner',
    redirect_uri: location.origin + '/back',
    post_logout_redirect_uri: location.origin + '/',
    scope: 'openid profile email offline_access',
  });
  document.querySelector('#in').onclick = () => manager.signinRedirect();
  document.querySelector('#act').onclick = () => manager.signinRedirect({ scope: 'openid profile auction-api' });
  document.querySelector('#renew').onclick = () => manager.signinSilent().then(show);
  document.querySelector('#out').onclick = () => manager.signoutRedirect();
  (location.pathname === '/back' ? manager.signinRedirectCallback() : manager.getUser()).then(show, ({ error }) => (document.querySelector('#who').textContent = error));
</script>`;

async function startPartner(authority: string, port: number): Promise<() => void> {
  const library = await readFile(LIBRARY);
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/oidc-client-ts.min.js';
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
    response.end(isLibrary ? library : page(authority));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Starts the partner's page, and a server that knows the partner as a client. */
async function withPartner(world: World, story: (baseUrl: string, partner: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const partner = `http://127.0.0.1:${port}`;
  const client = {
    client_id: 'partner',
    name: 'Partner portal',
    redirect_uris: [`${partner}/back`],
    post_logout_redirect_uris: [`${partner}/`],
    scopes: ['auction-api'],
  };
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL', CLIENTS: JSON.stringify([client]) });
  const stop = await startPartner(server.baseUrl, port);
  try {
    await story(server.baseUrl, partner);
  } finally {
    stop();
    await server.kill();
  }
}

test('oidc-client-ts on a page of another origin signs in here, renews, and signs out', async ({ world, open }) => {
  const person = await world.person();
  await withPartner(world, async (baseURL, partner) => {
    const browser = await open({ baseURL });
    await browser.goto(partner);
    await browser.getByRole('button', { name: 'In' }).click();
    await expect(browser.getByText('Sign in to continue to Partner portal')).toBeVisible();
    await passSignIn(browser, world, person);
    const who = browser.locator('#who');
    await expect(who).toContainText(person.username);
    const first = await who.textContent();
    await browser.getByRole('button', { name: 'Renew' }).click();
    await expect(who).not.toHaveText(first ?? '');
    await expect(who).toContainText(person.username);
    await browser.getByRole('button', { name: 'Out' }).click();
    await expect(browser).toHaveURL(`${partner}/`);
    await expect(who).toHaveText('nobody');
  });
});

test('a person denies, allows and withdraws that another application acts for them', async ({ world, open }) => {
  const person = await world.person();
  await withPartner(world, async (baseURL, partner) => {
    const browser = await open({ baseURL });
    const who = browser.locator('#who');
    const ask = async () => {
      await browser.goto(partner);
      await browser.getByRole('button', { name: 'Act' }).click();
    };
    const title = browser.getByRole('heading', { name: 'Allow Partner portal to act for you?' });

    await test.step('signed in here, the person denies the request, and the application learns nothing more', async () => {
      await passSignIn(browser, world, person);
      await ask();
      await expect(title).toBeVisible();
      await expect(browser.getByText(`You’re signed in as ${person.username}.`)).toBeVisible();
      await browser.getByRole('button', { name: 'Deny' }).click();
      await expect(who).toHaveText('access_denied');
    });

    let token = '';
    const call = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await browser.request.get(API_BASE + listOwnAccounts.path, { headers })).status();
    };
    await test.step('allowed, it calls the API for that person', async () => {
      await ask();
      await expect(title).toBeVisible();
      await browser.getByRole('button', { name: 'Allow' }).click();
      await expect(who).toContainText(person.username);
      token = await browser.evaluate<string>('manager.getUser().then((user) => user.access_token)');
      expect(await call()).toBe(200);
    });

    await test.step('withdrawn under connected applications, its calls are rejected', async () => {
      await browser.goto('/user/trusted-devices');
      await browser.getByRole('button', { name: 'Revoke: Partner portal' }).click();
      await browser.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await expect(browser.getByRole('heading', { name: 'No connected applications' })).toBeVisible();
      expect(await call()).toBe(401);
    });
  });
});
