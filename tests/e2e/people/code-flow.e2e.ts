import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { expect, PASSWORD, test as base, type World } from '../world.ts';

/** A server of variant GLOBAL on the database of the worker's world. */
const test = base.extend<{ global: (path?: string) => Promise<Page> }, { server: ServerProcess }>({
  server: [
    async ({ world }, use) => {
      const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
      await use(server);
      await server.kill();
    },
    { scope: 'worker' },
  ],
  global: async ({ open, server }, use) => {
    await use(async (path = '/login') => {
      const page = await open({ baseURL: server.baseUrl });
      await page.goto(path);
      return page;
    });
  },
});

async function passHostedPage(page: Page, world: World, username: string, trusted = false): Promise<void> {
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  if (trusted) await page.getByText(/trust this device/i).click();
  await page.locator('[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(await world.codeFor(username));
}

/** Delays the redirect to the provider, and stores in the tab whether the page showed these words meanwhile. */
async function noteWhenSaid(page: Page, words: string): Promise<void> {
  await page.route('**/connect/endsession*', async (route) => {
    await pause(500);
    await route.continue();
  });
  await page.evaluate((said) => {
    new MutationObserver(() => {
      if (document.body.textContent.includes(said)) sessionStorage.setItem('said', said);
    }).observe(document.body, { subtree: true, childList: true });
  }, words);
}

test('a person signs in on the hosted page, returns to the requested page, and signs out', async ({
  world,
  global,
}) => {
  const person = await world.person();
  const page = await global('/user/past?limit=25');
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill('Wrong-password-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid Username or Password').first()).toBeVisible();
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/past\?limit=25/);
  const over = page.getByRole('heading', { name: 'You’ve signed out' });
  await noteWhenSaid(page, 'You’ve signed out');
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: /sign out/i }).click();
  await expect(page).toHaveURL(/\/logout\?.*state=ended/);
  await expect(over).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBeNull();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('a browser that lost its tokens signs in again without a screen', async ({ world, global }) => {
  const person = await world.person();
  const page = await global();
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/user/past');
  await expect(page).toHaveURL(/\/user\/past/);
  await expect(page.getByText(`Company of ${person.username}`).first()).toBeVisible();
});

test('a trusted device needs no code after signing out', async ({ world, global }) => {
  const person = await world.person();
  const page = await global();
  await passHostedPage(page, world, person.username, true);
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await page.goto('/logout');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/upcoming/);
});

test('signing out in one tab signs out the others, and none of them signs in again automatically', async ({
  world,
  global,
}) => {
  const person = await world.person();
  const page = await global();
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/upcoming/);
  const other = await page.context().newPage();
  await other.goto('/user/past');
  await expect(other.getByText(`Company of ${person.username}`).first()).toBeVisible();
  await page.goto('/logout');
  for (const each of [page, other])
    await expect(each.getByRole('heading', { name: 'You’ve signed out' })).toBeVisible();

  // A new sign-in in one tab returns the other tab to its previous page, and signs nobody out.
  await page.getByRole('link', { name: 'Sign in' }).click();
  await world.database.db.deleteFrom('outbox').execute();
  await passHostedPage(page, world, person.username);
  for (const each of [page, other]) await expect(each.getByText(`Company of ${person.username}`).first()).toBeVisible();
  await expect(other).toHaveURL(/\/user\/past/);
});

test('a newer sign-in elsewhere ends this one with a message, and signing in again returns to the page', async ({
  world,
  global,
}) => {
  const person = await world.person();
  const page = await global('/user/past');
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/past/);
  await world.database.db.deleteFrom('outbox').execute();
  const elsewhere = await global();
  await passHostedPage(elsewhere, world, person.username);
  await expect(elsewhere).toHaveURL(/\/user\/upcoming/);
  await page.reload();
  await expect(page.getByText(/different device/i).first()).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'You’ve signed out' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await world.database.db.deleteFrom('outbox').execute();
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/past/);
});

test('two tabs sign in side by side, each on its own hosted page', async ({ world, global }) => {
  const person = await world.person();
  const page = await global();
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  const second = await page.context().newPage();
  await second.goto('/login');
  await expect(second).toHaveURL(/\/connect\/interaction\//);
  await passHostedPage(page, world, person.username);
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await expect(second.getByLabel('Username')).toBeVisible();
});

test('a callback that this tab did not request, or a repeated one, signs nobody in and offers a new start (ASVS 10.1.2, 10.2.1)', async ({
  world,
  global,
}) => {
  const person = await world.person();
  const page = await global('/callback?code=stolen&state=foreign&iss=x');
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('wasn’t started in this tab');
  await page.getByRole('link', { name: 'Start over' }).click();
  const callback = page.waitForRequest((request) => request.url().includes('/callback?'));
  await passHostedPage(page, world, person.username);
  const url = (await callback).url();
  await expect(page).toHaveURL(/\/user\/upcoming/);
  // A signed-in user is redirected to the home page, although the code in the address was already used.
  await page.goto(url);
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'You’ve signed out' })).toBeVisible();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
});

test('a denied sign-in says so', async ({ global, server }) => {
  const page = await global();
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  const state = await page.evaluate(() => JSON.parse(sessionStorage['GLOBAL.greenlot.v1.signIn']).state as string);
  await page.goto(`/callback?error=access_denied&state=${state}&iss=${encodeURIComponent(server.baseUrl)}`);
  await expect(page.getByRole('alert')).toContainText('Sign-in was cancelled or denied');
});

test('the hosted page of another browser, or of a finished sign-in, says so and offers a new start', async ({
  world,
  global,
}) => {
  const person = await world.person();
  const page = await global();
  await expect(page).toHaveURL(/\/connect\/interaction\//);
  const stranger = await global(new URL(page.url()).pathname);
  await expect(stranger.getByRole('alert')).toContainText('started in another browser');
  const at = page.url();
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  // The interaction expires while the form is being filled in.
  await world.database.db.deleteFrom('oidc_model').where('kind', '=', 'Interaction').execute();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await page.getByRole('link', { name: 'Start over' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(page.url()).not.toBe(at);
});

test('variant TNBX does not have these pages', async ({ open }) => {
  const page = await open();
  for (const path of ['/authorize', '/callback?code=x&state=y']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Username')).toBeVisible();
  }
});

test('the pages work by keyboard alone, and name each field to screen readers', async ({ world, global }) => {
  const person = await world.person();
  const page = await global();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(person.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('[autocomplete="one-time-code"]').first()).toBeFocused();
  await page.keyboard.type(await world.codeFor(person.username));
  await expect(page).toHaveURL(/\/user\/upcoming/);
});
