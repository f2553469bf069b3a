import { expect, test } from '../world.ts';

// The names are on the screens of all other stories.
test.use({ isAlone: 'fee-names' });

test('an owner names a fee, and the screens have the name in the language of the reader', async ({ world, signIn }) => {
  const admin = await world.person({ role: 'Admin' });
  const seller = await world.person();
  const { auctionId } = await world.auction({
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    bidders: [],
  });
  const page = await signIn(admin);
  await page.goto('/admin/platform');
  const english = page.getByLabel('Buyer’s fee, in English');
  const save = page.getByRole('button', { name: 'Save names of fees' });
  await english.fill('x'.repeat(41));
  await save.click();
  await expect(english).toBeFocused();
  await english.fill('Service charge');
  await page.getByLabel('Buyer’s fee, in Chinese').fill('服务费');
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');

  await page.goto(`/admin/auction/${auctionId}/detail`);
  await expect(page.getByText('Service charge', { exact: true })).toBeVisible();
  await expect(page.getByText('Seller’s processing fee', { exact: true })).toBeVisible();
  await expect(page.getByText('Buyer’s processing fee')).toBeHidden();
});
