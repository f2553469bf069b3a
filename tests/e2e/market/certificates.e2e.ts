import { aDevice, aLot } from '#testing/builders/certificate-builders.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('a seller registers certificates, an administrator verifies them, and a bidder sees them before bidding', async ({
  world,
  signIn,
}) => {
  const [seller, bidder, admin] = [await world.person(), await world.person(), await world.person({ role: 'Admin' })];
  const auction = await world.auction({
    ownerAccountId: seller.accountId,
    items: [{ quantity: 100 }],
    bidders: [{ person: bidder }],
  });
  const page = await signIn(seller);
  const [device, lot] = [aDevice(), aLot(60)];

  await test.step('the seller registers a plant; a wrong field is refused beside it', async () => {
    await page.goto('/user/certificates');
    await expect(page.getByRole('row', { name: /On offer/ })).toContainText('100 RECs, 0 with certificates');
    await page.getByRole('link', { name: 'Plants' }).click();
    await expect(page.getByText('No plants')).toBeVisible();
    await page.getByRole('button', { name: 'Register a plant' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^Registry ID/).fill(device.registryId);
    await form.getByLabel(/^Plant/).fill(device.name);
    await form.getByLabel(/^Country/).selectOption('MY');
    await form.getByLabel(/^Fuel type/).selectOption('Hydro');
    await form.getByLabel(/^Fuel code/).fill('ES100');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form.getByText('The code ES100 means another fuel type')).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel(/^Fuel code/).fill('ES300');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('row', { name: device.registryId })).toContainText('Waits for a check');
  });

  await test.step('the seller registers its certificates', async () => {
    await page
      .getByRole('row', { name: device.registryId })
      .getByRole('button', { name: 'Register certificates' })
      .click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^First serial number/).fill(lot.first);
    await form.getByLabel(/^Last serial number/).fill(lot.last);
    await form.getByLabel(/^Production from/).fill('2020-01-01');
    await form.getByLabel(/^Production to/).fill('2020-12-31');
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('The certificates were submitted (60). An administrator checks them')).toBeVisible();
  });

  await test.step('an administrator verifies both', async () => {
    const office = await signIn(admin);
    await office.goto('/admin/certificates?tab=devices');
    for (const [path, name] of [
      ['?tab=devices', device.registryId],
      ['', lot.first],
    ] as const) {
      await office.goto(`/admin/certificates${path}`);
      await office.getByRole('row', { name }).getByRole('button', { name: 'Verify' }).click();
      await office.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
      await expect(office.getByRole('row', { name })).toContainText('Verified');
    }
    await expectAccessible(office);
  });

  await test.step('the seller names them for the auction', async () => {
    await page.goto('/user/certificates');
    await page
      .getByRole('row', { name: /On offer/ })
      .getByRole('button', { name: 'Name certificates' })
      .click();
    const form = page.getByRole('dialog');
    await form.getByLabel(new RegExp(device.name)).check();
    await expect(form.getByLabel('RECs to take of 60')).toHaveValue('60');
    await form.getByRole('button', { name: 'Name certificates' }).click();
    await expect(page.getByRole('row', { name: /On offer/ })).toContainText('100 RECs, 60 with certificates');
  });

  await test.step('a bidder sees them, and what is unknown, also on a phone', async () => {
    const phone = await signIn(bidder, PHONE);
    await phone.goto(`/auction/${auction.auctionId}/detail`);
    await expect(phone.getByText('100 RECs, 60 with certificates')).toBeVisible();
    await expect(phone.getByText(/Commissioned: unknown · Public support: unknown · Labels: unknown/)).toBeVisible();
    await expect(phone.getByText(`${lot.first} – ${lot.last}`)).toBeVisible();
    await expectNoSidewaysScroll(phone);
  });
});
