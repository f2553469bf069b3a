import { expect, PASSWORD, test } from '../world.ts';

test('trusted devices are listed in words and removed, and the next sign-in needs a code again', async ({
  world,
  open,
}) => {
  const person = await world.person();
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Trust this device').click();
  await page.getByLabel('One-time code').fill(await world.codeFor(person.username));
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: 'Trusted devices' }).click();
  const row = page.getByRole('row', { name: /Chrome on/ });
  await expect(row).toContainText('This device');
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('heading', { name: 'No trusted devices' })).toBeVisible();
  await page.route(/\/profile\/trusted-devices$/, (route) => route.abort('connectionrefused'));
  await page.reload();
  // Connected applications are on the same page. They are listed although the trusted devices cannot be loaded.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No connected applications' })).toBeVisible();
  await page.goto('/logout');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('One-time code')).toBeVisible();
});
