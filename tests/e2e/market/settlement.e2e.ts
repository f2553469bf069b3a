import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { aSellOrder, aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import { moveAuction } from '#testing/builders/records.ts';
import { fillInitialBid, placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { take } from '../steps/settlement-steps.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const STATEMENT = 'statement.pdf';

test('a buyer pays, a seller delivers, and both see the same settlement', async ({ world, signIn }) => {
  const [seller, buyer] = [await world.person(), await world.person()];
  const items = [{ quantity: 100 }];
  const auction = await world.auction({ ownerAccountId: seller.accountId, items, bidders: [{ person: buyer }] });
  const page = await signIn(buyer);
  await placeInitialBid(page, auction, '12.5', '40');
  await moveAuction(world.database.db, auction.auctionId, -200, -100);
  await page.goto(`/user/auction-result/${auction.auctionId}`);
  await expect(page.getByText('You won 40 RECs')).toBeVisible();

  await test.step('the buyer finds what to pay, and announces the payment', async () => {
    await page.goto('/user/settlements?show=toPay');
    const row = page.getByRole('row', { name: /To be paid/ });
    await expect(row).toContainText('500.00');
    await expectAccessible(page);
    await row.getByRole('link').click();
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    await take(page, 'Announce payment', { Reference: 'TT-7', Remark: 'paid today' });
    await expect(page.getByText('Payment announced').first()).toBeVisible();
    await expect(page.getByText('TT-7')).toBeVisible();
    await expectAccessible(page);
  });

  const path = new URL(page.url()).pathname;
  const office = await signIn(seller, PHONE);
  await test.step('the seller confirms it, and a wrong amount is refused beside its field', async () => {
    await office.goto(path);
    await office.getByRole('button', { name: 'Confirm payment', exact: true }).click();
    const form = office.getByRole('dialog');
    await expect(form.getByLabel(/^Amount/)).toHaveValue('500.00');
    await form.getByLabel(/^Amount/).fill('500.01');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(form.getByRole('alert').first()).toBeVisible();
    await form.getByLabel(/^Amount/).fill('500');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(office.getByText('Paid', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(office);
  });

  await test.step('the seller delivers, and the buyer accepts', async () => {
    await take(office, 'Instruct delivery');
    await take(office, 'Submit to the registry', { Reference: 'TRANSFER-9' }, STATEMENT);
    await page.reload();
    const [statement] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: STATEMENT }).click(),
    ]);
    expect(statement.suggestedFilename()).toBe(STATEMENT);
    await take(page, 'Accept delivery');
    await expect(page.getByText('Settled', { exact: true })).toBeVisible();
    await expect(page.getByText('There is nothing for you to do now.')).toBeVisible();
  });
});

test('an administrator sets the terms of settlement, and a bidder accepts them before its bid', async ({
  world,
  signIn,
}) => {
  const [admin, bidder] = [await world.person({ role: 'Admin' }), await world.person()];
  const auction = await world.auction({ items: [{ quantity: 100 }], bidders: [{ person: bidder }], startsIn: 3_000 });
  const office = await signIn(admin);
  const terms = office.getByRole('region', { name: 'Terms of settlement' });
  const save = office.getByRole('button', { name: 'Save terms' });

  await test.step('a wrong number is refused beside its field, and nothing is saved', async () => {
    await office.goto(`/admin/update/${auction.auctionId}`);
    await terms.getByLabel(/^Time to pay/).fill('251');
    await save.click();
    await expect(terms.getByText('Enter a whole number of days from 0 to 250.')).toBeVisible();
    await terms.getByLabel(/^Time to pay/).fill('3');
    await terms.getByLabel(/^Penalty for a default/).fill('2.5');
    await terms.getByRole('switch', { name: 'Hold back the RECs until payment and delivery' }).check();
    await save.click();
    await expect(office.getByText('Terms of settlement saved').first()).toBeVisible();
    await expectAccessible(office);
  });

  const page = await signIn(bidder, PHONE);
  const words = 'The buyer pays within 3 business days of the award.';
  await test.step('the bidder reads them in the details, accepts them, and sees them again before it confirms', async () => {
    await page.goto(`/user/auction/${auction.auctionId}/detail`);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page.getByText('The penalty for a default is 2.5% of the unpaid amount.').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto(`/user/auction/${auction.auctionId}`);
    await page.getByRole('region', { name: 'Auction terms' }).evaluate((text) => text.scrollTo(0, text.scrollHeight));
    await page.getByLabel('I accept the auction terms').check();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await fillInitialBid(page, '12.5', '40');
    await page.getByRole('button', { name: 'Review 1 bid' }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm 1 bid' }).click();
    await expect(page.getByText(/1 bid placed/).first()).toBeVisible();
  });

  await test.step('a change cancels the bid once the administrator confirms it; the bidder accepts again', async () => {
    await terms.getByLabel(/^Time to pay/).fill('4');
    await save.click();
    const dialog = office.getByRole('dialog');
    await expect(dialog.getByText('Terms of settlement changed')).toBeVisible();
    await dialog
      .getByRole('button', { name: /cancel/i })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Accept the terms of this auction' })).toBeVisible();
    await expect(page.getByText('The buyer pays within 4 business days of the award.')).toBeVisible();
  });

  await test.step('after the start nobody changes them', async () => {
    await moveAuction(world.database.db, auction.auctionId, -100, 200);
    await office.reload();
    await expect(office.getByText('The terms of settlement can no longer be changed', { exact: false })).toBeVisible();
    await expect(terms.getByLabel(/^Time to pay/)).toBeDisabled();
    await expect(save).toHaveCount(0);
  });
});

test('a buyer reads the terms of settlement before the order', async ({ world, signIn }) => {
  const [admin, seller, buyer] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const office = await signIn(admin);
  const byAdmin = await callsOf(office);
  const { id } = await byAdmin(createSellOrder, '', aSellOrder(seller.accountId));
  await byAdmin(addSellOrderItem, id, aSellOrderItem());
  await office.goto(`/admin/marketplace/${id}`);
  const terms = office.getByRole('region', { name: 'Terms of settlement' });
  await terms.getByText('Delivery first', { exact: true }).click();
  await terms.getByLabel(/^Calendar/).selectOption({ label: 'Vietnam' });
  await office.getByRole('button', { name: 'Save terms' }).click();
  await expect(office.getByText('Terms of settlement saved').first()).toBeVisible();
  await byAdmin(publishSellOrder, id, { publishTime: null });
  await office.reload();
  await expect(office.getByText('The terms of settlement can no longer be changed', { exact: false })).toBeVisible();
  const page = await signIn(buyer, PHONE);
  const words = 'The seller delivers the RECs within 5 business days of the approval of the order.';
  await page.goto(`/user/marketplace/sell-order/${id}`);
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(`/user/marketplace/${id}`);
  await page.getByLabel(/^Quantity/).fill('10');
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByText(words)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: /placed/i })).toBeVisible();
});
