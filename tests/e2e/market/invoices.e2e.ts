import { readFile } from 'node:fs/promises';
import { updateBilling } from '#contract/invoice/billing.ts';
import { EMPTY_BILLING } from '#domain/invoice/billing.ts';
import { completeCompanies, MALAYSIAN } from '#testing/builders/invoice-builders.ts';
import { moveAuction } from '#testing/builders/records.ts';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('a seller issues an invoice and a credit note, and the buyer reads them', async ({ world, signIn }) => {
  const [seller, buyer] = [await world.person(), await world.person()];
  await completeCompanies(world);
  const items = [{ quantity: 100 }];
  const auction = await world.auction({ ownerAccountId: seller.accountId, items, bidders: [{ person: buyer }] });
  const phone = await signIn(buyer, PHONE);
  await placeInitialBid(phone, auction, '12.5', '40');
  await moveAuction(world.database.db, auction.auctionId, -200, -100);
  await phone.goto(`/user/auction-result/${auction.auctionId}`);
  await expect(phone.getByText('You won 40 RECs')).toBeVisible();
  const call = await callsOf(phone);
  await call(updateBilling, buyer.accountId, { ...EMPTY_BILLING, ...MALAYSIAN, taxes: [], version: 0 });

  const page = await signIn(seller);
  await page.goto('/user/settlements');
  await page
    .getByRole('row', { name: /To be paid/ })
    .getByRole('link')
    .click();
  const invoices = page.getByRole('region', { name: 'Invoices' });
  const issue = async () => {
    await invoices.getByRole('button', { name: 'Issue invoice', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  };

  await test.step('missing billing details are named, with a link to them', async () => {
    await expect(invoices.getByText('No invoice has been issued yet.')).toBeVisible();
    await issue();
    await expect(invoices.getByRole('alert')).toContainText('Tax number, Industry code, Business activity, City');
    await expectAccessible(page);
    await invoices.getByRole('link', { name: 'Complete the billing details' }).click();
  });

  await test.step('wrong details are refused beside their fields, right ones are saved', async () => {
    await page.getByRole('textbox', { name: /^Tax number/ }).fill('C-2088');
    await page.getByLabel(/^Industry code/).fill('35101');
    await page.getByLabel(/^Business activity/).fill('Electricity');
    await page.getByLabel(/^City/).fill('Kuala Lumpur');
    await page.getByRole('button', { name: 'Add a tax' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('group', { name: 'Tax 1' }).getByLabel(/^Tax code/)).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByRole('button', { name: 'Remove tax 1' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('A tax number has only letters and digits.').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: /^Tax number/ }).fill('C20880050010');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Billing details saved').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: /^Tax number/ })).toHaveValue('C20880050010');
  });

  await test.step('the seller issues the invoice', async () => {
    await page.goto('/user/settlements');
    await page
      .getByRole('row', { name: /To be paid/ })
      .getByRole('link')
      .click();
    await issue();
    const row = invoices.getByRole('row', { name: /INV-\d{4}-000001/ });
    await expect(row).toContainText('500.00');
    await expect(invoices.getByRole('button', { name: 'Issue invoice', exact: true })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the buyer finds it in the list on a phone, and downloads it', async () => {
    await phone.goto('/user/invoices');
    await expect(phone.getByRole('link', { name: /INV-\d{4}-000001/ })).toBeVisible();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
    for (const [name, file, start] of [
      [/^PDF EN INV-/, /-en\.pdf$/, '%PDF-'],
      [/^PDF 中文 INV-/, /-zh\.pdf$/, '%PDF-'],
      [/^JSON INV-/, /\.json$/, '{'],
    ] as const) {
      const download = phone.waitForEvent('download');
      await phone.getByRole('button', { name }).click();
      expect((await download).suggestedFilename()).toMatch(file);
      expect((await readFile(await (await download).path(), 'utf8')).startsWith(start)).toBe(true);
    }
    await expect(phone.getByRole('button', { name: /credit note/i })).toHaveCount(0);
  });

  await test.step('the seller takes a part back; too much is refused beside its field', async () => {
    await invoices.getByRole('button', { name: /^Issue credit note for INV-/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^Amount without tax/)).toHaveValue('500.00');
    await dialog.getByLabel(/^Amount without tax/).fill('500.01');
    await dialog.getByLabel(/^Reason/).fill('Two RECs too many');
    await dialog.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(dialog.getByText('The amount is higher than what remains of the invoice.')).toBeVisible();
    await dialog.getByLabel(/^Amount without tax/).fill('25');
    await dialog.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(dialog).toBeHidden();
    await expect(invoices.getByRole('row', { name: /CRN-\d{4}-000001/ })).toContainText('25.00');
    await expect(invoices.getByText('Part credited')).toBeVisible();
  });

  await test.step('the buyer is told of it', async () => {
    await phone.goto('/user/invoices?type=creditNote');
    await expect(phone.getByRole('link', { name: /CRN-/ })).toBeVisible();
    await expect(phone.getByRole('link', { name: /INV-/ })).toHaveCount(0);
    await phone.getByRole('button', { name: /Notifications/ }).click();
    await expect(phone.getByText('Credit note issued').first()).toBeVisible();
  });
});

test('an administrator completes the billing details of the platform, and issues the invoice for its fee', async ({
  world,
  signIn,
}) => {
  const [admin, seller, buyer] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  await completeCompanies(world);
  const auction = await world.auction({
    ownerAccountId: seller.accountId,
    items: [{ quantity: 100 }],
    bidders: [{ person: buyer }],
  });
  const shop = await signIn(buyer);
  await placeInitialBid(shop, auction, '12.5', '40');
  await moveAuction(world.database.db, auction.auctionId, -200, -100);
  await shop.goto(`/user/auction-result/${auction.auctionId}`);
  await expect(shop.getByText('You won 40 RECs')).toBeVisible();
  const page = await signIn(admin);
  await page.goto('/admin/invoices');
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Billing details' }).click();
  await page.getByLabel(/^Company name/).fill('Greenlot Sdn Bhd');
  await page.getByLabel(/^Email/).fill('x'.repeat(151));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel(/^Email/)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(/^Email/).fill('billing@greenlot.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Billing details saved').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/settlements');
  await page
    .getByRole('row', { name: /To be paid/ })
    .first()
    .getByRole('link')
    .click();
  const invoices = page.getByRole('region', { name: 'Invoices' });
  await invoices.getByRole('button', { name: 'Issue fee invoice to the seller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue fee invoice to the seller' }).click();
  await expect(invoices.getByRole('alert')).toContainText('Greenlot Sdn Bhd still lacks billing details');
  await expect(invoices.getByRole('link', { name: 'Complete the billing details' })).toHaveAttribute(
    'href',
    '/admin/billing',
  );
});
