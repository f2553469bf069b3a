import { API_BASE } from '#server/platform/config/config.ts';
import { isSigned, readWebhooks } from '#testing/stand-ins/webhook-reader.ts';
import { expect, test } from '../world.ts';

test('an owner creates a key for a program, which reads and bids, and is rejected after the key is revoked', async ({
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
  await page.getByRole('menuitem', { name: 'API keys and webhooks' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel(/^Name/)).toBeFocused();
  await dialog.getByLabel(/^Name/).fill('Night bids');
  await dialog.getByText('Trader', { exact: true }).click();
  await dialog.getByLabel('Change auctions and bids').check();
  await dialog.getByLabel('See holdings and retirements').uncheck();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Key created' })).toBeVisible();
  const key = await page.locator('[data-secret]').innerText();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  const row = page.getByRole('row', { name: /Night bids/ });
  await expect(row).toContainText('Active');

  const item = auction.itemIds[0] ?? '';
  const bid = { auctionItemId: item, price: 5, quantity: 10, bidderPartialFulfillment: true };
  expect(await ask(key, `/user/auctions/${auction.auctionId}`)).toBe('Success');
  expect(await ask(key, `/user/auctions/${auction.auctionId}/initial-bids`, { bids: [bid] })).toBe('Success');
  expect(await ask(key, `/user/accounts/${owner.accountId}/api-keys`)).toBe('not_for_api_keys');
  expect(await ask(key, '/user/holdings')).toBe('scope_missing');

  await page.getByRole('button', { name: 'Activity: Night bids' }).click();
  await expect(page.getByRole('dialog')).toContainText(`POST /user/auctions/${auction.auctionId}/initial-bids`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Revoke: Night bids' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect(await ask(key, `/user/auctions/${auction.auctionId}`)).toBe('api_key_not_valid');
});

test('an administrator creates a key of the operator; the audit trail names it beside the administrator', async ({
  world,
  signIn,
  request,
}) => {
  const [admin, owner] = [await world.person({ role: 'Admin' }), await world.person()];
  const page = await signIn(admin);
  await page.getByRole('button', { name: new RegExp(admin.username) }).click();
  await page.getByRole('menuitem', { name: 'API keys and webhooks' }).click();
  await expect(page.getByText('No webhooks')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Company sync');
  await dialog.getByLabel('Change companies').check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { name: 'Key created' })).toBeVisible();
  const key = await page.locator('[data-secret]').innerText();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('row', { name: /Company sync/ })).toContainText('companies:write');
  const url = `${world.server.baseUrl}${API_BASE}/admin/accounts/${owner.accountId}/blacklist`;
  const headers = { authorization: `Bearer ${key}` };
  expect((await request.put(url, { headers, data: { remarkContent: 'By program' } })).status()).toBe(200);
  await page.goto(`/admin/audit-trail?search=${owner.accountId}`);
  await expect(page.getByRole('row', { name: /blacklisted/ })).toContainText(`${admin.username} · Company sync`);
});

test('an owner adds a webhook: a test arrives signed, a failed delivery is sent again, and a paused one waits', async ({
  world,
  signIn,
}) => {
  const owner = await world.person();
  const reader = await readWebhooks();
  const page = await signIn(owner);
  await page.goto('/user/automation');
  await expect(page.getByText('No webhooks')).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Address/).fill('http://example.com/hook');
  await dialog.getByLabel('Buy order approved').uncheck();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('starts with https:');
  await dialog.getByLabel(/^Address/).fill('https://example.com/hook');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Signing secret' })).toBeVisible();
  const secret = await page.locator('[data-secret]').innerText();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  const row = page.getByRole('row', { name: /hook/ });
  await expect(row).toContainText('Outbid');
  await expect(row).not.toContainText('Buy order approved');

  // The receiver of this test has no certificate, so the test writes its address directly into the database.
  await world.database.db
    .updateTable('webhook')
    .set({ url: reader.url })
    .where('account_id', '=', owner.accountId)
    .execute();
  reader.answer = (_request, reply) => reply.writeHead(500).end();
  await row.getByRole('button', { name: /^Deliveries/ }).click();
  await expect(dialog).toContainText('Nothing sent yet');
  await dialog.getByRole('button', { name: 'Send test event' }).click();
  // Postpones the next attempt from five seconds to an hour, because a busy page may be slow to show the first answer.
  const putOff = () =>
    world.database.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: new Date(Date.now() + 3_600_000) })
      .where('status', '=', 500)
      .executeTakeFirst();
  await expect.poll(async () => (await putOff()).numUpdatedRows).toBe(1n);
  const delivery = dialog.locator('tbody tr');
  await expect(delivery).toContainText('HTTP 500');
  await expect(delivery).toContainText('Next attempt');
  reader.answer = (_request, reply) => reply.writeHead(204).end();
  await world.database.db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: new Date(0) })
    .where('status', '=', 500)
    .execute();
  await expect(delivery).toContainText('Delivered');
  expect(reader.got.map((parcel) => isSigned(parcel, secret))).toEqual([true, true]);
  expect(new Set(reader.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await delivery.getByText('Test', { exact: true }).click();
  await expect(delivery).toContainText(reader.got[0]?.body ?? '');
  await delivery.getByRole('button', { name: /^Resend/ }).click();
  await expect.poll(() => reader.got.length).toBe(3);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('Paused');
  await page.getByRole('button', { name: /^Turn on/ }).click();
  await expect(row).toContainText('Active');
  await page.getByRole('button', { name: /^Create new secret/ }).click();
  await dialog.getByRole('button', { name: 'Create new secret' }).click();
  const renewed = await page.locator('[data-secret]').innerText();
  expect(renewed).not.toBe(secret);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks')).toBeVisible();
  reader.end();
});
