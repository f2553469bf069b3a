import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, PASSWORD, test } from '../world.ts';

test('a person downloads the personal data, reads what prevents an erasure, and is erased when nothing does', async ({
  world,
  signIn,
}) => {
  const { db } = world.database;
  const [person, seller] = [await world.person(), await world.person()];
  const bidders = [{ person }];
  const { auctionId } = await world.auction({ ownerAccountId: seller.accountId, createdBy: seller.userId, bidders });
  const page = await signIn(person);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: 'Your data' }).click();
  await expect(page.getByRole('row', { name: /Bids, orders and retirements/ })).toContainText('Kept under your ID');

  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await readFile(await (await downloaded).path(), 'utf8');
  expect(file).toContain(`${person.username}@example.test`);
  expect(file).not.toContain(seller.username);

  await expect(page.getByText('“Hydro and solar, Peninsular Malaysia” hasn’t closed yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase my data' })).toHaveCount(0);
  await sql`update auction set closed_at = now() where id = ${auctionId}`.execute(db);
  await page.reload();

  const erase = page.getByRole('button', { name: 'Erase my data' });
  await page.getByLabel('Current password').fill('Wrong-horse-99');
  await erase.click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.getByRole('checkbox').check();
  await erase.click();
  await expect(page.getByText('Current password incorrect')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await erase.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your data has been erased and you’re signed out.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/username or password/i)).toBeVisible();
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain(person.userId);
});
