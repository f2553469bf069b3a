import { expect, signInBy, test } from '../world.ts';
import { axeFindings } from '../steps/expect-usable.ts';

/**
 * The reader puts a link to the operation into the button that opens it. Browsers make its scrolling areas focusable
 * themselves (decision 98).
 */
const KNOWN = /^(nested-interactive|target-size|scrollable-region-focusable): /;

test('someone new to the API finds an operation and tries it with a token, and nothing leaves our origin', async ({
  world,
  open,
  playwright,
}) => {
  const person = await world.person();
  const { reply } = await signInBy(playwright.request, world, person);
  const page = await open();
  const wrong: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && wrong.push(message.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== world.server.baseUrl)
      wrong.push(request.url());
  });
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Authorize' }).click();
  const dialog = page.locator('.modal-ux');
  await dialog.getByRole('textbox').first().fill(String(reply['access_token']));
  await dialog
    .getByRole('button', { name: /apply credentials/i })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByPlaceholder(/filter/i).fill('/profile');
  // The list changes a moment after the last letter.
  await expect(page.locator('#operations-tag-admin')).toHaveCount(0);
  const operation = page.getByRole('button', { name: /get .*profile/i }).first();
  const execute = page.getByRole('button', { name: 'Execute' });
  // A press has no effect if the reader draws its list again meanwhile.
  await expect(async () => {
    if ((await operation.getAttribute('aria-expanded')) !== 'true') await operation.click();
    await expect(execute).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await execute.click();
  await expect(page.locator('.live-responses-table')).toContainText(person.username);
  await expect(page.locator('.request-snippets')).toContainText("curl -X 'GET'");
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html.dark-mode')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
    const findings = await axeFindings(page);
    wrong.push(...findings.filter((finding) => !KNOWN.test(finding)).map((finding) => `${colorScheme}: ${finding}`));
  }
  expect(wrong).toEqual([]);
});

test('without scripts the page of the API leads to the document for programs', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/docs');
  await page.getByRole('link', { name: 'openapi.json' }).click();
  await expect(page.locator('body')).toContainText('"openapi":"3.1');
});
