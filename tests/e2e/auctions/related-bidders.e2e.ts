import { expect, test } from '../world.ts';

test('an administrator sees related bidders, also after a failed try, and decides about them', async ({
  world,
  signIn,
}) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const shared = { account_id: bo.accountId, user_id: anna.userId };
  await world.database.db.insertInto('account_member').values(shared).execute();
  const others = await Promise.all([1, 2, 3].map(() => world.person()));
  const bidders = [anna, bo, ...others].map((person) => ({ person }));
  const { auctionId } = await world.auction({ bidders, startsIn: 3_600, endsIn: 7_200 });
  const page = await signIn(await world.person({ role: 'Admin' }));
  const path = /\/related-bidders$/;
  await page.route(path, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }));
  await page.goto(`/admin/add-bidders/${auctionId}`);
  const card = page.getByRole('region', { name: 'Related bidders' });
  await expect(card).toContainText('This page couldn’t be loaded');
  await page.unroute(path);
  await card.getByRole('button', { name: 'Try again' }).click();
  const pair = card.getByRole('listitem').filter({ hasText: `Same member: ${anna.username}` });
  await pair.getByRole('button', { name: 'No objection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Reason/).fill('Compliance agreed on 3 November.');
  await dialog.getByRole('button', { name: 'No objection' }).click();

  // All bidders share one email domain, so there are many pairs. At first, only some pairs are shown above the bidders,
  // and a decided pair comes last.
  const sixth = card.getByText(/^Same email domain/).nth(5);
  await expect(pair).toHaveCount(0);
  await expect(sixth).toHaveCount(0);
  await card.getByRole('button', { name: /^Show all \d+ pairs$/ }).click();
  await expect(sixth).toBeVisible();
  await expect(card).toContainText('Compliance agreed on 3 November.');
});
