import { placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { move } from '../steps/auction-steps.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

test('a rival bids behind an all-or-nothing bid, and wins when that bid drops out', async ({ world, signIn }) => {
  const [anna, bo, chen, dee] = [
    await world.person(),
    await world.person(),
    await world.person(),
    await world.person(),
  ];
  const { auctionId, itemIds } = await world.auction({
    items: [{ quantity: 1_000 }],
    bidders: [{ person: anna }, { person: bo }, { person: chen }, { person: dee }],
    startsIn: 3_600,
    endsIn: 7_200,
  });
  const [page, elsewhere] = [await signIn(bo), await signIn(dee)];
  const [byAnna, byBo, byChen, byDee] = [
    await callsOf(await signIn(anna)),
    await callsOf(page),
    await callsOf(await signIn(chen)),
    await callsOf(elsewhere),
  ];
  const bid = { auctionItemId: itemIds[0], bidderPartialFulfillment: true };
  const shield = { ...bid, price: 40, quantity: 1_000, bidderPartialFulfillment: false };
  await byAnna(placeInitialBids, auctionId, { bids: [shield] });
  for (const by of [byBo, byChen]) await by(placeInitialBids, auctionId, { bids: [{ ...bid, price: 3, quantity: 5 }] });
  await byDee(placeInitialBids, auctionId, { bids: [{ ...bid, price: 5, quantity: 20 }] });
  await move(world, { auctionId }, -7_200, 3_600);
  await page.goto(`/user/auction/${auctionId}`);
  await expect(page.getByText('The end is final.')).toBeVisible();
  await expect(page.getByText('In the last 5 minutes, a bid can’t lower the item’s total value.')).toBeVisible();

  await test.step('the room shows the price that wins now, and the price from which a bid ranks behind', async () => {
    const sentence = 'A bid of 3.00 or more ranks behind 40.00 × 1,000 (all or nothing), and wins if that drops out.';
    const told = page.getByText(`40.10 wins now. ${sentence}`).first();
    await expect(told).toBeVisible();
    const shieldRow = page.getByRole('row').filter({ hasText: /40\.00.*1,000!/ });
    await expect(shieldRow).toContainText('all or nothing, could drop out');
  });

  await test.step('the form shows what the bid would win then, and warns about all-or-nothing bids', async () => {
    await page.getByRole('radio', { name: 'Place a new bid' }).check();
    await page.getByRole('textbox', { name: /^Price/ }).fill('10');
    await page.getByLabel(/^Quantity/).fill('990');
    await expect(page.getByText('Wins 0 now; 990 if 40.00 × 1,000 drops out.')).toBeVisible();
    await expect(page.getByText(/counts towards your maximum .* can’t be withdrawn/)).toBeVisible();
    const part = page.getByRole('checkbox', { name: 'Accept partial fill if the full quantity can’t be won' });
    await part.uncheck();
    await expect(page.getByText('One REC at a better price can push this bid out.')).toBeVisible();
    // The error names the lowest accepted price, and also the price that wins now.
    await page.getByRole('textbox', { name: /^Price/ }).fill('4');
    await page.getByRole('button', { name: 'Review bid' }).click();
    await expect(page.getByText('Price too low: this bid must be 5.10 or more').first()).toBeVisible();
    await expect(page.getByText('40.10 wins now. A bid of 5.10 or more ranks behind').first()).toBeVisible();
    await page.getByRole('textbox', { name: /^Price/ }).fill('10');
    await part.check();
    await page.getByRole('button', { name: 'Review bid' }).click();
    await page.getByRole('button', { name: 'Place bid' }).click();
    await expect(page.getByText(/^Accepted at/)).toBeVisible();
    const own = page.getByRole('list', { name: 'My bids on this item' });
    await expect(own).toContainText('wins 990 if 40.00 × 1,000 drops out');
  });

  await test.step('one REC pushes the shield out: the room and the bell show who wins by it', async () => {
    await elsewhere.goto('/user/past');
    await expect(elsewhere.getByRole('button', { name: 'Notifications: No unread' })).toBeVisible();
    await byChen(placeBid, auctionId, { ...bid, price: 41, quantity: 1 });
    await expect(page.getByText('MY.Hydro.2020: your bid of 10.00 × 990 now wins 990.')).toBeVisible();
    await elsewhere.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await elsewhere.getByRole('link', { name: /now win 9/ }).click();
    await expect(elsewhere).toHaveURL(new RegExp(auctionId));
  });
});
