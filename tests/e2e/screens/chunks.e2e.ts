import type { Page } from '@playwright/test';
import { bringMenu } from '../steps/bring-menu.ts';
import { expect, test } from '../world.ts';

/**
 * The files with the code of pages, except the first file, which belongs to the HTML page itself. A release replaces
 * all of them by files with other names.
 */
const CODE = /\/assets\/(?!index-)[^/]+\.js$/;

const toPast = (page: Page) => page.getByRole('link', { name: 'Past auctions' }).first().click();

test('a page whose code went away with its release reloads once, and opens', async ({ signIn, world }) => {
  const page = await signIn(await world.person());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Waits for the code that this page loads late, because the story is about the code of the next page.
  await bringMenu(page);
  await page.waitForLoadState('networkidle');
  let isNewRelease = false;
  let loads = 0;
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    isNewRelease = true;
    loads += 1;
  });
  await page.route(CODE, (route) => (isNewRelease ? route.continue() : route.fulfill({ status: 404 })));
  await toPast(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Past auctions' })).toBeVisible();
  expect(loads).toBe(1);

  // If the file is missing again soon, a release is not the cause. The page says so and does not reload forever.
  isNewRelease = false;
  await page.route(CODE, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Price history' }).first().click();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('typed text is restored after a part of its form went away with its release', async ({ signIn, world }) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/admin/create');
  const title = page.getByLabel(/^Title/);
  await title.fill('Typed before the release');
  let isNewRelease = false;
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.accept();
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isNewRelease = true;
  });
  await page.route(CODE, (route) => (isNewRelease ? route.continue() : route.fulfill({ status: 404 })));
  // Leaving the page would ask for confirmation, but the code for that question is missing too.
  await page.getByRole('link', { name: 'Live auctions' }).first().click();
  await expect.poll(() => isNewRelease).toBe(true);
  await expect(title).toHaveValue('Typed before the release');
  expect(asked).toBe(0);
});

test('code that does not load within two minutes is given up, reported, and requested again', async ({
  signIn,
  world,
}) => {
  const page = await signIn(await world.person());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await bringMenu(page);
  await page.clock.install();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CODE, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(CODE);
  await toPast(page);
  await asked;
  await page.clock.fastForward(121_000);
  await expect(page.getByText('The request was made, but no response was received')).toBeVisible();
  letGo();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Past auctions' })).toBeVisible();
});

test('the page’s outline is shown until the first code loads, and then disappears', async ({ open }) => {
  const page = await open();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const outline = page.locator('#outline');
  await expect(outline).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(outline).toBeHidden();
});
