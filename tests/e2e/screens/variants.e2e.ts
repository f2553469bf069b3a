import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { moveAuction } from '#testing/builders/records.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { startServer } from '#testing/world/server-process.ts';
import { takeFile } from '../steps/result-menu.ts';
import { expect, passSignIn, test, type World } from '../world.ts';

/** Checks what the same user sees in a variant: the brand before signing in, the currency in the room. */
async function expectVariant(page: Page, auctionId: string, wanted: { title: RegExp; currency: string }) {
  await expect(page).toHaveTitle(wanted.title);
  await page.goto(`/user/auction/${auctionId}`);
  await expect(page.getByRole('textbox', { name: `Price (${wanted.currency})` }).first()).toBeVisible();
}

const someAuction = async (world: World) => {
  const person = await world.person();
  return { person, auction: await world.auction({ bidders: [{ person }] }) };
};

test('variant TNBX has its brand, ringgit, and no language menu', async ({ world, signIn }) => {
  const { person, auction } = await someAuction(world);
  const page = await signIn(person);
  await expectVariant(page, auction.auctionId, { title: /TNBX/, currency: 'MYR' });
  await expect(page.getByText('中文')).toHaveCount(0);
  await page.getByRole('button', { name: new RegExp(person.username) }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Company information',
    'Company members',
    'API keys and webhooks',
    'Beneficiaries',
    'Change 2FA phone number',
    'Notification settings',
    'Trusted devices',
    'Change password',
    'Your data',
    'Keyboard shortcuts',
    'Sign out',
  ]);
  for (const path of ['/sign-up', '/otp', '/forgot-password', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/user\/upcoming$/);
  }
});

test('variant TNBX takes the language from the browser or the deployment, and selecting one is a setting', async ({
  world,
  open,
}) => {
  const inChinese = await open({ locale: 'zh-CN' });
  await inChinese.goto('/login');
  await expect(inChinese.getByLabel('用户名')).toBeVisible();
  await expect(inChinese.getByText('English')).toHaveCount(0);
  const server = await startServer({ DATABASE_URL: world.url, DEFAULT_LANGUAGE: 'zh', LANGUAGE_CHOICE: 'on' });
  try {
    const page = await open({ baseURL: server.baseUrl });
    await page.goto('/login');
    await expect(page.getByLabel('用户名')).toBeVisible();
    await page.getByText('English').click();
    await expect(page.getByLabel('Username')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
  } finally {
    await server.kill();
  }
});

test('variant GLOBAL has its brand, dollars, and the language in the top bar', async ({ world, open }) => {
  const { person, auction } = await someAuction(world);
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
  try {
    const page = await open({ baseURL: server.baseUrl });
    await passSignIn(page, world, person);
    await expectVariant(page, auction.auctionId, { title: /Greenlot/, currency: 'USD' });
    await page.locator('header').getByText('中文').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
    await page.getByRole('button', { name: new RegExp(person.username) }).click();
    const entries = page.getByRole('menuitem');
    await expect(entries).toHaveText([
      '企业成员',
      'API 密钥与 Webhook',
      '受益方',
      '通知设置',
      '受信任的设备',
      '修改密码',
      '您的个人信息',
      '键盘快捷键',
      '退出登录',
    ]);
    for (const path of [
      '/user/company-information/update',
      '/user/change-2fa-phone-number',
      '/sign-up',
      '/otp',
      '/forgot-password',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/user\/upcoming$/);
    }
  } finally {
    await server.kill();
  }
});

/** A brand as docs/brands.md describes it, by configuration alone. */
const SURIA = { VARIANT: 'GLOBAL', BRAND_NAME: 'Suria Certificates', BRAND_COLOR: '#ffb400' };
const OTHER_BRANDS = /greenlot|tnbx/i;

/** Checks everything that names a brand: text, title, images, and text for screen readers. */
async function expectOnlySuria(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Suria Certificates/);
  await expect(page.getByText('Suria Certificates').first()).toBeVisible();
  expect(await page.evaluate(() => `${document.title} ${document.documentElement.outerHTML}`)).not.toMatch(
    OTHER_BRANDS,
  );
}

test('a third brand by configuration alone is on its pages, emails and documents, and no other brand is', async ({
  world,
  open,
}) => {
  const admin = await world.person({ role: 'Admin' });
  const past = await world.auction({});
  await moveAuction(world.database.db, past.auctionId, -7_200, -3_600);
  const { mails, smtpUrl, close } = await mailServer(0);
  const server = await startServer({ DATABASE_URL: world.url, ...SURIA, SMTP_URL: smtpUrl() });
  try {
    const page = await open({ baseURL: server.baseUrl, colorScheme: 'dark' });
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await expectOnlySuria(page);
    const mailed = async () => {
      await expect.poll(() => mails.filter((mail) => mail.includes(admin.username)).length).toBe(1);
      return readMail(mails.find((mail) => mail.includes(admin.username)) ?? '');
    };
    // The test reads the one-time code from the email, because the database no longer contains the code.
    await passSignIn(page, world, admin, undefined, async () => /\b\d{6}\b/.exec((await mailed()).body)?.[0] ?? '');
    const { from, body } = await mailed();
    expect(from).toMatch(/^"?Suria Certificates"? </);
    expect(body).not.toMatch(OTHER_BRANDS);
    for (const path of ['/admin/upcoming', `/admin/auction-result/${past.auctionId}`]) {
      await page.goto(path);
      await expect(page.locator('main h1')).toBeVisible();
      await expectOnlySuria(page);
    }
    const download = await takeFile(page, 'Record (PDF)');
    const { pages, info } = await readPdf(await readFile(await download.path()));
    expect(info).toMatchObject({ Author: 'Suria Certificates' });
    expect(pages.join(' ')).toContain('Suria Certificates REC auctions');
    expect(pages.join(' ')).not.toMatch(OTHER_BRANDS);
  } finally {
    await server.kill();
    await close();
  }
});
