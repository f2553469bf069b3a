import type { Page } from '@playwright/test';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { chooseChineseInTheDark } from '../steps/chinese-in-the-dark.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, PASSWORD, test, type World } from '../world.ts';

let server: ServerProcess;
test.beforeAll(async ({ world }) => void (server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' })));
test.afterAll(() => server.kill());

/**
 * Visits every page of the authorization code flow. The pages that both variants have are checked in the story of the
 * other variant.
 */
async function walk(page: Page, world: World, username: string): Promise<void> {
  await expect(page.locator('[autocomplete="username"]')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const at = page.url();
  await page.locator('[autocomplete="username"]').fill(username);
  await page.locator('[autocomplete="current-password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('[autocomplete="one-time-code"]').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const path of [`${at}?failed=denied`, '/callback?code=x&state=y', '/connect/interaction/unknown']) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectNoSidewaysScroll(page);
    if (path.startsWith('/callback')) await expectAccessible(page);
  }
  await page.goto('/logout');
  await expect(page.locator('main h1')).toBeVisible();
  await expectNoSidewaysScroll(page);
}

test('the pages for signing in are accessible on a phone', async ({ world, open }) => {
  const person = await world.person();
  const page = await open({
    baseURL: server.baseUrl,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/login');
  await walk(page, world, person.username);
});

test('the pages for signing in have no English text in Chinese, and work in the dark theme', async ({
  world,
  open,
}) => {
  const person = await world.person();
  const page = await open({ baseURL: server.baseUrl });
  await chooseChineseInTheDark(page);
  await walk(page, world, person.username);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.goto('/callback?code=x&state=y');
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await page.locator('main').innerText()).match(/[A-Za-z]{4,}/g)).toBeNull();
});
