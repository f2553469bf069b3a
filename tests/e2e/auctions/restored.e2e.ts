import { goBack } from '#testing/builders/go-back.ts';
import { expect, test } from '../world.ts';
import { bidByKeyboard, move, placeInitialBid } from '../steps/auction-steps.ts';

test('after a restore of the database, open pages say which bids are void and show those that exist', async ({
  world,
  signIn,
}) => {
  const [bidder, admin] = [await world.person({}), await world.person({ role: 'Admin' })];
  const auction = await world.auction({ bidders: [{ person: bidder }], startsIn: 600 });
  const own = await signIn(bidder);
  await placeInitialBid(own, auction, '5', '10');
  await move(world, auction, -1, 3_600);
  await bidByKeyboard(own, '6');
  const watching = await signIn(admin);
  await watching.goto(`/admin/auction/${auction.auctionId}`);
  for (const page of [own, watching]) await expect(page.getByRole('cell', { name: '6.00' }).first()).toBeVisible();
  await goBack(world.database.db, auction, 1);
  for (const page of [own, watching]) {
    await expect(page.getByText(/^The database was restored to .+\. Bids after that are void\./)).toBeVisible();
    await expect(page.getByRole('cell', { name: '6.00' })).toHaveCount(0);
  }
  await expect(own.getByText(/^Your last change to a bid is void, too\./)).toBeVisible();
  await expect(watching.getByText(/^Your last change/)).toHaveCount(0);
  await expect(own.getByText(/^Accepted at/)).toHaveCount(0);
  await own.getByRole('button', { name: /notification/i }).click();
  await expect(own.getByText(/the last change to your bids is void/)).toBeVisible();
});
