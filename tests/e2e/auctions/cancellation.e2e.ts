import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

test('an administrator sees which sealed bids an edit would cancel, and their bidder sees it on the entry page', async ({
  world,
  signIn,
}) => {
  const anna = await world.person();
  const { auctionId, itemIds } = await world.auction({ bidders: [{ person: anna }], startsIn: 3_600, endsIn: 7_200 });
  const page = await signIn(anna);
  const bid = { auctionItemId: itemIds[0], price: 5, quantity: 100, bidderPartialFulfillment: true };
  await (
    await callsOf(page)
  )(placeInitialBids, auctionId, { bids: [bid] });
  const admin = await signIn(await world.person({ role: 'Admin' }));
  const question = admin.getByRole('dialog', { name: 'Cancel 1 initial bid?' });
  const limit = async (most: string) => {
    await admin.goto(`/admin/add-bidders/${auctionId}`);
    await admin.getByRole('button', { name: `Edit: ${anna.username}` }).click();
    await admin.getByRole('textbox', { name: 'Maximum quantity' }).fill(most);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(question).toContainText(`Company of ${anna.username}`);
    await expect(question).toContainText('MY.Hydro.2020: 5.00 × 100 RECs');
  };

  await test.step('declining leaves everything unchanged', async () => {
    await limit('50');
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect(admin.getByText('Nothing was saved: the change would cancel 1 initial bid.')).toBeVisible();
  });

  await test.step('agreeing cancels the bid, and the entry page says so until it is dismissed', async () => {
    await limit('50');
    await question.getByRole('button', { name: 'Continue and cancel the bid' }).click();
    await expect(question).toBeHidden();
    await page.goto(`/user/auction/${auctionId}`);
    const told = page.getByText('A change to the auction cancelled these bids');
    await expect(told).toBeVisible();
    await expect(page.getByText(/MY\.Hydro\.2020: 5\.00 × 100 RECs · .*50 RECs/)).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(told).toBeHidden();
  });
});
