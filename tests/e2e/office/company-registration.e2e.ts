import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { acceptTerms } from '../steps/auction-steps.ts';
import { speak } from '../steps/speak.ts';
import { expect, PASSWORD, test, type World } from '../world.ts';

async function signUp(page: Page, world: World, name: string): Promise<void> {
  const email = `${name}@example.test`;
  await page.goto('/sign-up');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Phone number').fill('12 345 6789');
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill(await world.codeTo(email));
}

/** Fills in everything but the name. */
async function fillCompany(page: Page): Promise<void> {
  await page.getByLabel(/^Country/).selectOption('Malaysia');
  await page.getByLabel(/^Province/).selectOption('Selangor');
  await page.getByLabel(/^Company registration number/).fill('202301-0012345');
  await page.getByLabel(/^Business type/).selectOption('Generator');
  await page.getByLabel(/^Registered address/).fill('12, Jalan Ampang, Kuala Lumpur');
  await page.getByText('The business address is the same as the registered address').click();
  await page.getByLabel(/^Contact person(?!’)/).fill('Siti Aminah');
  await page.getByLabel(/^Contact person’s phone/).fill('60 12 345 6789');
  await page.getByLabel(/^Contact number/).fill('60 3 2345 6789');
}

/** Carries out an admin's action on a company's newest registration, on screen. */
async function act(admin: Page, company: string, action: string, remark?: string): Promise<void> {
  await admin.goto('/admin/account-registration');
  await admin.getByRole('link', { name: company }).first().click();
  await admin.getByRole('button', { name: action, exact: true }).click();
  // Leaving before the answer arrives would abort the call.
  if (action === 'Start review') return expect(admin.getByRole('button', { name: action, exact: true })).toBeHidden();
  const dialog = admin.getByRole('dialog');
  if (remark) await dialog.getByLabel(/^Remark/).fill(remark);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a company goes from sign-up to an account that bids, returned and rejected on the way', async ({
  world,
  open,
  signIn,
}) => {
  const name = `co-${randomUUID().slice(0, 8)}`;
  const company = `Selat Power ${name}`;
  const admin = await signIn(await world.person({ role: 'Admin' }));
  const auction = await world.auction({ isPrivate: false, items: [{ quantity: 1_000 }] });
  const page = await open();
  const state = page.locator('main').getByRole('status');
  const steps = page.getByRole('list', { name: 'Steps to your business account' }).getByRole('listitem');
  const companyName = page.getByLabel(/^(Company name|企业名称)/);

  await test.step('a user without a company is led to its registration from any target', async () => {
    await signUp(page, world, name);
    await expect(page).toHaveURL(/\/user\/account-registration\/create$/);
    for (const path of ['/login', '/user/upcoming', '/user/account-registration']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/user\/account-registration\/create$/);
    }
  });

  await test.step('errors appear beside their fields, and the first wrong field has the focus', async () => {
    const province = page.locator('.mantine-InputWrapper-root', { hasText: 'Province' });
    await expect(province).toContainText('*');
    await expect(province).toContainText('Select the country first.');
    await expect(page.getByText('Country code first, without +; digits and spaces only')).toHaveCount(2);
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(companyName).toBeFocused();
    // The field has the color of the error, not the color of a valid field.
    const says = await page
      .getByText('This field is required')
      .first()
      .evaluate((text) => getComputedStyle(text).color);
    await expect(companyName).toHaveCSS('border-color', says);
    await expect(companyName).toHaveCSS('outline-color', says);
    await companyName.fill('Selat ⚡ Power');
    await expect(page.getByText('Emoji aren’t allowed')).toBeVisible();
    await page.getByLabel(/^Country/).selectOption('Vietnam');
    await page.getByLabel(/^Province/).selectOption('Hanoi');
    await expect(page.getByLabel('SST number')).toHaveCount(0);
    await fillCompany(page);
    await expect(page.getByLabel('SST number')).toBeVisible();
    await companyName.fill(company);
    await expect(page.locator('main [aria-invalid="true"]')).toHaveCount(0);
  });

  await test.step('a reload loses nothing, and a submitted registration waits for an administrator', async () => {
    await page.reload();
    await expect(companyName).toHaveValue(company);
    await expect(page.getByLabel(/^Province/)).toHaveValue('MY-10');
    await expect(steps).toContainText(['Registration', 'Waiting for approval', 'Completed']);
    await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step');
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await expect(page).toHaveURL(/\/user\/account-registration$/);
    await expect(state).toContainText('Your registration has been submitted');
    await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
    await page.goto('/login');
    await expect(page).toHaveURL(/\/user\/account-registration$/);
  });

  await test.step('administrators get a notification that leads to it', async () => {
    await admin.getByRole('button', { name: /^Notifications: [1-9]/ }).click();
    const notices = admin.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('A registration is waiting for approval');
    await notices.getByRole('link', { name: company }).click();
    await expect(admin.getByRole('heading', { name: company })).toBeVisible();
  });

  await test.step('each step of the administrator appears automatically', async () => {
    await act(admin, company, 'Start review');
    await expect(state).toContainText('An administrator is reviewing');
    await act(admin, company, 'Return', 'Please give the address of your office.');
    await expect(state).toContainText('Please give the address of your office.');
  });

  await test.step('the correction begins with the submitted data, and the remark above it', async () => {
    await page.getByRole('link', { name: 'Correct and resubmit' }).click();
    await expect(page.locator('main')).toContainText('Please give the address of your office.');
    await expect(companyName).toHaveValue(company);
    await page.getByLabel(/^Registered address/).fill('Level 8, Menara Selat, Petaling Jaya');
    await page.getByRole('button', { name: 'Resubmit' }).click();
    await expect(state).toContainText('Your registration has been submitted');
    await act(admin, company, 'Start review');
    await act(admin, company, 'Reject', 'This company is registered already.');
    await expect(state).toContainText('This company is registered already.');
  });

  await test.step('a rejection by mistake is taken back, and given again', async () => {
    await act(admin, company, 'Reopen', 'We compared it with the wrong company.');
    await expect(state).toContainText('An administrator is reviewing');
    await expect(page.getByRole('main')).toContainText('We compared it with the wrong company.');
    await act(admin, company, 'Reject', 'This company is registered already.');
    await expect(state).toContainText('This company is registered already.');
  });

  await test.step('a new registration, in Chinese, is approved', async () => {
    await speak(page, 'zh');
    await page.reload();
    await page.getByRole('link', { name: '重新申请' }).click();
    await expect(page.locator('main')).toContainText('This company is registered already.');
    await expect(companyName).toHaveValue(company);
    await companyName.fill(`${company} 2`);
    await page.getByRole('button', { name: '提交审核' }).click();
    await expect(state).toContainText('申请已提交');
    await act(admin, `${company} 2`, 'Start review');
    await act(admin, `${company} 2`, 'Approve');
    await expect(state).toContainText('企业账户已开通');
    await page.getByRole('link', { name: '前往拍卖' }).click();
    await expect(page).toHaveURL(/\/user\/upcoming$/);
  });

  await test.step('its company bids', async () => {
    await page.goto(`/user/auction/${auction.auctionId}/detail`);
    await acceptTerms(page);
    await page.getByRole('textbox', { name: /^价格/ }).first().fill('5.0');
    await page.getByLabel(/^数量/).first().fill('100');
    await page.getByRole('button', { name: '核对 1 笔出价' }).click();
    await page.getByRole('button', { name: '确认 1 笔出价' }).click();
    await expect(page.getByRole('heading', { name: '排名' })).toBeVisible();
  });
});
