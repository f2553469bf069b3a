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
    // The question closes when the call begins; the message comes when the auction is deleted.
    await expect(other.getByRole('button', { name: 'Undo' })).toBeVisible();
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

test('what was deleted comes back by its message, by mouse and by keyboard', async ({ world, signIn }) => {
  const { auctionId } = await world.auction({ startsIn: 7_200, endsIn: 10_800, items: [{ quantity: 1_000 }] });
  const page = await signIn(await world.person({ role: 'Admin' }));
  const name = `Undo ${auctionId.slice(0, 8)}`;
  const row = page.getByRole('row', { name: new RegExp(name) });
  const deleteTick = async () => {
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(row).toBeHidden();
  };

  await test.step('a tick size comes back by the button', async () => {
    await page.goto('/admin/tick-size');
    await page
      .getByRole('button', { name: /^Create tick size/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill(name);
    await page
      .getByRole('dialog')
      .getByLabel(/^Price increment/)
      .fill('0.25');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Create/ })
      .click();
    await expect(row).toBeVisible();
    await deleteTick();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('0.25');
  });

  await test.step('and by Ctrl-Z, but not while the person edits a text', async () => {
    await deleteTick();
    const search = page.getByRole('searchbox').first();
    await search.fill(name);
    await search.press('Control+z');
    await expect(page.getByRole('status').getByRole('button', { name: 'Undo' })).toBeVisible();
    await search.fill('');
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+z');
    await expect(row).toBeVisible();
  });

  await test.step('a deleted auction comes back as a draft', async () => {
    await page.goto(`/admin/update/${auctionId}`);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('It was deleted and then restored.')).toBeVisible();
  });
});

test('the offer to undo stays while it has the focus, and says why it fails', async ({ world, signIn }) => {
  const { auctionId } = await world.auction({ startsIn: 7_200, endsIn: 10_800, items: [{ quantity: 1_000 }] });
  const page = await signIn(await world.person({ role: 'Admin' }));
  const other = await signIn(await world.person({ role: 'Admin' }));
  await page.goto(`/admin/update/${auctionId}`);
  await page.getByRole('textbox', { name: /^Title/ }).fill(`Undo ${auctionId.slice(0, 8)}`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.clock.install();
  await page.reload();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(page.getByRole('heading', { level: 1, name: 'Live auctions' })).toBeVisible();
  // The list that opens takes the focus when it arrives.
  await page.clock.runFor(1_000);
  await undo.focus();
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await other.goto(`/admin/deleted?search=${auctionId.slice(0, 8)}`);
  await other.getByRole('button', { name: 'Restore' }).click();
  await expect(other.getByText('It was deleted and then restored.')).toBeVisible();
  await undo.press('Enter');
  await expect(page.getByRole('status')).toContainText('Not found');
});

test('an administrator corrects the company of a bidder before the start', async ({ world, signIn }) => {
  const wrong = await world.person();
  const right = await world.person();
  const { auctionId } = await world.auction({
    startsIn: 7_200,
    endsIn: 10_800,
    items: [{ quantity: 1_000 }],
    isPrivate: true,
    bidders: [{ person: wrong }],
  });
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto(`/admin/add-bidders/${auctionId}`);
  await page
    .getByRole('row', { name: new RegExp(wrong.username) })
    .getByRole('button', { name: /Change company/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No bids are affected.');
  await dialog.getByRole('combobox', { name: /^New bidder/ }).fill(right.username);
  await page.getByRole('option', { name: new RegExp(right.username) }).click();
  await dialog.getByRole('button', { name: 'Change company' }).click();
  await expect(page.getByRole('row', { name: new RegExp(right.username) })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(wrong.username) })).toBeHidden();
  const formerPage = await signIn(wrong);
  await formerPage.goto(`/auction/${auctionId}`);
  await expect(formerPage.getByRole('heading', { level: 1 })).toContainText(/not found|doesn’t exist|can’t be found/i);
});
