import { sql } from 'kysely';
import { moveAuction } from '#testing/builders/records.ts';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { take } from '../steps/settlement-steps.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('the RECs of a buyer in default are offered to the next bids, which decline and accept', async ({
  world,
  signIn,
}) => {
  const [admin, seller] = [await world.person({ role: 'Admin' }), await world.person()];
  const [first, second, third] = [await world.person(), await world.person(), await world.person()];
  const bidders = [first, second, third].map((person) => ({ person }));
  const auction = await world.auction({ ownerAccountId: seller.accountId, items: [{ quantity: 100 }], bidders });
  const winner = await signIn(first);
  const [decliner, taker] = [await signIn(second), await signIn(third, PHONE)];
  // Each bid is better than those before, because the auction is live.
  await placeInitialBid(taker, auction, '12.3', '70');
  await placeInitialBid(decliner, auction, '12.4', '60');
  await placeInitialBid(winner, auction, '12.5', '100');
  await moveAuction(world.database.db, auction.auctionId, -200, -100);
  await winner.goto(`/user/auction-result/${auction.auctionId}`);
  await expect(winner.getByText('You won 100 RECs')).toBeVisible();
  await sql`
    update settlement set payment = 'defaulted' where award_id in (
      select id from award where auction_id = ${auction.auctionId})`.execute(world.database.db);

  const office = await signIn(admin);
  const offers = office.getByRole('region', { name: 'Offers after defaults' });
  await test.step('the administrator sees the next bid, and offers the RECs', async () => {
    await office.goto('/admin/settlements?show=toPay');
    await office
      .getByRole('row', { name: /Defaulted/ })
      .getByRole('link')
      .first()
      .click();
    await expect(offers).toContainText('100 RECs to offer');
    await expect(offers).toContainText('744.00');
    await expectAccessible(office);
    await take(office, 'Offer RECs to the next bid', { Remark: 'not paid' });
    await expect(offers.getByText('Open', { exact: true })).toBeVisible();
  });

  await test.step('its company declines', async () => {
    await decliner.goto('/user/settlements');
    const card = decliner.getByRole('region', { name: 'Offers after defaults' });
    await expect(card).toContainText('744.00');
    await expectAccessible(decliner);
    await card.getByRole('button', { name: 'Decline' }).click();
    await decliner.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await expect(card.getByText('Declined', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  });

  await test.step('the bid after it gets its own offer on a phone, accepts, and has a settlement', async () => {
    await office.reload();
    await expect(offers).toContainText('861.00');
    await take(office, 'Offer RECs to the next bid');
    await taker.goto('/user/settlements');
    const card = taker.getByRole('region', { name: 'Offers after defaults' });
    await expect(card).toContainText('861.00');
    await expectNoSidewaysScroll(taker);
    await expectAccessible(taker);
    await card.getByRole('button', { name: 'Accept' }).click();
    await taker.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await card.getByRole('link', { name: 'Open the settlement' }).click();
    await expect(taker.getByText('To be paid', { exact: true })).toBeVisible();
    await expect(taker.getByText('0 of 70 delivered')).toBeVisible();
  });

  await test.step('the rest goes back to the seller; the buyer in default sees no offers', async () => {
    await office.reload();
    await expect(offers).toContainText('30 RECs to offer');
    await take(office, 'Make no further offers');
    await expect(offers).toContainText('0 RECs to offer');
    await winner.goto('/user/settlements');
    await expect(winner.getByRole('row')).toHaveCount(2);
    await expect(winner.getByRole('region', { name: 'Offers after defaults' })).toHaveCount(0);
  });
});
