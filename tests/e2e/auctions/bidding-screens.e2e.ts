import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bidByKeyboard, fillInitialBid, placeInitialBid } from '../steps/auction-steps.ts';
import { cutNetwork, restoreNetwork } from '../steps/cut-network.ts';
import { follow } from '../steps/follow.ts';
import { expect, test, type SignIn, type World } from '../world.ts';

/** Opens a bidder's page before an auction's start, with the fields for initial bids on its one item of 1,000 RECs. */
async function openInitialBids(world: World, signIn: SignIn): Promise<Page> {
  const person = await world.person();
  const auction = await world.auction({ startsIn: 600, items: [{ quantity: 1_000 }], bidders: [{ person }] });
  const page = await signIn(person);
  const address = `/user/auction/${auction.auctionId}`;
  await follow(page, address, address);
  return page;
}

test('a decimal comma makes no number, and a rejected bid is in no total', async ({ world, signIn }) => {
  const page = await openInitialBids(world, signIn);
  const price = page.getByRole('textbox', { name: /^Price/ }).first();
  await fillInitialBid(page, '3,5', '999,999,999');
  await price.focus();
  await price.blur();
  await expect(page.getByText('This isn’t a number. Use this format: 1,234.50.')).toBeVisible();
  await expect(page.getByText('Quantity must be from 1 to 1,000', { exact: true })).toBeVisible();
  await price.fill('3.5');
  await expect(page.locator('[data-tour="summary"]')).toContainText('0 RECs');
});

test('initial bids confirmed offline can be withdrawn, or are sent while their bidder watches', async ({
  world,
  signIn,
}) => {
  const page = await openInitialBids(world, signIn);
  await fillInitialBid(page, '5.0', '600');
  await page.getByRole('button', { name: 'Review 1 bid' }).click();
  const confirm = page.getByRole('button', { name: 'Confirm 1 bid' });
  const notSent = page.getByText('Not sent yet. Your bids will be sent as soon as you’re online again.');
  let calls = 0;
  page.on('request', (request) => (calls += request.method() === 'POST' && /bids/.test(request.url()) ? 1 : 0));

  await cutNetwork(page);
  await confirm.click();
  await expect(notSent).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Cancelled. Nothing was sent.')).toBeVisible();
  await expect(notSent).toBeHidden();
  await expect(confirm).toBeEnabled();
  await restoreNetwork(page);
  expect(calls).toBe(0);

  await cutNetwork(page);
  await confirm.click();
  await expect(notSent).toBeVisible();
  await restoreNetwork(page);
  await expect(page.getByText(/1 bid placed/).first()).toBeVisible();
  expect(calls).toBe(1);
});

test('the browser’s Back leads from the confirmation to the fields, and asks before leaving them', async ({
  world,
  signIn,
}) => {
  const page = await openInitialBids(world, signIn);
  const address = page.url();
  await fillInitialBid(page, '5.0', '600');
  await page.getByRole('button', { name: 'Review 1 bid' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm bids' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Review 1 bid' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Price/ }).first()).toHaveValue('5.0');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('textbox', { name: /^Price/ }).first()).toHaveValue('5.0');
});

test('a room after a sign-in elsewhere says that the user is signed out, not that the user may not enter', async ({
  world,
  signIn,
}) => {
  const anna = await world.person();
  const auction = await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person: anna }] });
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '600');
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await signIn(anna);
  await expect(page.getByText('You have signed in on a different device').first()).toBeVisible();
  await expect(page.getByText('You’re signed out. Sign in again to bid.')).toBeAttached();
  await expect(page.getByText('Disconnected', { exact: true })).toBeAttached();
  await expect(page.getByText(/can’t enter this room/)).toHaveCount(0);
});

test('an all-or-nothing bid that loses to a smaller one behind it shows the reason', async ({ world, signIn }) => {
  const [anna, bo, eve] = [await world.person(), await world.person(), await world.person()];
  const auction = await world.auction({
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }, { person: bo }, { person: eve }],
  });
  const page = await signIn(anna);
  await page.goto(`/user/auction/${auction.auctionId}`);
  await page
    .getByRole('checkbox', { name: /^Accept partial fill/ })
    .first()
    .uncheck();
  await fillInitialBid(page, '5.0', '600');
  await page.getByRole('button', { name: 'Review 1 bid' }).click();
  await page.getByRole('button', { name: 'Confirm 1 bid' }).click();
  await expect(page.getByText(/1 bid placed/).first()).toBeVisible();
  const [ranking, outbid] = [page.getByRole('region', { name: 'Ranking' }), page.getByText(/^Outbid on /)];
  await expect(ranking).toBeVisible();
  await placeInitialBid(await signIn(bo), auction, '6.0', '700');
  await expect(outbid).toBeVisible();
  const [told, table] = [await outbid.locator('..').boundingBox(), await ranking.boundingBox()];
  // The message about the change in the ranking does not cover the changed rows.
  expect((told?.x ?? 0) + (told?.width ?? 0)).toBeLessThan(table?.x ?? 0);
  await placeInitialBid(await signIn(eve), auction, '4.0', '300');
  await expect(page.getByRole('list', { name: 'My bids on this item' })).toContainText(
    'Only 300 left at this rank, and this bid takes all 600 or nothing. Lower-ranked bids that take less can still win.',
  );
  await expect(page.getByRole('button', { name: /^Server time, accurate to ±\d+ ms/ })).toBeVisible();
  await expect(page.getByText(/Round trip to the server: \d+ ms/)).toBeVisible();
  // The text is shown beside the item. Screen readers read it a second time in the list of items.
  const toWin = page.getByText('Minimum price to win if you accept any partial fill');
  await expect(toWin).toHaveCount(2);
  await expect(toWin.last()).toBeVisible();
  await expect(page.getByText(/^Bid 6\.10 or more to win/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  // The label of the price leaves enough space for the note on the item.
  const words = await page.getByText('partial fulfilment').first().boundingBox();
  expect(words?.width).toBeGreaterThan(140);
});

test('a colleague of the bidder watches without fields and buttons, and sees whose bid it is', async ({
  world,
  signIn,
}) => {
  const [anna, mei] = [await world.person(), await world.person({ username: `mei${randomUUID().slice(0, 6)}` })];
  const auction = await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person: anna }] });
  const { db } = world.database;
  await db
    .updateTable('account_member')
    .set({ account_id: anna.accountId })
    .where('user_id', '=', mei.userId)
    .execute();
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '600');
  await bidByKeyboard(page, '5.5');
  await page.keyboard.press('b');
  await page.getByRole('textbox', { name: /^Price/ }).fill('5.6');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Place bid' })).toBeVisible();
  // The message about the previous bid is gone, because it would look like the answer to this bid.
  await expect(page.getByText(/^Accepted at/)).toHaveCount(0);
  const watching = await signIn(mei);
  await watching.goto(`/user/auction/${auction.auctionId}`);
  await expect(watching.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await expect(
    watching.getByText('A colleague is already bidding for your company in this auction. You can watch.'),
  ).toBeVisible();
  await expect(watching.getByText(new RegExp(`^${anna.username} is bidding as Bidder \\d+ for `))).toBeVisible();
  await expect(watching.getByRole('textbox', { name: /^Price/ })).toHaveCount(0);
  await expect(watching.getByRole('button', { name: /^(Revise|Review bid)/ })).toHaveCount(0);
});
