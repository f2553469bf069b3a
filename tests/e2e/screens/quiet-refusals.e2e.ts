import type { Locator, Page } from '@playwright/test';
import { expect, PASSWORD, test } from '../world.ts';

/** Answers these calls with an error whose message names the calls. */
const refuse = (page: Page, calls: string, status: number, code: string, message = `said of ${calls}`) =>
  page.route(calls, (route) => route.fulfill({ status, json: { code, message } }));

const toastsOf = (page: Page): Locator => page.locator('[role="status"][popover]');

/** A time in ms in which a toast would appear, but not yet disappear. */
const NOTICED_MS = 1_500;

async function expectNoToast(page: Page): Promise<void> {
  await page.waitForTimeout(NOTICED_MS);
  await expect(toastsOf(page)).toBeEmpty();
}

test('no toast reports a missing registration or a missing text', async ({ world, signIn }) => {
  const founder = await world.person();
  await world.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
  const page = await signIn(founder);
  await expect(page).toHaveURL(/\/account-registration\/create$/);
  await expectNoToast(page);
  for (const [status, code] of [
    [404, 'template_not_found'],
    [409, 'results_not_ready'],
  ] as const) {
    await refuse(page, '**/templates/content?*', status, code);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Terms and conditions' }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).nth(1)).toBeVisible();
    await expectNoToast(page);
    await page.keyboard.press('Escape');
    await page.unroute('**/templates/content?*');
  }

  await test.step('another rejected call shows a toast', async () => {
    const user = await signIn(await world.person());
    await refuse(user, '**/user/auctions?*show=past*', 409, 'results_not_ready');
    await user.goto('/user/past');
    await expect(toastsOf(user)).toContainText('said of');
  });
});

test('a wrong code is reported only beside its field', async ({ world, open }) => {
  const { username, userId } = await world.person();
  const proven = { email_proven_at: new Date() };
  await world.database.db.updateTable('app_user').set(proven).where('id', '=', userId).execute();
  const page = await open();
  const code = page.getByLabel('One-time code');
  const expectSaidOnce = async () => {
    await expect(page.getByText('Incorrect code. Please try again.')).toHaveCount(1);
    await expectNoToast(page);
  };

  await test.step('at sign-in', async () => {
    await page.goto('/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(code).toBeVisible();
    await code.fill((await world.codeFor(username)) === '111111' ? '222222' : '111111');
    await expectSaidOnce();
  });

  await test.step('for a forgotten password', async () => {
    await world.database.db.deleteFrom('outbox').execute();
    await page.goto('/forgot-password');
    await page.getByLabel('Email').first().fill(`${username}@example.test`);
    await page.keyboard.press('Enter');
    await expect(code).toBeVisible();
    await code.fill((await world.codeFor(username)) === '111111' ? '222222' : '111111');
    await expectSaidOnce();
  });
});

test('the sign-in page says nothing about an ended session', async ({ world, signIn }) => {
  const page = await signIn(await world.person());
  await refuse(page, '**/profile', 401, 'logged_in_on_different_device');
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectNoToast(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a session error without its own message asks to sign in again', async ({ world, signIn }) => {
  const page = await signIn(await world.person());
  await refuse(page, '**/user/auctions?*show=past*', 403, 'unheard_of', '');
  await page.goto('/user/past');
  await expect(toastsOf(page)).toContainText('Authentication failed, please sign in again');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fpast/);
});
