import { randomUUID } from 'node:crypto';
import { expect, PASSWORD, test } from '../world.ts';

const aNumber = (): string => `12${randomUUID().replaceAll(/\D/g, '').padEnd(7, '0').slice(0, 7)}`;

test('a user adds a first phone and then replaces it, each with the code sent to it', async ({ world, signIn }) => {
  const person = await world.person();
  const page = await signIn(person);
  const [first, second] = [aNumber(), aNumber()];
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: 'Change 2FA phone number' }).click();
  await expect(page.getByRole('heading', { name: 'Add a phone for one-time codes' })).toBeVisible();
  await page.getByLabel('Phone number').fill(first);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill(await world.codeTo(`+60${first}`));
  await expect(page.getByText(`SMS codes will now be sent to +60 ${first}`)).toBeVisible();

  await page.reload();
  await expect(page.getByText(`+60 ${first}`)).toBeVisible();
  await page.getByLabel('New phone number').fill(`${first.slice(0, 2)} ${first.slice(2)}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The new number must differ from the current one')).toBeVisible();
  await page.getByLabel('New phone number').fill(second);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill(await world.codeTo(`+60${second}`));
  await expect(page.getByText(`SMS codes will now be sent to +60 ${second}`)).toBeVisible();
});
