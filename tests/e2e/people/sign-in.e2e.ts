import { expect, PASSWORD, passSignIn, test } from '../world.ts';

test('the bare address leads to the sign-in', async ({ open }) => {
  const page = await open();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('a person signs in with password and code, returns to the requested page, and signs out', async ({
  world,
  open,
}) => {
  const person = await world.person();
  const page = await open();
  await page.goto('/user/past?limit=25');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill('Wrong-password-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The message is part of the form and stays as long as the fields are marked red.
  await expect(page.locator('form').getByRole('alert')).toHaveText('Invalid Username or Password');
  await expect(page.getByLabel(/^Password/)).toHaveAccessibleDescription('Invalid Username or Password');
  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  await passSignIn(page, world, person);
  await expect(page).toHaveURL(/\/user\/past\?limit=25/);
  await expect(page.getByText(`Company of ${person.username}`).first()).toBeVisible();
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await page.getByRole('menuitem', { name: /sign out/i }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/user/upcoming');
  await expect(page).toHaveURL(/\/login/);
});

test('a trusted device skips the code, and a newer sign-in elsewhere ends this one with a message', async ({
  world,
  open,
}) => {
  const person = await world.person();
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(/trust this device/i).click();
  await page.locator('[autocomplete="one-time-code"]').first().click();
  await page.keyboard.type(await world.codeFor(person.username));
  await expect(page).toHaveURL(/\/user\/upcoming/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/upcoming/);

  await world.database.db.deleteFrom('outbox').execute();
  const elsewhere = await open();
  await passSignIn(elsewhere, world, person);
  await expect(page.getByText(/different device/i).first()).toBeVisible();
});
