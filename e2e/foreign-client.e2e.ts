import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { freePort } from '#testing/free-port.ts';
import { startServer } from '#testing/server-process.ts';
import { expect, passSignIn, test } from './world.ts';

const LIBRARY = createRequire(import.meta.url)
  .resolve('oidc-client-ts')
  .replace(/[^/]+\/[^/]+$/, 'browser/oidc-client-ts.min.js');

/** A partner's page on an origin of its own, with nothing of ours but the provider's address. */
const page = (authority: string) => `<!doctype html><title>Partner</title>
<button id="in">In</button> <button id="renew">Renew</button> <button id="out">Out</button> <p id="who">nobody</p>
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
  document.querySelector('#renew').onclick = () => manager.signinSilent().then(show);
  document.querySelector('#out').onclick = () => manager.signoutRedirect();
  (location.pathname === '/back' ? manager.signinRedirectCallback() : manager.getUser()).then(show);
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

test('oidc-client-ts on a page of another origin signs in here, renews, and signs out', async ({ world, open }) => {
  const person = await world.person();
  const port = await freePort();
  const partner = `http://127.0.0.1:${port}`;
  const client = {
    client_id: 'partner',
    name: 'Partner portal',
    redirect_uris: [`${partner}/back`],
    post_logout_redirect_uris: [`${partner}/`],
  };
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL', CLIENTS: JSON.stringify([client]) });
  const stop = await startPartner(server.baseUrl, port);
  try {
    const browser = await open({ baseURL: server.baseUrl });
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
  } finally {
    stop();
    await server.kill();
  }
});
