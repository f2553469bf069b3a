import { readFile } from 'node:fs/promises';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { setSellOrderTerms, takeSettlementStepAsUser } from '#contract/settlement/settlement.ts';
import { SETTLEMENT_DEFAULTS } from '#domain/settlement/terms.ts';
import { aSellOrder, aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import { readCsv } from '#testing/readers/read-spreadsheet.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test, type World } from '../world.ts';

test.use({ isAlone: 'registry-orders' });

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type Calls = Awaited<ReturnType<typeof callsOf>>;
type Sides = { readonly byAdmin: Calls; readonly bySeller: Calls; readonly byBuyer: Calls };

/** Returns the id of a settlement of 10 RECs whose seller has instructed the delivery. */
async function instructed(world: World, { byAdmin, bySeller, byBuyer }: Sides, owner: string, buyer: string) {
  const { id } = await byAdmin(createSellOrder, '', aSellOrder(owner));
  await byAdmin(addSellOrderItem, id, aSellOrderItem());
  await byAdmin(setSellOrderTerms, id, { ...SETTLEMENT_DEFAULTS.USD, mode: 'deliverFirst' });
  await byAdmin(publishSellOrder, id, { publishTime: null });
  const wish = { accountId: buyer, quantity: 10, beneficiary: null, reviewed: null };
  const order = await byBuyer(placeBuyOrder, id, wish);
  await byAdmin(approveBuyOrder, order.id, { remarkContent: 'agreed' });
  const settlement = await world.database.db
    .selectFrom('settlement')
    .select(['id', 'version'])
    .where('buy_order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  await bySeller(takeSettlementStepAsUser, settlement.id, {
    step: 'instructDelivery',
    version: settlement.version,
    amount: null,
    quantity: 10,
    reference: '',
    remark: '',
    evidenceIds: [],
  });
  return settlement.id;
}

test('an administrator carries orders to a registry and its answers back, and the buyer sees the delivery', async ({
  world,
  signIn,
}) => {
  const [admin, seller, buyer] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const [office, page, phone] = [await signIn(admin), await signIn(seller), await signIn(buyer, PHONE)];
  const sides = { byAdmin: await callsOf(office), bySeller: await callsOf(page), byBuyer: await callsOf(phone) };
  const [good, unclear] = [
    await instructed(world, sides, seller.accountId, buyer.accountId),
    await instructed(world, sides, seller.accountId, buyer.accountId),
  ];

  await test.step('the seller states its account at a registry, and a wrong one is refused beside its field', async () => {
    await page.goto('/user/certificates');
    await page.getByRole('link', { name: 'Registry accounts' }).click();
    const field = page.getByLabel(/^I-REC/);
    await field.fill('A'.repeat(101));
    await page.getByRole('button', { name: 'Save accounts' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('SELLER-1');
    await page.getByRole('button', { name: 'Save accounts' }).click();
    await expect(page.getByText('Registry accounts saved').first()).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('SELLER-1');
    await expectAccessible(page);
  });

  const rows = await test.step('the administrator prepares the orders and downloads the list', async () => {
    await office.goto('/admin/registry-orders');
    await expect(office.getByText('No registry orders')).toBeVisible();
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Prepare orders' }).click();
    await expect(office.getByText('2 orders prepared.').first()).toBeVisible();
    await expect(office.getByRole('row', { name: /Sent/ })).toHaveCount(2);
    const [file] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('button', { name: 'Instruction list' }).click(),
    ]);
    return readCsv((await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, ''));
  });

  const idOf = (settlementId: string): string => rows.find(([first]) => first === settlementId)?.[1] ?? '';
  const csv = [
    'correlation_id,transfer_id,status,quantity',
    `${idOf(good)},REG-1,accepted,10`,
    `${idOf(good)},REG-1,accepted,10`,
    `${idOf(unclear)},REG-2,accepted,6`,
    `${idOf(unclear).replace(/^.{8}/, '00000000')},REG-3,accepted,10`,
  ].join('\n');

  await test.step('a file is previewed line by line, then imported as it was previewed', async () => {
    await office.getByRole('link', { name: 'Import confirmation' }).click();
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByLabel(/^Rows of the file/)).toHaveAttribute('aria-invalid', 'true');
    const file = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from('correlation_id,status\n') };
    const chooser = office.locator('input[type=file]');
    await chooser.setInputFiles(file);
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByText('These columns are missing: transfer_id, quantity.')).toBeVisible();
    await chooser.setInputFiles({ ...file, buffer: Buffer.from(csv) });
    await office.getByRole('button', { name: 'Preview' }).click();
    await expect(office.getByRole('row', { name: /^2 / })).toContainText('The order is accepted');
    await expect(office.getByRole('row', { name: /^3 / })).toContainText('the order has this answer already');
    await expect(office.getByRole('row', { name: /^4 / })).toContainText('The order becomes unclear');
    await expect(office.getByRole('row', { name: /^5 / })).toContainText('No order has this correlation ID.');
    await expectAccessible(office);
    await office.getByRole('button', { name: 'Import 2 lines' }).click();
    await expect(office.getByRole('heading', { name: 'Confirmation imported' })).toBeVisible();
  });

  await test.step('the administrator decides the unclear order', async () => {
    await office.goto('/admin/registry-orders?state=unclear');
    await office.getByRole('button', { name: /^Decide/ }).click();
    const form = office.getByRole('dialog');
    await expect(form.getByText('The registry stated: Accepted, quantity 6, ID REG-2.')).toBeVisible();
    await expect(form.getByLabel(/^Transfer ID/)).toHaveValue('REG-2');
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect(form.getByLabel(/^Remark/)).toHaveAttribute('aria-invalid', 'true');
    await form
      .getByLabel(/^Decision/)
      .selectOption({ label: 'Accepted: the registry has moved or retired all certificates' });
    await form.getByLabel(/^Remark/).fill('The other 4 came in a second transfer');
    await expectAccessible(office);
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect(form).toBeHidden();
    await expect(office.getByText('Registry order decided').first()).toBeVisible();
  });

  await test.step('the buyer sees both deliveries accepted', async () => {
    for (const [id, transfer] of [
      [good, 'REG-1'],
      [unclear, 'REG-2'],
    ]) {
      await phone.goto(`/user/settlements/${id}`);
      const orders = phone.getByRole('region', { name: 'Registry orders' });
      await expect(orders.getByText('Accepted', { exact: true })).toBeVisible();
      await expect(orders.getByText(transfer ?? '')).toBeVisible();
      await expect(phone.getByText('10 of 10 delivered')).toBeVisible();
      await expectNoSidewaysScroll(phone);
    }
  });

  await test.step('the section says so if it cannot load', async () => {
    await phone.route('**/registry-orders', (route) => route.abort());
    await phone.reload();
    await expect(phone.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  });
});
