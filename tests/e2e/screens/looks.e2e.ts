import type { Page } from '@playwright/test';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { moveAuction, type TestPerson } from '#testing/builders/records.ts';
import { chooseChineseInTheDark } from '../steps/chinese-in-the-dark.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, PASSWORD, passSignIn, test, type World } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Creates a live auction in which the user bids, a closed auction, and a public reverse auction to register for. */
async function someAuctions(world: World) {
  const [anna, bo] = [await world.person(), await world.person()];
  const bidders = [{ person: anna }, { person: bo }];
  const live = await world.auction({
    items: [{ quantity: 1_000 }, { quantity: 500, partial: false }, { quantity: 700 }],
    bidders,
  });
  const past = await world.auction({ bidders });
  await moveAuction(world.database.db, past.auctionId, -7_200, -3_600);
  const open = await world.auction({ auctionType: 'Reverse', isPrivate: false, startsIn: 3_600, endsIn: 7_200 });
  return { anna, live, past, open };
}

/** Visits every screen of a bidder. `look` checks each screen when the screen has its content. */
async function walk(
  page: Page,
  auctions: Awaited<ReturnType<typeof someAuctions>>,
  look: () => Promise<void>,
): Promise<void> {
  // The search hides other stories' public auctions, which may have any title.
  await page.goto('/user/upcoming?search=Peninsular');
  await expect(page.locator('main').getByText('Peninsular Malaysia').first()).toBeVisible();
  await look();
  await page.goto(`/user/auction/${auctions.live.auctionId}`);
  const price = page.getByRole('textbox', { name: /^(Price|每张价格|价格)/ }).first();
  await expect(price).toBeVisible();
  await look();
  await page.goto(`/user/auction/${auctions.live.auctionId}/detail`);
  await expect(page.locator('main').getByText('MY.Hydro.2020').first()).toBeVisible();
  await look();
  await page.goto(`/user/auction/${auctions.open.auctionId}`);
  await expect(page.getByRole('region', { name: /^(Auction terms|拍卖条款)/ })).toBeVisible();
  await look();
}

/**
 * Visits the pages before sign-in, also those without an address of their own, which accessible.e2e.ts does not visit.
 */
async function walkSignedOut(page: Page, look: () => Promise<void>): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel(/^(Username|用户名)/).fill('somebody');
  await page.getByLabel(/^(Email|电子邮箱)/).fill('somebody@example.test');
  await page.getByLabel(/^(Password|密码)$/).fill(PASSWORD);
  await look();
  await page.getByLabel(/^(Confirm password|确认密码)/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^(Phone number|手机号码)/)).toBeVisible();
  await page.keyboard.press('Enter');
  await look();
  await expectAccessible(page);
  await page.goto('/forgot-password');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await look();
}

async function walkOwnAccount(page: Page, look: () => Promise<void>): Promise<void> {
  // The search in the marketplace hides other stories' sell orders.
  const ofCompany = ['company-members', 'automation', 'company-information/update', 'marketplace?search=~'];
  for (const path of ['change-password', 'trusted-devices', 'change-2fa-phone-number', 'notices', ...ofCompany]) {
    await page.goto(`/user/${path}`);
    await expect(page.locator('main h1')).toBeVisible();
    await look();
  }
}

/** Visits the registration of a company, to which a user without a company is redirected. */
async function walkRegistration(page: Page, world: World, { userId }: TestPerson, look: () => Promise<void>) {
  await world.database.db.deleteFrom('account_member').where('user_id', '=', userId).execute();
  await page.goto('/user/upcoming');
  await expect(page).toHaveURL(/account-registration\/create$/);
  await page.getByRole('button', { name: /^(Submit for approval|提交审核)/ }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  await look();
  await expectAccessible(page);
}

async function expectChineseInTheDark(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const text = await page.locator('main').innerText();
  // The remaining Latin text is names and search texts (of auctions, items, companies, people, files, currencies, calendar apps, and
  // units of time zones), and technical terms that are the same in every language.
  const latin = text
    .replaceAll(
      /Hydro and solar, Peninsular Malaysia|Peninsular|Company of \S+|Shenzhen Solar|Chrome|Linux|Outlook|Google|Apple|XLSX|standardwebhooks\.com|Webhook|[A-Z]{2}\.\w+\.\d{4}(?: \w\w)?|\bu[0-9a-f-]{8,}\S*/g,
      '',
    )
    .match(/[A-Za-z]{4,}/g);
  expect(latin).toBeNull();
}

test('in Chinese and the dark theme no English text remains', async ({ world, open }) => {
  const auctions = await someAuctions(world);
  const page = await open({ locale: 'zh-CN' });
  await chooseChineseInTheDark(page);
  const look = () => expectChineseInTheDark(page);
  await walkSignedOut(page, look);
  await page.goto('/login');
  await passSignIn(page, world, auctions.anna);
  await walk(page, auctions, look);
  await walkOwnAccount(page, look);
  await walkRegistration(page, world, auctions.anna, look);
});

test('on a phone nothing scrolls sideways', async ({ world, open }) => {
  const auctions = await someAuctions(world);
  const page = await open(PHONE);
  const look = () => expectNoSidewaysScroll(page);
  await walkSignedOut(page, look);
  await page.goto('/login');
  await passSignIn(page, world, auctions.anna);
  await walk(page, auctions, look);
  await walkOwnAccount(page, look);
  await page.goto('/user/past');
  await expectNoSidewaysScroll(page);
  await walkRegistration(page, world, auctions.anna, look);
});

test('the administrators’ pages of companies work on a phone, in Chinese, in the dark theme', async ({
  world,
  open,
}) => {
  const [admin, asks] = [await world.person({ role: 'Admin' }), await world.person()];
  const registration = await insertRegistration(world.database.db, asks.userId, CHINESE);
  const page = await open({ ...PHONE, locale: 'zh-CN' });
  await chooseChineseInTheDark(page);
  await passSignIn(page, world, admin);
  // The searches hide other stories' companies, which may have any name.
  const lists = [`account-registration?search=${CHINESE.companyName}`, `business-account?search=${asks.username}`];
  for (const place of [...lists, `account-registration/${registration}`, `business-account/${asks.accountId}`]) {
    await page.goto(`/admin/${place}`);
    await expect(page.locator('main span', { hasText: /^(正常|待受理)$/ }).first()).toBeVisible();
    await expectChineseInTheDark(page);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: '编辑' }).click();
  await expect(page.getByRole('button', { name: '取消' })).toBeVisible();
  await expectChineseInTheDark(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

const CHINESE = {
  companyName: '深圳市绿能光伏科技有限公司',
  englishCompanyName: 'Shenzhen Solar',
  registeredAddress: '广东省深圳市南山区科技路1号',
  businessAddress: '广东省深圳市南山区科技路1号',
  country: 'CN',
  province: 'CN-GD',
  picName: '李娜',
  picEmail: 'na@li.cn',
};
