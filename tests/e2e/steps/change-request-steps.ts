import type { Locator, Page } from '@playwright/test';
import { speak } from './speak.ts';
import { expect, test } from '../world.ts';

/**
 * Plays the owner of an auction with `MY.Hydro.2025` and `MY.Solar.2025`. The owner changes an item directly, then
 * requests a new item, a change and a deletion. An admin returns the request once and then approves it. In the end, the
 * auction has the changed Hydro and `VN.Wind.2025`.
 */
export async function askForChanges({ own, office, title }: { own: Page; office: Page; title: string }): Promise<void> {
  const request = own.getByRole('region', { name: 'Your change request' });

  await test.step('the owner changes an item immediately', async () => {
    await own.getByRole('link', { name: `Manage items: ${title}` }).click();
    await fillItem(own, 'Edit: MY.Solar.2025', /^Quantity/, '1900');
    await own.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(own.getByRole('cell', { name: '1,900' })).toBeVisible();
  });

  await test.step('later changes need a request: a new item, a change, a deletion', async () => {
    await own.getByRole('button', { name: 'Request approval' }).click();
    await own.getByRole('button', { name: 'Request new item' }).click();
    await fillWind(own, '1000');
    await expect(request.getByRole('heading', { name: 'VN.Wind.2025' })).toBeVisible();
    await fillItem(own, 'Edit: MY.Hydro.2025', /^Maximum bid price/, '9');
    await own.getByRole('button', { name: 'Add to request' }).click();
    await own.getByRole('button', { name: 'Delete: MY.Solar.2025' }).click();
    await own.getByRole('button', { name: 'Request deletion' }).click();
    await expectMarks(own, request);
  });

  await test.step('the administrator finds it in the list, sees the difference, and returns it with a message', async () => {
    await office.goto(`/admin/upcoming?search=${encodeURIComponent(title)}`);
    const card = office.getByRole('article').filter({ hasText: title });
    await card.getByRole('link', { name: 'Change request pending' }).click();
    const change = office.getByRole('listitem').filter({ hasText: 'MY.Hydro.2025' });
    await expect(change.getByRole('row', { name: /^Maximum bid price .*8\.00 .*9\.00$/ })).toBeVisible();
    await expectMarksInTabs(office);
    await office.getByRole('button', { name: 'Return' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await expect(dialog.locator('[aria-invalid="true"]')).toBeFocused();
    await dialog.getByLabel(/^Message/).fill('2,000 of the wind, please');
    await dialog.getByRole('button', { name: 'Return' }).click();
    await expect(dialog).toBeHidden();
    await expect(office.getByText('2,000 of the wind, please')).toBeVisible();
  });

  await test.step('the owner reads why, corrects it and resubmits it', async () => {
    await own.reload();
    await expect(request.getByText('2,000 of the wind, please')).toBeVisible();
    await fillItem(own, 'Edit: VN.Wind.2025', /^Quantity/, '2000');
    await own.getByRole('button', { name: 'Add to request' }).click();
    await own.getByRole('button', { name: 'Resubmit' }).click();
    await expect(request.getByText('Awaiting approval')).toBeVisible();
  });

  await test.step('the administrator approves it as a whole, also in Chinese, and the items exist', async () => {
    await speakChinese(office);
    await expect(office.getByRole('tab', { name: /^变更申请/ })).toBeVisible();
    await office.getByRole('button', { name: '全部批准' }).click();
    await office.getByRole('dialog').getByRole('button', { name: '全部批准' }).click();
    await expect(office.getByText('已批准', { exact: true })).toBeVisible();
    await speakChinese(own);
    await expect(own.getByRole('region', { name: '您的变更申请' }).getByText('已批准', { exact: true })).toBeVisible();
    const names = own.getByRole('table', { name: '拍卖标的' }).getByText(/^(MY|VN)\./);
    await expect(names).toHaveText(['MY.Hydro.2025', 'VN.Wind.2025']);
  });
}

/** Checks that the rows of the items, and the request's list, show what is requested. */
async function expectMarks(page: Page, request: Locator): Promise<void> {
  await expect(request.getByRole('listitem').filter({ hasText: 'MY.Solar.2025' })).toContainText(/^Deletion/);
  await expectRowMarks(page);
}

async function expectMarksInTabs(office: Page): Promise<void> {
  await office.getByRole('tab', { name: /^Items/ }).click();
  await expectRowMarks(office);
  await office.getByRole('tab', { name: /^Change request/ }).click();
}

async function expectRowMarks(page: Page): Promise<void> {
  const row = (name: string) => page.getByRole('table', { name: 'Auction items' }).getByRole('row', { name });
  await expect(row('MY.Hydro.2025')).toContainText('Change requested');
  await expect(row('MY.Solar.2025')).toContainText('Deletion requested');
}

async function fillItem(page: Page, open: string, label: RegExp, value: string): Promise<void> {
  await page.getByRole('button', { name: open }).click();
  await page.getByRole('dialog').getByLabel(label).fill(value);
}

async function fillWind(page: Page, quantity: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Country/).selectOption({ label: 'Vietnam' });
  await dialog.getByLabel(/^Fuel type/).selectOption({ label: 'Wind' });
  await dialog.getByLabel(/^Vintage year/).fill('2025');
  await dialog.getByLabel(/^Quantity/).fill(quantity);
  await dialog.getByRole('button', { name: 'Add to request' }).click();
  await expect(dialog).toBeHidden();
}

async function speakChinese(page: Page): Promise<void> {
  await speak(page, 'zh');
  await page.reload();
}
