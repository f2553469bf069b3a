import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const ROWS = 'Perai,MY,Perai,2020-01,10.4\nPerai,MY,Perai,2020-02,10.4\nKulim,MY,Kulim,2020-07,200';

/** Records the retirement of the first waiting RECs at the registry. */
async function record(page: Page, reference: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Record/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^Registry$/)
    .or(dialog.getByLabel(/^Registry \*/))
    .first()
    .fill('I-REC(E)');
  await dialog.getByLabel(/^Registry reference/).fill(reference);
  await dialog.getByLabel(/^Retired at the registry on/).fill('2021-02-01');
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('The retirement at the registry has been recorded.')).toBeVisible();
}

test('a company retires RECs for a list of consumption, the seller records the registry, and the report says so', async ({
  world,
  signIn,
}) => {
  const [holder, seller] = [await world.person(), await world.person()];
  await aHolding(world.database.db, { holder, seller, quantity: 100 });
  const page = await signIn(holder);

  await test.step('a wrong row is named, and the proposal says what is not covered', async () => {
    await page.goto('/user/retire-list');
    await page.getByLabel(/^Rows/).fill(`${ROWS}\nKulim,MY,Kulim,July,1`);
    await page.getByRole('combobox', { name: 'Purpose' }).selectOption('scope2');
    await page.getByRole('button', { name: 'Show proposal' }).click();
    await expect(page.getByText('Row 4: Enter a month like 2026-03')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(/^Rows/).fill(ROWS);
    await page.getByRole('button', { name: 'Show proposal' }).click();
    await expect(page.getByText('121 RECs are missing', { exact: false })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('one step retires everything that was proposed', async () => {
    await page.getByRole('button', { name: 'Retire as proposed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire permanently' }).click();
    await expect(page.getByText('2 retirements have been made.')).toBeVisible();
    await expect(page.getByRole('row', { name: /Retired on this platform only/ })).toHaveCount(2);
  });

  await test.step('on a phone, the seller sees what to retire and records it', async () => {
    const phone = await signIn(seller, PHONE);
    await phone.goto('/user/registry-retirements');
    await expect(phone.getByText('Scope 2 reporting').first()).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await record(phone, 'RX-1');
  });

  await test.step('the report of the year shows each check and is a file', async () => {
    await page.goto('/user/claims-report?year=2020');
    await expect(page.getByText('RX-1').first()).toBeVisible();
    await expect(page.getByText('At most 15 years old').first()).toBeVisible();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report (PDF)' }).click();
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    await page.goto('/user/claims-report?year=2019');
    await expect(page.getByText('No claims in this year')).toBeVisible();
  });
});
