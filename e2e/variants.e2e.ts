import type { Page } from '@playwright/test';
import { startServer } from '#testing/server-process.ts';
import { expect, passSignIn, test, type World } from './world.ts';

/** What the same person meets on either deployment: the brand before signing in, the currency in the room. */
async function expectVariant(page: Page, auctionId: string, wanted: { title: RegExp; currency: string }) {
  await expect(page).toHaveTitle(wanted.title);
  await page.goto(`/user/auction/${auctionId}`);
  await expect(page.getByRole('textbox', { name: `Price (${wanted.currency})` }).first()).toBeVisible();
}

const someAuction = async (world: World) => {
  const person = await world.person();
  return { person, auction: await world.auction({ bidders: [{ person }] }) };
};

test('variant TNBX: its brand, ringgit, the language in the menu of the account', async ({ world, signIn }) => {
  const { person, auction } = await someAuction(world);
  const page = await signIn(person);
  await expectVariant(page, auction.auctionId, { title: /TNBX/, currency: 'MYR' });
  await expect(page.locator('header').getByText('中文')).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Company information',
    'Company members',
    'Beneficiaries',
    'Change 2FA phone number',
    'Notice settings',
    'Trusted devices',
    'Change password',
    '中文',
    'Sign out',
  ]);
  for (const path of ['/sign-up', '/otp', '/forgot-password', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/user\/upcoming$/);
  }
});

test('variant GLOBAL: its brand, dollars, the language in the top bar', async ({ world, open }) => {
  const { person, auction } = await someAuction(world);
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
  try {
    const page = await open({ baseURL: server.baseUrl });
    await passSignIn(page, world, person);
    await expectVariant(page, auction.auctionId, { title: /Greenlot/, currency: 'USD' });
    await page.locator('header').getByText('中文').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await page.getByRole('button', { name: new RegExp(person.username) }).click();
    const entries = page.getByRole('menuitem');
    await expect(entries).toHaveText(['企业成员', '受益方', '通知设置', '受信任的设备', '修改密码', '退出登录']);
    for (const path of [
      '/user/company-information/update',
      '/user/change-2fa-phone-number',
      '/sign-up',
      '/otp',
      '/forgot-password',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/user\/upcoming$/);
    }
  } finally {
    await server.kill();
  }
});
