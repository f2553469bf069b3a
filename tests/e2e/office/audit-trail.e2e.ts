import { readFile } from 'node:fs/promises';
import { updateAccount } from '#contract/company/company.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { speak } from '../steps/speak.ts';
import { expect, test } from '../world.ts';

test('an administrator’s act is found, read with values before and after, and exported', async ({ world, signIn }) => {
  const [admin, person] = [await world.person({ role: 'Admin' }), await world.person()];
  const page = await signIn(admin);
  const companyName = `审计 ${person.username}`;
  const call = await callsOf(page);
  for (const [version, picName] of ['Mei', 'Lin'].entries())
    await call(updateAccount, person.accountId, {
      ...aCompany({ companyName, englishCompanyName: 'Audited', picName }),
      version: version + 1,
    });

  await test.step('in the list, by its subject, through the menu', async () => {
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await page.getByRole('searchbox').fill(person.accountId);
    await expect(page.locator('tbody tr')).toHaveCount(2);
    await page.getByLabel('Action').selectOption({ label: 'Business account blacklisted' });
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByLabel('Action').selectOption({ label: 'Company information changed' });
    await expect(page).toHaveURL(/act=updateAccount/);
    const row = page.locator('tbody tr').first();
    await expect(row).toContainText(companyName);
    await expect(row).toContainText(admin.username);
  });

  await test.step('the status page updates repeatedly', async () => {
    await page.getByRole('link', { name: 'Service status' }).click();
    const process = page.getByRole('table', { name: 'Processes' }).getByRole('row').nth(1);
    await expect(process).toContainText('Serving');
    await expect(process).toContainText('Reachable');
    const heard = await process.locator('time').nth(1).innerText();
    await expect(process.locator('time').nth(1)).not.toHaveText(heard);
    await expect(page.getByRole('heading', { name: 'No outages' })).toBeVisible();
    await page.goBack();
  });

  await test.step('the export is in words', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Business account: Contact person: Mei → Lin');
  });

  await test.step('the act itself appears in Chinese, in the dark theme, and the way back leads to the unchanged list', async () => {
    await speak(page, 'zh');
    await page.evaluate(() => localStorage.setItem('TNBX.greenlot.v1.theme', 'dark'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('link', { name: '修改企业信息' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('修改企业信息');
    const row = page.getByRole('row', { name: /^联系人/ });
    await expect(row.getByRole('cell')).toHaveText(['Mei', 'Lin']);
    await expect(page.getByRole('table')).toContainText('企业账户');
    await expect(page.locator('main')).toContainText('127.0.0.1');
    await page.locator('main').getByRole('link', { name: '审计记录' }).click();
    await expect(page).toHaveURL(/act=updateAccount/);
  });
});
