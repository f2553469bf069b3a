import { API_BASE } from '#server/platform/config.ts';
import { expect, test } from './world.ts';

test('an owner makes a key for a program, which reads and bids; revoked, it is refused', async ({
  world,
  signIn,
  request,
}) => {
  const owner = await world.person();
  const auction = await world.auction({ bidders: [{ person: owner }], items: [{}] });
  const page = await signIn(owner);
  const ask = async (key: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'bid-of-a-story' };
    const url = world.server.baseUrl + API_BASE + path;
    const reply = await (data ? request.post(url, { headers, data }) : request.get(url, { headers }));
    return ((await reply.json()) as { code: string }).code;
  };

  await page.getByRole('button', { name: new RegExp(owner.username) }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make' }).click();
  await expect(dialog.getByLabel(/^Name/)).toBeFocused();
  await dialog.getByLabel(/^Name/).fill('Night bids');
  await dialog.getByText('Trader', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Make' }).click();
  await expect(page.getByRole('heading', { name: 'The key is made' })).toBeVisible();
  const key = await page.locator('[data-secret]').innerText();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const row = page.getByRole('row', { name: /Night bids/ });
  await expect(row).toContainText('Works');

  const item = auction.itemIds[0] ?? '';
  const bid = { auctionItemId: item, price: 5, quantity: 10, bidderPartialFulfillment: true };
  expect(await ask(key, `/user/auctions/${auction.auctionId}`)).toBe('Success');
  expect(await ask(key, `/user/auctions/${auction.auctionId}/initial-bids`, { bids: [bid] })).toBe('Success');
  expect(await ask(key, `/user/accounts/${owner.accountId}/api-keys`)).toBe('not_for_api_keys');

  await page.getByRole('button', { name: 'What it did: Night bids' }).click();
  await expect(page.getByRole('dialog')).toContainText(`POST /user/auctions/${auction.auctionId}/initial-bids`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke: Night bids' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect(await ask(key, `/user/auctions/${auction.auctionId}`)).toBe('api_key_not_valid');
});
