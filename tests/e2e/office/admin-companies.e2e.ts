import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { expect, test } from '../world.ts';

const unique = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;

/** Fills in the remark of a step's dialog and sends it. */
async function take(page: Page, step: string, remark: string): Promise<Locator> {
  await page.getByRole('button', { name: step, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Remark/).fill(remark);
  await dialog.getByRole('button', { name: step, exact: true }).click();
  return dialog;
}

test('one of two administrators is faster, and the other learns who did what', async ({ world, signIn }) => {
  const [asks, lim, tan] = [
    await world.person(),
    await world.person({ role: 'Admin' }),
    await world.person({ role: 'Admin' }),
  ];
  const companyName = unique('Meranti');
  const id = await insertRegistration(world.database.db, asks.userId, { companyName });
  const [lims, tans] = [await signIn(lim), await signIn(tan)];
  const menuCount = async () => {
    const link = lims.getByRole('link', { name: /^Account registration\b/ }).first();
    return Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0);
  };

  await test.step('one starts the review, and the other sees it automatically', async () => {
    await tans.goto(`/admin/account-registration/${id}`);
    await lims.goto(`/admin/account-registration?status=New&search=${encodeURIComponent(companyName)}`);
    await lims.getByRole('link', { name: companyName }).click();
    await lims.getByRole('button', { name: 'Start review' }).click();
    await expect(tans.getByRole('button', { name: 'Start review' })).toBeHidden();
    await expect(tans.locator('main')).toContainText(lim.username);
  });

  await test.step('a conflicting decision of the other is reported, and keeps what was typed', async () => {
    await tans.getByRole('button', { name: 'Return', exact: true }).click();
    const dialog = tans.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(dialog.locator('[aria-invalid="true"]')).toBeFocused();
    await dialog.getByLabel(/^Remark/).fill('The floor is missing.');
    const waiting = await menuCount();
    expect(waiting).toBeGreaterThan(0);
    await take(lims, 'Approve', 'Welcome');
    await expect(lims.getByRole('link', { name: 'View business account' })).toBeVisible();
    // The menu shows the new count immediately, before its own periodic refresh.
    await expect.poll(menuCount, { timeout: 3_000 }).toBe(waiting - 1);
    await dialog.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(`${lim.username} has already handled this registration`);
    await expect(dialog.getByLabel(/^Remark/)).toHaveValue('The floor is missing.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await tans.getByRole('button', { name: 'Discard' }).click();
    await expect(tans.locator('h1 + *')).toHaveText('Approved');
  });

  await test.step('the way back leads to the unchanged list', async () => {
    await lims.locator('main').getByRole('link', { name: 'Account registrations' }).click();
    await expect(lims).toHaveURL(/status=New&search=Meranti/);
    await lims.getByRole('button', { name: 'Approved' }).click();
    await expect(lims.getByRole('link', { name: companyName })).toBeVisible();
  });

  await test.step('the filtered list is exported', async () => {
    const download = lims.waitForEvent('download');
    await lims.getByRole('button', { name: 'Export as CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const [headings, ...rows] = text.trimEnd().split('\r\n');
    expect(headings).toContain('(Asia/Kuala_Lumpur)');
    expect(rows).toEqual([expect.stringContaining(companyName)]);
    const workbook = lims.waitForEvent('download');
    await lims.getByRole('button', { name: 'Export as XLSX' }).click();
    expect((await readFile(await (await workbook).path())).subarray(0, 2).toString()).toBe('PK');
  });
});

test('a blacklisted account stops bidding until it is reinstated', async ({ world, signIn }) => {
  const [wan, lim] = [await world.person(), await world.person({ role: 'Admin' })];
  const auction = await world.auction({ bidders: [{ person: wan }], items: [{ quantity: 1_000 }] });
  const [wans, lims] = [await signIn(wan), await signIn(lim)];
  const banner = wans.getByText('Your company is blacklisted');
  await test.step('its trader is in a live room, with a bid', async () => {
    await wans.goto(`/user/auction/${auction.auctionId}`);
    await wans.getByRole('textbox', { name: /^Price/ }).fill('5.0');
    await wans.getByLabel(/^Quantity/).fill('100');
    await wans.getByRole('button', { name: 'Review 1 bid' }).click();
    await wans.getByRole('button', { name: 'Confirm 1 bid' }).click();
    await expect(wans.getByRole('button', { name: 'Review bid' })).toBeVisible();
  });

  await test.step('an administrator finds the account, limits and blacklists it', async () => {
    await lims.goto('/admin/business-account?country=MY&status=Active');
    await lims.getByRole('searchbox').fill(wan.username);
    await lims.getByRole('link', { name: `Company of ${wan.username}` }).click();
    await lims.getByRole('region', { name: 'Maximum bid quantity' }).getByRole('button', { name: 'Edit' }).click();
    await lims.getByRole('dialog').getByLabel('Maximum bid quantity').last().fill('5000');
    await lims.getByRole('button', { name: 'Save' }).click();
    await take(lims, 'Blacklist', 'Two payments are overdue.');
    const history = lims.getByRole('list', { name: 'Change history' });
    await expect(history.getByRole('listitem')).toContainText([/Two payments are overdue/, /5,000/]);
  });

  await test.step('the open room closes and says why', async () => {
    await expect(wans.getByText('This business account is blacklisted').first()).toBeVisible();
    await expect(wans.getByRole('button', { name: 'Review bid' })).toBeHidden();
    await expect(banner).toBeVisible();
  });

  await test.step('it bids after it is reinstated', async () => {
    await take(lims, 'Reinstate', 'Paid.');
    await expect(lims.getByRole('button', { name: 'Blacklist', exact: true })).toBeVisible();
    // The open page receives the change without a reload.
    await expect(banner).toBeHidden();
    await wans.getByRole('textbox', { name: /^Price/ }).fill('6.0');
    await wans.getByRole('button', { name: 'Review bid' }).click();
    await wans.getByRole('button', { name: 'Place bid' }).click();
    await expect(wans.getByText(/^Accepted at/).first()).toBeVisible();
  });

  await test.step('an administrator ends its trader’s session anywhere', async () => {
    await lims.getByRole('button', { name: `End session: ${wan.username}` }).click();
    await lims.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await expect(lims.getByText(`${wan.username} has been signed out.`)).toBeVisible();
    await expect(wans.getByText('You were signed out. Please sign in again.')).toBeVisible();
    await expect(wans).toHaveURL(/\/login/);
    await expect(wans.getByText('Please sign in', { exact: true })).toHaveCount(0);
  });
});
