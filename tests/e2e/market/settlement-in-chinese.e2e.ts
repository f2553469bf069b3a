import type { Page } from '@playwright/test';
import type { Language } from '#domain/basics/language.ts';
import { moveAuction, type TestPerson } from '#testing/builders/records.ts';
import { startServer } from '#testing/world/server-process.ts';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { take } from '../steps/settlement-steps.ts';
import { expect, passSignIn, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('in variant GLOBAL in Chinese, finance ends a dispute between buyer and seller', async ({ world, open }) => {
  const [finance, seller, buyer] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const bidders = [{ person: buyer }];
  const auction = await world.auction({ ownerAccountId: seller.accountId, items: [{ quantity: 100 }], bidders });
  const server = await startServer({ DATABASE_URL: world.url, VARIANT: 'GLOBAL' });
  const pageOf = async (person: TestPerson, language: Language, look: object = {}): Promise<Page> => {
    const page = await open({ baseURL: server.baseUrl, ...look });
    await page.goto('/login');
    await page.waitForURL(/\/connect\/interaction\//);
    if (language === 'zh') await page.getByText('中文').first().click();
    await passSignIn(page, world, person);
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
    return page;
  };
  try {
    const room = await pageOf(buyer, 'en');
    await placeInitialBid(room, auction, '12.5', '40');
    await moveAuction(world.database.db, auction.auctionId, -200, -100);
    await room.goto(`/user/auction-result/${auction.auctionId}`);
    await expect(room.getByText('You won 40 RECs')).toBeVisible();
    const page = await pageOf(buyer, 'zh');
    let path = '';

    await test.step('the buyer finds the payment among those that are due, and states it', async () => {
      await page.goto('/user/settlements?show=toPay');
      const row = page.getByRole('row', { name: /待付款/ });
      await expect(row).toContainText('USD');
      await expectAccessible(page);
      await row.getByRole('link').click();
      await take(page, '通知付款', { 参考号: '电汇 7' });
      await expect(page.getByText('电汇 7')).toBeVisible();
      path = new URL(page.url()).pathname;
    });

    const office = await pageOf(seller, 'zh', PHONE);
    await test.step('the seller got less, and opens a dispute', async () => {
      await office.goto(path);
      await take(office, '确认收款', { 金额: '400' });
      await expect(office.getByText('部分付款', { exact: true })).toBeVisible();
      await take(office, '提出争议', { 说明: '银行扣除了手续费' });
      await expect(office.getByText('有争议', { exact: true })).toBeVisible();
      await expectNoSidewaysScroll(office);
      await page.reload();
      await expect(page.getByText('银行扣除了手续费')).toBeVisible();
      await expect(page.getByText('您目前无需操作。')).toBeVisible();
    });

    const desk = await pageOf(finance, 'zh');
    await test.step('finance finds the dispute on the board, resolves it, and confirms the rest', async () => {
      await desk.goto('/admin/settlements?whole=disputed');
      await desk
        .getByRole('row', { name: /部分付款/ })
        .getByRole('link')
        .click();
      await take(desk, '解决争议', { 说明: '手续费由买方承担' });
      await take(desk, '确认收款', { 金额: '100' });
      await expect(desk.getByText('已付款', { exact: true })).toBeVisible();
      await expectAccessible(desk);
    });

    await test.step('the seller delivers in two parts, and the buyer accepts both', async () => {
      await office.reload();
      for (const [part, state] of [
        ['15', '部分接受'],
        ['25', '已完成'],
      ] as const) {
        await take(office, '指示交付', { 绿证数量: part });
        await take(office, '提交注册机构', { 参考号: `划转 ${part}` });
        await page.reload();
        await take(page, '接受交付');
        await expect(page.getByText(state, { exact: true })).toBeVisible();
        await office.reload();
      }
      await expect(page.getByText('划转 25')).toBeVisible();
      await expectNoSidewaysScroll(office);
    });
  } finally {
    await server.kill();
  }
});
