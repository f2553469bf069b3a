import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { moveAuction } from '#testing/builders/records.ts';
import { fillClaim } from '../steps/claim-steps.ts';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test, type World } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function numberMailedTo({ database }: World, username: string): Promise<string> {
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient = ${`${username}@example.test`} and body like '%/retirement/%'`.execute(
    database.db,
  );
  expect(rows).toHaveLength(1);
  return /\/retirement\/([\w-]+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
}

/**
 * Retires the RECs of the filled form by keyboard alone: opens the review, cancels its confirmation once, then
 * confirms.
 */
async function retireByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  const retire = page.getByRole('button', { name: 'Retire', exact: true });
  await expect(retire).toBeVisible();
  await expect(page.getByText('A retirement is final')).toBeVisible();
  await retire.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Retire permanently?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(retire).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

test('a company retires what it won for a building, and anyone verifies the statement by its number', async ({
  world,
  open,
  signIn,
}) => {
  const holder = await world.person();
  const auction = await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person: holder }] });
  const page = await signIn(holder);

  await test.step('a bid wins, and becomes a holding that names its origin', async () => {
    await placeInitialBid(page, auction, '12.5', '600');
    await moveAuction(world.database.db, auction.auctionId, -200, -100);
    await page.goto(`/user/auction-result/${auction.auctionId}`);
    await expect(page.getByText('You won 600 RECs')).toBeVisible();
    await page.getByRole('link', { name: 'Holdings', exact: true }).click();
    const row = page.getByRole('row', { name: /Malaysia · Hydro · 2020/ });
    await expect(row).toContainText('600');
    await expect(row).toContainText('Company of seller');
    await row.getByRole('link').click();
    await expect(page.getByRole('row', { name: /Awarded/ })).toContainText('+600');
  });

  await test.step('errors appear beside their fields, and typed text stays', async () => {
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    await page.getByText('New beneficiary', { exact: true }).click();
    await page.getByText('Building', { exact: true }).click();
    await page.getByLabel(/^Building name/).fill('Menara Pantai');
    await page.getByLabel(/^Address/).fill('Jalan Sultan 8, Kuala Lumpur');
    await fillClaim(page);
    await page.getByLabel(/^RECs to retire/).fill('601');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Maximum quantity is 600')).toBeVisible();
    await expect(page.getByText('This field is required')).toBeVisible();
    await expect(page.getByLabel(/^Name on the certificates/)).toHaveValue('Menara Pantai');
    await expectAccessible(page);
    await page.getByLabel(/^RECs to retire/).fill('250');
    await page.getByLabel(/^Building owner/).fill('Pantai Holdings');
  });

  await test.step('a review by keyboard, then it is final', async () => {
    await retireByKeyboard(page);
    await expect(page.getByRole('heading', { name: '250 RECs retired' })).toBeVisible();
    await expect(page.getByText('Retired. The statement is ready.')).toBeVisible();
  });

  const number = await numberMailedTo(world, holder.username);
  await test.step('the statement is a file, and history and holding show it', async () => {
    await expect(page.getByText(number)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Statement (PDF)' }).click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('link', { name: 'Retirements', exact: true }).first().click();
    await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('Menara Pantai');
    await page.getByRole('link', { name: 'Holdings', exact: true }).click();
    await expect(page.getByRole('row', { name: /Malaysia · Hydro · 2020/ })).toContainText('350');
  });

  await test.step('signed out, on a phone: a typo is found, another number is unknown, the right one is verified', async () => {
    const anybody = await open(PHONE);
    await anybody.goto('/retirement');
    const field = anybody.getByLabel(/^Statement number/);
    await field.fill(number.slice(0, -1));
    await anybody.getByRole('button', { name: 'Verify' }).click();
    await expect(anybody.getByText('This statement number is incomplete or wrong')).toBeVisible();
    await field.fill('0000-0000-0000-0000');
    await anybody.getByRole('button', { name: 'Verify' }).click();
    await expect(anybody.getByText('No statement with this number was found')).toBeVisible();
    await field.fill(number.toLowerCase().replaceAll('-', ' '));
    await anybody.getByRole('button', { name: 'Verify' }).click();
    await expect(anybody.getByText('This statement is genuine')).toBeVisible();
    await expect(anybody.locator('main')).toContainText('Menara Pantai');
    await expect(anybody.locator('main')).not.toContainText('Pantai Holdings');
    await expectNoSidewaysScroll(anybody);
  });
});
