import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { COMPANY_COLUMNS } from '#domain/import/company-columns.ts';
import { headingOf } from '#domain/import/import-table.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { aCsv, aWorkbook } from '#testing/builders/table-builders.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const choose = (place: Page | Locator, name: string, content: string | Buffer) =>
  place
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

/** Returns a file with these companies. */
function fileOf(companies: readonly Partial<ReturnType<typeof aCompany>>[]): string {
  const fields = COMPANY_COLUMNS.map(({ field }) => field);
  const lines = companies.map((change) => ({ ...aCompany(change), owner: '' }));
  return aCsv(
    fields.map(headingOf),
    lines.map((line) => fields.map((field) => line[field])),
  );
}

test('an administrator imports companies after a preview with errors, and undoes the import', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  const good = { companyName: 'Imported Hydro', registrationNumber: 'IMPORT-1' };

  await test.step('the file with errors is told by line and column, and cannot be imported', async () => {
    await page.goto('/admin/business-account');
    await page.getByRole('link', { name: 'Import from a file' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template (CSV)' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Company name,English company name');
    await choose(page, 'companies.csv', fileOf([good, { ...good, picEmail: 'none' }]));
    await expect(page.getByText('1 line has errors')).toBeVisible();
    const row = page.getByRole('row', { name: /^3/ });
    await expect(row).toContainText('registration_number: Line 2 has the same');
    await expect(row).toContainText('pic_email:');
    await expect(page.getByRole('button', { name: 'Import all lines' })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('a file in another encoding is refused with the line and the column', async () => {
    await choose(page, 'companies.csv', Buffer.concat([Buffer.from('a,b\nc,'), Buffer.from([0xb1, 0xb1])]));
    await expect(page.getByText('Line 2, column 2: the text isn’t UTF-8', { exact: false })).toBeVisible();
  });

  await test.step('the corrected file is imported, and then undone', async () => {
    await choose(page, 'companies.csv', fileOf([good, { ...good, registrationNumber: 'IMPORT-2' }]));
    await expect(page.getByText('2 lines without errors.')).toBeVisible();
    await page.getByRole('button', { name: 'Import all lines' }).click();
    await expect(page.getByText('2 lines were imported.')).toBeVisible();
    // The first page of the list may be full of companies of other stories.
    await page.goto('/admin/business-account?search=Imported');
    await expect(page.getByRole('link', { name: 'Imported Hydro' })).toHaveCount(2);
    await page.getByRole('link', { name: 'Import from a file' }).click();
    await page.getByRole('button', { name: 'Undo: companies.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The import of companies.csv was undone.')).toBeVisible();
    await expect(page.getByRole('row', { name: /companies\.csv/ })).toContainText('Undone');
    await page.goto('/admin/business-account?search=Imported');
    await expect(page.getByRole('link', { name: 'Imported Hydro' })).toHaveCount(0);
  });
});

test('a member imports beneficiaries from a workbook, on a phone and in Chinese', async ({ world, signIn }) => {
  const page = await signIn(await world.person(), { ...PHONE, locale: 'zh-CN' });
  await page.goto('/user/beneficiary-import');
  await choose(
    page,
    'people.xlsx',
    await aWorkbook([
      ['类型', '名称', '地址', '证书上的名称', '消费国家'],
      ['企业', '绿能公司', '北京路 1 号', '绿能公司', ''],
    ]),
  );
  await expect(page.getByText('1 行均无误。')).toBeVisible();
  await expect(page.getByText('以下列不会使用：消费国家')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '导入所有行' }).click();
  await expect(page.getByText('已导入 1 行。')).toBeVisible();
  await expect(page.getByText('绿能公司').first()).toBeVisible();
});

test('an administrator adds items and bidders of an auction from files, and deletes the items again', async ({
  world,
  signIn,
}) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const { auctionId } = await world.auction({ startsIn: 600, items: [{ quantity: 1_000 }], bidders: [] });
  const page = await signIn(await world.person({ role: 'Admin' }));
  const headings = ['Country', 'Fuel type', 'Vintage year', 'Quantity', 'Minimum bid price', 'Maximum bid price'];

  await test.step('the preview judges the lines as the form does', async () => {
    await page.goto(`/admin/update/${auctionId}?tab=items`);
    await page.getByRole('button', { name: 'Import from a file' }).click();
    const lines = [
      ['Malaysia', 'Solar', '2025', '5,000', '2', '20'],
      ['MY', 'Solar', '2025', '5,000', '2', '1'],
    ];
    await choose(page.getByRole('dialog'), 'items.csv', aCsv(headings, lines));
    const row = page.getByRole('dialog').getByRole('row', { name: /^3/ });
    await expect(row).toContainText('Country: Cannot create an item with the same country, vintage and fuel type');
    await expect(row).toContainText('Maximum bid price:');
    await expectAccessible(page);
  });

  await test.step('the corrected file adds its items, and undoing deletes them', async () => {
    const workbook = await aWorkbook([headings, ['Malaysia', 'Solar', 2025, 5_000, 2, 20.5]]);
    await choose(page.getByRole('dialog'), 'items.xlsx', workbook);
    await page.getByRole('button', { name: 'Add all items' }).click();
    await expect(page.getByText('MY.Solar.2025').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The items were deleted again.')).toBeVisible();
    await expect(page.getByText('MY.Solar.2025')).toHaveCount(0);
  });

  await test.step('a file fills the box of bidders, with their quantities', async () => {
    await page.goto(`/admin/add-bidders/${auctionId}`);
    await page.getByRole('button', { name: 'Add bidders' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paste a list').click();
    await choose(dialog, 'bidders.csv', aCsv(['name', 'max_quantity'], [[anna.username, 'many']]));
    await expect(
      dialog.getByText('Line 2, max_quantity: Write a number such as 1234.56', { exact: false }),
    ).toBeVisible();
    await choose(
      page,
      'bidders.csv',
      aCsv(
        ['name', 'max_quantity'],
        [
          [anna.username, '500'],
          [bo.username, ''],
        ],
      ),
    );
    await expect(dialog.getByRole('textbox').first()).toHaveValue(`"${anna.username}"\t500\n"${bo.username}"`);
    await dialog.getByRole('button', { name: 'Check the list' }).click();
    await expect(dialog.getByText('2 matches found and selected below.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add bidders' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: new RegExp(anna.username) })).toContainText('500');
  });
});

test('an administrator fills a sell order and its list of buyers from files', async ({ world, signIn }) => {
  const [seller, buyer] = [await world.person({ username: `sel${randomUUID().slice(0, 8)}` }), await world.person()];
  const page = await signIn(await world.person({ role: 'Admin' }));

  await test.step('items of a file are added, and undoing deletes them', async () => {
    await page.goto('/admin/marketplace/create');
    await page.getByLabel(/^Title/).fill('Imported offer');
    await page
      .getByLabel(/^Seller/)
      .first()
      .fill(seller.username);
    await page.getByRole('option', { name: new RegExp(seller.username) }).click();
    await page.getByLabel(/^Unit price/).fill('5.40');
    await page.getByLabel(/^Maximum per buy order/).fill('80');
    await page.getByRole('button', { name: 'Save and add items' }).click();
    await page.getByRole('button', { name: 'Import from a file' }).click();
    const headings = ['国家（地区）', '能源类型', 'vintage_year', 'rec_quantity'];
    await choose(page.getByRole('dialog'), 'items.csv', aCsv(headings, [['MY', 'Wind', '2025', '700']]));
    await page.getByRole('button', { name: 'Add all items' }).click();
    await expect(page.getByText('MY.Wind.2025').first()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The items were deleted again.')).toBeVisible();
    await expect(page.getByText('MY.Wind.2025')).toHaveCount(0);
  });

  await test.step('a file fills the box of buyers', async () => {
    const id = /marketplace\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
    await page.goto(`/admin/marketplace/update-buyers/${id}`);
    await page.getByRole('button', { name: 'Add buyers' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paste a list').click();
    await choose(dialog, 'buyers.csv', aCsv(['Company or person'], [[buyer.username]]));
    await dialog.getByRole('button', { name: 'Check the list' }).click();
    await expect(dialog.getByText('1 match found and selected below.')).toBeVisible();
  });
});
