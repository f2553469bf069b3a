import type { Page } from '@playwright/test';
import { startServer } from '#testing/server-process.ts';
import { expect, test, type World } from './world.ts';

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
  await expect(page.getByRole('menuitem', { name: '中文' })).toBeVisible();
});

test('variant GLOBAL: its brand, dollars, the language in the top bar', async ({ world, signIn }) => {
  const { person, auction } = await someAuction(world);
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
  try {
    const page = await signIn(person, { baseURL: server.baseUrl });
    await expectVariant(page, auction.auctionId, { title: /Greenlot/, currency: 'USD' });
    await page.locator('header').getByText('中文').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await page.getByRole('button', { name: new RegExp(person.username) }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(1);
  } finally {
    await server.kill();
  }
});
