import { truncate, writeFile } from 'node:fs/promises';
import { aPng } from '#testing/builders/image-builders.ts';
import { move } from '../steps/auction-steps.ts';
import { cutNetwork } from '../steps/cut-network.ts';
import { speak } from '../steps/speak.ts';
import { expect, PASSWORD, test } from '../world.ts';

/**
 * Shows the refusals of docs/rules.md#error-messages that no other story shows. src/testing/refusals-on-screen.test.ts
 * lists the story of each refusal.
 */
test('every obstacle for a bidder is explained, in both languages', async ({ world, signIn }) => {
  const anna = await world.person();
  const bare = await world.auction({ bidders: [{ person: anna }], items: [], startsIn: 3_600, endsIn: 7_200 });
  const open = await world.auction({
    isPrivate: false,
    startsIn: 3_600,
    endsIn: 7_200,
    bidders: [{ person: anna }],
    items: [{ quantity: 500 }],
  });
  const page = await signIn(anna);

  await test.step('there is nothing to bid for yet', async () => {
    await page.goto(`/user/auction/${bare.auctionId}`);
    await expect(page.getByText('This auction has no items')).toBeVisible();
  });

  await test.step('a removed bidder, who does not know it yet, may not join', async () => {
    await page.goto(`/user/auction/${open.auctionId}`);
    await page
      .getByRole('textbox', { name: /^Price/ })
      .first()
      .fill('5.0');
    await page
      .getByLabel(/^Quantity/)
      .first()
      .fill('100');
    await page.getByRole('button', { name: 'Review 1 bid' }).click();
    await world.database.db.deleteFrom('bidder').where('auction_id', '=', open.auctionId).execute();
    await move(world, open, 3_600, 7_200);
    await page.getByRole('button', { name: 'Confirm 1 bid' }).click();
    await expect(page.getByText('You do not have permission to join this auction').first()).toBeVisible();
    await expect(page).toHaveURL(/\/user\/auction\//);
  });

  await test.step('the server does not answer, or the browser is offline', async () => {
    for (const [language, lost, unanswered] of [
      ['en', 'It appears that you have lost internet connection', 'The request was made, but no response was received'],
      ['zh', '您的网络连接似乎已中断', '服务器未响应，请稍后重试'],
    ] as const) {
      await speak(page, language);
      await page.goto('/user/upcoming');
      await page.route('**/auction-api/user/auctions?*', (route) => route.abort());
      await page.getByRole('link', { name: /Past auctions|历史拍卖/ }).click();
      await expect(page.getByText(unanswered).first()).toBeVisible();
      await page.unroute('**/auction-api/user/auctions?*');
      await page.goto('/user/upcoming');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await cutNetwork(page);
      await page.getByRole('link', { name: /Past auctions|历史拍卖/ }).click();
      await expect(page.getByText(lost).first()).toBeVisible();
      await page.context().setOffline(false);
      // The page recovers automatically, possibly with a reload. The test waits until the page has recovered.
      await expect(page.getByText(lost)).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: /Past auctions|历史拍卖/ })).toBeVisible();
    }
  });
});

test('too many wrong codes end in a lockout', async ({ world, open }) => {
  const { username } = await world.person();
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByLabel('One-time code');
  // Waits for the answer to the password, so that it is not taken for the answer to a one-time code.
  await expect(code).toBeVisible();
  const wrong = (await world.codeFor(username)) === '111111' ? '222222' : '111111';
  for (let i = 0; i < 5; i += 1) {
    const answered = page.waitForResponse((reply) => reply.url().endsWith('/connect/token'));
    await code.fill(wrong);
    await answered;
  }
  await expect(page.getByText('Too many wrong codes. Please wait before you try again.').first()).toBeVisible();
});

test('files that cannot be images of an item', async ({ world, signIn }) => {
  const auction = await world.auction({ items: [], startsIn: 3_600, endsIn: 7_200 });
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto(`/admin/update/${auction.auctionId}?tab=items`);
  await page.getByRole('button', { name: 'Add item', exact: true }).first().click();
  const choose = page.getByRole('dialog').locator('input[type=file]').first();
  await choose.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(page.getByText('The file type must be .jpg, .jpeg, .png').first()).toBeVisible();
  // The file is sparse, and the browser gets only its path, so the test does not send these bytes.
  const huge = test.info().outputPath('huge.png');
  await writeFile(huge, '');
  await truncate(huge, 41 * 1_048_576);
  await choose.setInputFiles(huge);
  await expect(page.getByText('The file is too large: at most 40 MB').first()).toBeVisible();
  const buffer = Buffer.from(await aPng());
  await choose.setInputFiles([1, 2, 3, 4, 5].map((at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer })));
  await expect(page.getByText('At most 4 files').first()).toBeVisible();
});
