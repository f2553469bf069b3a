import { insertApiKey } from '#testing/builders/records.ts';
import { expect, PASSWORD, test } from '../world.ts';

test('a person changes the password; the form reports a wrong one and allows another try', async ({
  world,
  signIn,
}) => {
  const person = await world.person();
  const page = await signIn(person);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/user\/change-password$/);
  // A user without API keys is not asked about API keys.
  await expect(page.getByLabel('Current password')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const current = page.getByLabel('Current password');
  await current.fill('Wrong-horse-99');
  await page.getByLabel('New password').fill('Other-horse-10');
  await page.getByLabel('Confirm password').fill('Other-horse-10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Password change failed' })).toBeVisible();
  await expect(page.getByText('Current password incorrect')).toHaveCount(1);
  await expect(current).toBeFocused();
  await current.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed.')).toBeVisible();
  await expect(current).toHaveValue('');
  await page.goto('/change-password');
  await expect(page).toHaveURL(/\/user\/change-password$/);
});

test('the page shows how many API keys the change can revoke, and rejected background calls sign nobody out', async ({
  world,
  signIn,
}) => {
  const person = await world.person();
  for (const name of ['one', 'two']) await insertApiKey(world.database.db, person, name);
  const page = await signIn(person);
  await page.goto('/user/change-password');
  const ends = page.getByRole('checkbox', { name: 'Revoke my 2 API keys too' });
  await ends.check();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('Other-horse-10');
  await page.getByLabel('Confirm password').fill('Other-horse-10');
  // The page's sockets close when the session ends. The page then requests new tokens immediately.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.route('**/connect/token', async (route) => {
    await refused;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed.')).toBeVisible();
  await expect(ends).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Current password')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('after ten wrong ones the account is locked for a while: only a warning, and the session stays', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person());
  await page.goto('/user/change-password');
  await page.getByLabel('New password').fill('Other-horse-10');
  await page.getByLabel('Confirm password').fill('Other-horse-10');
  for (let i = 0; i <= 10; i += 1) {
    const answered = page.waitForResponse('**/api/auth/change-password');
    await page.getByLabel('Current password').fill(`Wrong-horse-${i}0`);
    await page.keyboard.press('Enter');
    expect((await answered).status()).toBe(i < 10 ? 422 : 401);
  }
  await expect(
    page.getByRole('status').getByText('This account is temporarily locked. Please try again later.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try again in/ })).toBeDisabled();
  await page.goto('/user/past');
  await expect(page).toHaveURL(/\/user\/past$/);
});

test('administrators change it in their own area', async ({ world, signIn }) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/change-password');
  await expect(page).toHaveURL(/\/admin\/change-password$/);
  await expect(page.getByLabel('Current password')).toBeVisible();
});
