import type { Page } from '@playwright/test';
import { arrivalAt, SITE_MAP, type Caller } from '#testing/permissions/site-map.ts';
import { settle } from '../../../scripts/looks/look.ts';
import { removeBuiltIns, OF_SAFARI_17_4 } from '../engines/remove-built-ins.ts';
import { follow } from '../steps/follow.ts';
import { fill, hrefOf, type Everything } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

const OURS = { variant: 'TNBX', flags: { marketplace: true, publicAuctions: true } } as const;
const CRASHED = /Something went wrong|couldn’t be loaded/;

// These stories have their own server, because lists with data of other stories would take longer to visit.
test.use({ isAlone: 'older-browsers' });

const needs = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page needs JavaScript' });

test('if the application cannot be read, the page names the browser it needs, in both languages', async ({ open }) => {
  const page = await open();
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let let' }),
  );
  await page.goto('/login');
  await expect(needs(page)).toContainText('Chrome 120, Edge 120, Firefox 140, Safari 17.4, iOS 17.4, or newer');
  await expect(needs(page)).toContainText('请重新加载页面');
});

test('if the application does not load, or stops before its first screen, the page says so too', async ({ open }) => {
  for (const answer of [{ status: 404 }, { contentType: 'text/javascript', body: 'undefined.x' }]) {
    const page = await open();
    await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.fulfill(answer));
    await page.goto('/login');
    await expect(needs(page)).toBeVisible();
  }
});

test('without scripts the page says that it needs them', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/login');
  await expect(page.getByText('This page needs JavaScript')).toBeVisible();
});

test('a browser that is too old gets a message and continues as far as it can; others get none', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByText('This page needs JavaScript')).toBeHidden();
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
  await page.reload();
  await expect(needs(page)).toBeVisible();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('every page works without features that came to browsers recently', async ({ world, signIn }) => {
  const person = await world.person();
  const [user, admin] = [await signIn(person), await signIn(await world.person({ role: 'Admin' }))];
  const made = await fill(world, [user, admin], person);
  const wrong = await Promise.all([walk(user, 'user', made), walk(admin, 'admin', made)]);
  expect(wrong.flat()).toEqual([]);
});

async function walk(page: Page, caller: Caller, made: Everything): Promise<string[]> {
  const wrong: string[] = [];
  let at = '';
  page.on('pageerror', (error) => wrong.push(`${at}: ${error.message}`));
  await removeBuiltIns(page.context(), OF_SAFARI_17_4);
  await page.reload();
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis && !('withResolvers' in Promise));
  for (const site of SITE_MAP) {
    if (site.path === '/$' || arrivalAt(site, site.path, caller, OURS) !== site.path) continue;
    at = hrefOf(site, made);
    await follow(page, at, at);
    await settle(page);
    const shown = await page.locator('body').innerText();
    if (CRASHED.test(shown)) wrong.push(`${at} shows ${CRASHED.exec(shown)?.[0]}`);
  }
  return wrong;
}
