import { randomUUID } from 'node:crypto';
import { expect, PASSWORD, test } from '../world.ts';

const aNumber = (): string => `12 ${randomUUID().replaceAll(/\D/g, '').padEnd(7, '0').slice(0, 7)}`;

test('a person signs up in steps, selects another username, and the code signs the person in', async ({
  world,
  open,
}) => {
  const taken = await world.person();
  const name = `new-${randomUUID().slice(0, 8)}`;
  const number = aNumber();
  const page = await open();
  const username = page.getByLabel('Username');
  const next = page.getByRole('button', { name: 'Next' });

  await test.step('rules of the password are checked off, and missing values are reported beside their fields', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(username).toBeFocused();
    await username.fill(taken.username);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('correct-horse');
    await expect(page.getByRole('status').filter({ hasText: '4 of 6 password requirements met' })).toBeAttached();
    await next.click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByText('This field is required').first()).toBeVisible();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Email').fill(`${name}@example.test`);
    await password.fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await next.click();
  });

  await test.step('going back and forth loses nothing', async () => {
    await page.getByLabel('Phone number').fill(number);
    await page.getByText('SMS', { exact: true }).click();
    await page.goBack();
    await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.test`);
    await next.click();
    await expect(page.getByLabel('Phone number')).toHaveValue(number);
    await expect(page.getByRole('radio', { name: 'SMS' })).toBeChecked();
    await page.getByRole('button', { name: 'Send code' }).click();
  });

  await test.step('the code survives a reload and is accepted with its spaces', async () => {
    await expect(page).toHaveURL(/\/otp$/);
    await page.reload();
    await expect(page.getByText(/6-digit code by SMS to \+60/)).toBeVisible();
    await expect(page.getByRole('button', { name: /Resend code in 0:\d\d/ })).toBeDisabled();
    const code = await world.codeTo(`+60${number.replaceAll(' ', '')}`);
    const wrong = code === '000000' ? '000001' : '000000';
    await page.getByLabel('One-time code').fill(wrong);
    await expect(page.getByText('Incorrect code. Please try again.')).toBeVisible();
    await expect(page.getByLabel('One-time code')).toBeFocused();
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
  });

  await test.step('a taken username is reported now, and another one signs in with the same code', async () => {
    await expect(page.getByRole('heading', { name: 'Choose another username' })).toBeVisible();
    await expect(username).toBeFocused();
    await page.getByRole('button', { name: 'Use this username' }).click();
    await expect(page.getByText('This username is taken').first()).toBeVisible();
    await username.fill(name);
    await page.getByRole('button', { name: 'Use this username' }).click();
    await expect(page).not.toHaveURL(/\/(otp|login|sign-up)/);
    await page.getByRole('button', { name: new RegExp(name) }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await expect(page).toHaveURL(/:\d+\/change-password$/);
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
  });
});

test('if the address is taken too, the next username leads back to the step where it was entered', async ({
  world,
  open,
}) => {
  const taken = await world.person();
  const number = aNumber();
  const page = await open();
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(taken.username);
  await page.getByLabel('Email').fill(`${taken.username}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Phone number').fill(number);
  await page.getByText('SMS', { exact: true }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('One-time code').fill(await world.codeTo(`+60${number.replaceAll(' ', '')}`));
  await expect(page.getByRole('heading', { name: 'Choose another username' })).toBeVisible();
  const name = `new-${randomUUID().slice(0, 8)}`;
  await page.getByLabel('Username').fill(name);
  await page.getByRole('button', { name: 'Use this username' }).click();
  await expect(page.getByText('An account with this email address already exists')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveValue(name);
});

test('opening sign-in, sign-up or forgotten password deletes an unfinished sign-up', async ({ world, open }) => {
  const page = await open();
  const waiting = {
    userRegisterId: world.url,
    sent: { notification_method: 'email', target: 'a***@example.test', resend_after_seconds: 60 },
    sentAtMs: Date.now(),
    account: { Username: 'somebody', Email: 'somebody@example.test' },
    phone: {},
  };
  const kept = () => page.evaluate(() => sessionStorage.getItem('TNBX.greenlot.v1.signUp'));
  for (const path of ['/login', '/sign-up', '/forgot-password']) {
    await page.goto('/env');
    await page.evaluate((value) => sessionStorage.setItem('TNBX.greenlot.v1.signUp', value), JSON.stringify(waiting));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect([path, await kept()]).toEqual([path, null]);
  }
});
