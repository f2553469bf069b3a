import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { aDeviceLine, aLotLine } from '#testing/builders/certificate-builders.ts';
import { writeSpreadsheet } from '#server/platform/export/spreadsheet.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type Line = Readonly<Record<string, string | null>>;
const headingOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const rowsOf = (lines: readonly Line[]) => [
  Object.keys(lines[0] ?? {}).map(headingOf),
  ...lines.map((line) => Object.values(line).map((text) => text ?? '')),
];
const csvOf = (lines: readonly Line[]) =>
  Buffer.from(
    rowsOf(lines)
      .map((row) => row.join(';'))
      .join('\n'),
  );

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('a seller registers plants and certificates from files, and a file with errors registers nothing', async ({
  world,
  signIn,
}) => {
  const seller = await world.person();
  const page = await signIn(seller);
  const devices = [aDeviceLine(), aDeviceLine({ commissionedOn: '1900-01-01' })];
  const [one, two] = devices.map(({ registryId }) => registryId);

  await test.step('the seller takes the template, and registers two plants from a CSV file', async () => {
    await page.goto('/user/certificates?tab=devices');
    await page.getByRole('link', { name: 'Register from a file' }).click();
    await expect(page.getByText('No file chosen')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template (CSV)' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain('Registry ID');
    await choose(page, 'plants.csv', csvOf(devices));
    await expect(page.getByText('2 lines without errors.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Register all lines' }).click();
    await expect(page.getByText('2 lines were submitted')).toBeVisible();
    await expect(page.getByRole('row', { name: two })).toContainText('Commissioned: unknown');
  });

  const good = aLotLine(one ?? '', 60);
  const lots = [
    good,
    { ...aLotLine(two ?? '', 10), first: good.last, last: good.first },
    { ...good, registryId: 'NONE' },
  ];

  await test.step('each error of an XLSX file is named with its line and column, and nothing is registered', async () => {
    await page.goto('/user/certificate-file?tab=lots');
    await choose(
      page,
      'certificates.xlsx',
      Buffer.from(await writeSpreadsheet(rowsOf(lots), { format: 'xlsx', timeZone: 'UTC' })),
    );
    await expect(page.getByText('2 lines have errors')).toBeVisible();
    await expect(page.getByRole('row', { name: /^3/ })).toContainText(
      'first: The last serial number is below the first',
    );
    await expect(page.getByRole('row', { name: /^4/ })).toContainText('registry_id: Your company has not registered');
    await expect(page.getByRole('button', { name: 'Register all lines' })).toBeDisabled();
    await expectAccessible(page);
    await choose(page, 'broken.xlsx', Buffer.from('no workbook'));
    await expect(page.getByText('These columns are missing', { exact: false })).toBeVisible();
  });

  await test.step('on a phone, the corrected file is registered', async () => {
    const phone = await signIn(seller, PHONE);
    await phone.goto('/user/certificate-file?tab=lots');
    await choose(phone, 'certificates.csv', csvOf([good]));
    await expect(phone.getByText('1 line without errors.')).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await phone.getByRole('button', { name: 'Register all lines' }).click();
    await expect(phone.getByText('1 line was submitted')).toBeVisible();
  });
});
