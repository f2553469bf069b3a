import { peopleByOperator } from '#server/identity/sign-up/people-by-operator.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startServer } from '#testing/world/server-process.ts';
import { expect, test } from '../world.ts';

test('in a new deployment of GLOBAL the operator’s link sets the first administrator’s password, once', async ({
  world,
  open,
}) => {
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
  try {
    const { baseUrl: PUBLIC_URL } = server;
    const people = peopleByOperator(world.database.db, readConfig({ VARIANT: 'GLOBAL', PUBLIC_URL }));
    const person = { username: 'first_admin', email: 'first_admin@example.test', isAdmin: true };
    const link = await people.add(person, Date.now());
    const page = await open({ baseURL: PUBLIC_URL });
    await page.goto(link);
    await page.getByLabel('New password').fill('Other-horse-10');
    await page.getByLabel('Confirm password').fill('Other-horse-10');
    await page.keyboard.press('Enter');
    await page.goto('/forgot-password');
    await expect(page.getByText('No account, or forgot your password? Ask the platform operator')).toBeVisible();
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel(/^Password/).fill('Other-horse-10');
    await page.keyboard.press('Enter');
    await page.getByLabel('One-time code').fill(await world.codeFor(person.username));
    await expect(page).toHaveURL(/\/admin\/dashboard$/);

    await page.goto(link);
    await page.getByLabel('New password').fill('Other-horse-11');
    await page.getByLabel('Confirm password').fill('Other-horse-11');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  } finally {
    await server.kill();
  }
});
