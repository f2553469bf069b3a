import { expect, test } from '../world.ts';

test('two administrators edit one auction, and a deleted auction is restored', async ({ world, signIn }) => {
  const { auctionId } = await world.auction({ startsIn: 7_200, endsIn: 10_800, items: [{ quantity: 1_000 }] });
  const one = await signIn(await world.person({ role: 'Admin' }));
  const other = await signIn(await world.person({ role: 'Admin' }));
  const titleOf = (page: typeof one) => page.getByRole('textbox', { name: /^Title/ });
  const name = `Perak ${auctionId.slice(0, 8)}`;

  await test.step('the later one sees which fields changed, and keeps or takes each', async () => {
    for (const page of [one, other]) await page.goto(`/admin/update/${auctionId}`);
    await titleOf(other).fill('Typed by the other');
    await other.getByLabel(/^Seller’s processing fee/).fill('2');
    await titleOf(one).fill(name);
    await one.getByLabel(/^Buyer’s processing fee/).fill('3');
    await one.getByRole('button', { name: 'Save changes' }).click();
    await expect(one.getByText('All changes saved')).toBeVisible();
    await other.getByRole('button', { name: 'Save changes' }).click();
    const notice = other.locator('form').filter({ hasText: 'Someone else saved first' }).getByRole('list').last();
    await expect(notice.getByRole('listitem')).toHaveCount(2);
    await expect(notice).toContainText('Buyer’s processing fee');
    await notice.getByRole('button', { name: /^Use their value/ }).click();
    await expect(titleOf(other)).toHaveValue(name);
    await other.getByRole('button', { name: 'Keep my version' }).click();
    await expect(other.getByLabel(/^Buyer’s processing fee/)).toHaveValue(/^3/);
    await expect(other.getByLabel(/^Seller’s processing fee/)).toHaveValue(/^2/);
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByText('All changes saved')).toBeVisible();
  });

  await test.step('the question before the deletion says what can be restored', async () => {
    await other
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const question = other.getByRole('dialog');
    await expect(question).toContainText('Within 30 days you can restore it as a draft');
    await question.getByRole('button', { name: /^Delete/ }).click();
    await expect(question).toBeHidden();
  });

  await test.step('the restored auction is a draft with its items', async () => {
    await one.goto('/admin/deleted');
    await expect(one.getByRole('heading', { name: 'Deleted in the last 30 days' }).first()).toBeVisible();
    await expect(one.locator('main')).toContainText('Bids that the deletion cancelled are not restored.');
    await one
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: 'Restore' })
      .click();
    await expect(one.getByText('It was deleted and then restored.')).toBeVisible();
    await expect(titleOf(one)).toHaveValue(name);
  });
});
