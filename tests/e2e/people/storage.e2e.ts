import type { Page } from '@playwright/test';
import { keptBy } from '../steps/kept-by.ts';
import { expect, passSignIn, test } from '../world.ts';

const SESSION = ['codeMethods', 'device', 'profile', 'tokens'];
const CHOICES = ['layoutView', 'sidebar', 'theme'];

/** Returns everything that a browser stores, as one text. */
const allKept = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test('two people share a browser, and the second never sees what it stores about the first (ASVS 14.3.1, 14.3.3)', async ({
  world,
  open,
}) => {
  const [anna, ben] = [await world.person(), await world.person()];
  const page = await open();

  await test.step('for a visitor: a name of the browser, without values of other versions', async () => {
    await page.goto('/env');
    await page.evaluate(() => {
      localStorage.setItem('TNBX.greenlot.v0.tokens', '{"accessToken":"of old"}');
      localStorage.setItem('TNBX.greenlot.v1.layoutView', '"sideways"');
      sessionStorage.setItem('TNBX.greenlot.v0.signUp', '{}');
    });
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    const kept = async () => {
      const { browser, tab } = await keptBy(page);
      return [browser.filter((name) => name !== 'device'), tab];
    };
    await expect.poll(kept).toEqual([['layoutView'], []]);
  });

  await test.step('for a signed-in user: the session, and the settings of the page', async () => {
    await passSignIn(page, world, anna);
    await page.goto('/user/past');
    // The stored view is invalid, so the page ignores it and shows the grid.
    await expect(page.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await page.getByRole('switch', { name: 'Dark mode' }).click();
    await expect
      .poll(() => keptBy(page))
      .toEqual({ browser: [...SESSION, ...CHOICES].toSorted(), tab: ['tsr-scroll'] });
  });

  await test.step('after signing out: neither tokens nor profile', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login/);
    const left = ['codeMethods', 'device', ...CHOICES].toSorted();
    await expect.poll(() => keptBy(page)).toEqual({ browser: left, tab: ['tsr-scroll'] });
  });

  await test.step('the next user finds the page settings, and nothing about the other user', async () => {
    await passSignIn(page, world, ben);
    await expect(page.getByRole('button', { name: new RegExp(ben.username) })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const kept = await allKept(page);
    expect(kept).toContain(ben.userId);
    for (const said of [anna.userId, anna.username, anna.accountId]) expect(kept).not.toContain(said);
    const { cookies } = await page.context().storageState();
    expect(new Set(cookies.map(({ path, httpOnly, sameSite }) => `${path} ${String(httpOnly)} ${sameSite}`))).toEqual(
      new Set(['/connect true Lax']),
    );
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });
});

for (const [how, storage] of [
  ['full', 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }'],
  [
    'forbidden',
    `for (const name of ['localStorage', 'sessionStorage'])
       Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })`,
  ],
] as const)
  test(`if storage is ${how}, a person can still sign in, work and sign out`, async ({ world, open }) => {
    const person = await world.person();
    const page = await open();
    await page.addInitScript(storage);
    const broken: Error[] = [];
    page.on('pageerror', (error) => broken.push(error));
    await passSignIn(page, world, person);
    await page.getByRole('navigation').getByRole('link', { name: 'Past auctions' }).click();
    const list = page.getByRole('button', { name: 'List', exact: true });
    await list.click();
    await expect(list).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: new RegExp(person.username) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(broken).toEqual([]);
  });
