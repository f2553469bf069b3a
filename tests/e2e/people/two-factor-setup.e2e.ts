import { randomUUID } from 'node:crypto';
import { startServer } from '#testing/world/server-process.ts';
import { expect, PASSWORD, test } from '../world.ts';

test('if SMS is required, signing in leads through adding a phone', async ({ world, open }) => {
  const person = await world.person();
  const server = await startServer({ DATABASE_URL: world.url, FLAG_SMS_REQUIRED: 'on', PHONE_COUNTRIES: 'MY,SG' });
  try {
    const page = await open({ baseURL: server.baseUrl });
    const number = `12${randomUUID().replaceAll(/\D/g, '').padEnd(7, '0').slice(0, 7)}`;
    await page.goto('/login');
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').fill(await world.codeFor(person.username));
    await expect(page.getByRole('heading', { name: 'Add your phone' })).toBeVisible();
    await expect(page.getByLabel('Country code')).toHaveValue('MY');
    await page.getByLabel('Phone number').fill(number);
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').fill(await world.codeTo(`+60${number}`));
    await expect(page).toHaveURL(/\/user\/upcoming/);

    // If a signed-in user no longer has a phone number, every page leads to the sign-in, where a new one is set up.
    const { userId } = person;
    const noPhone = { phone_code: null, phone_number: null, phone_proven_at: null };
    await world.database.db.updateTable('app_user').set(noPhone).where('id', '=', userId).execute();
    await page.goto('/user/past');
    await expect(page).toHaveURL(/\/login/);
  } finally {
    await server.kill();
  }
});

test('in variant GLOBAL a person signed in on the hosted page without a phone adds one, and returns', async ({
  world,
  open,
}) => {
  const person = await world.person();
  const settings = { VARIANT: 'GLOBAL', FLAG_SMS_REQUIRED: 'on', PHONE_COUNTRIES: 'MY' };
  const server = await startServer({ DATABASE_URL: world.url, ...settings });
  try {
    const page = await open({ baseURL: server.baseUrl });
    const number = `13${randomUUID().replaceAll(/\D/g, '').padEnd(7, '0').slice(0, 7)}`;
    const addPhone = async () => {
      await expect(page.getByRole('heading', { name: 'Add your phone' })).toBeVisible();
      await page.getByLabel('Phone number').fill(number);
      await page.keyboard.press('Enter');
      await page.getByLabel('One-time code').fill(await world.codeTo(`+60${number}`));
    };
    await page.goto('/user/past');
    await expect(page).toHaveURL(/\/connect\/interaction\//);
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').fill(await world.codeFor(person.username));
    await addPhone();
    await expect(page).toHaveURL(/\/user\/past$/);

    const noPhone = { phone_code: null, phone_number: null, phone_proven_at: null };
    const { db } = world.database;
    await db.updateTable('app_user').set(noPhone).where('id', '=', person.userId).execute();
    await page.goto('/user/upcoming');
    await expect(page).toHaveURL(/\/connect\/interaction\//);
  } finally {
    await server.kill();
  }
});
