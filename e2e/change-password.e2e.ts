import { expect, PASSWORD, test } from './world.ts';

test('a password is changed; a wrong one is said in the form, which asks for another try', async ({
  world,
  signIn,
}) => {
  const person = await world.person();
  const page = await signIn(person);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/user\/change-password$/);
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
  await expect(page.getByText('Your password was changed')).toBeVisible();
  await expect(current).toHaveValue('');
  await page.goto('/change-password');
  await expect(page).toHaveURL(/\/user\/change-password$/);
});

test('administrators change it in their own area', async ({ world, signIn }) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/change-password');
  await expect(page).toHaveURL(/\/admin\/change-password$/);
  await expect(page.getByLabel('Current password')).toBeVisible();
});
