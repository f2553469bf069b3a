import { insertApiKey } from '#testing/builders/records.ts';
import { expect, passSignIn, test } from '../world.ts';

test('a new password replaces a forgotten one, and signs the person in', async ({ world, open }) => {
  const person = await world.person();
  const email = `${person.username}@example.test`;
  // A reset code goes only to an address that a user has proven with an earlier code.
  const proven = { email_proven_at: new Date() };
  await insertApiKey(world.database.db, person, 'program');
  await world.database.db.updateTable('app_user').set(proven).where('id', '=', person.userId).execute();
  const page = await open();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await page.getByLabel('Email').first().fill(email);
  await page.keyboard.press('Enter');
  // An unknown or unproven address gets no code, so the page does not claim that a code was sent.
  await expect(page.getByText('If this email address is registered and confirmed')).toBeVisible();
  await page.getByLabel('One-time code').fill('12');
  await expect(page.getByRole('button', { name: 'By SMS' })).toBeDisabled();
  await page.getByLabel('One-time code').fill(await world.codeTo(email));
  await page.getByLabel('New password').fill('Other-horse-10');
  await page.getByLabel('Confirm password').fill('Other-horse-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The passwords don’t match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('Other-horse-10');
  await page.getByRole('checkbox', { name: 'Revoke my API keys too' }).check();
  await page.getByLabel('Confirm password').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toHaveValue(person.username);
  const keys = world.database.db.selectFrom('api_key').selectAll().where('user_id', '=', person.userId);
  expect(await keys.execute()).toMatchObject([{ name: 'program', revoked_by: person.userId }]);
  await world.database.db.deleteFrom('outbox').execute();
  await passSignIn(page, world, person, 'Other-horse-10');
  await expect(page).toHaveURL(/\/user\/upcoming/);
});
