import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import type { AuctionId } from '#domain/basics/ids.ts';
import { insertPerson, type TestPerson } from '#testing/builders/records.ts';
import { acceptTerms, bidByKeyboard, choose, move, typeDay, placeInitialBid } from '../steps/auction-steps.ts';
import { askForChanges } from '../steps/change-request-steps.ts';
import { expect, test, type World } from '../world.ts';

/** Creates a public reverse auction with one item of 1,000 RECs and a maximum price of 8.00. */
async function create(page: Page, title: string, buyer: TestPerson): Promise<AuctionId> {
  await page.goto('/admin/create');
  await page.getByLabel(/^Title/).fill(title);
  await page
    .getByLabel(/^Auction owner/)
    .first()
    .fill(buyer.username);
  await page.getByRole('option', { name: new RegExp(buyer.username) }).click();
  await page.getByRole('switch', { name: /^Spot RECs/ }).check();
  await page.getByText('Reverse', { exact: true }).click();
  await page.getByText('Public', { exact: true }).click();
  await typeDay(page, 'Start', '15');
  await typeDay(page, 'End', '16');
  await page.getByLabel(/^Minimum item quantity/).fill('1000');
  await page.getByLabel(/^Minimum bid quantity/).fill('100');
  await page.getByLabel(/^Seller’s processing fee/).fill('1');
  await page.getByRole('button', { name: 'Save and add items' }).click();
  await expect(page.getByText('Spot RECs are not supported in reverse auctions')).toBeVisible();
  await page.getByRole('switch', { name: /^Spot RECs/ }).uncheck();
  await page.getByRole('button', { name: 'Save and add items' }).click();
  await expect(page).toHaveURL(/\/admin\/update\//);
  await page.getByRole('button', { name: 'Add item', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, /^Country/, 'Malaysia');
  await choose(page, /^Fuel type/, 'Hydro');
  await dialog.getByLabel(/^Vintage year/).fill('2025');
  await choose(page, /^Vintage period/, 'Full year');
  await dialog.getByLabel(/^Quantity/).fill('1000');
  await dialog.getByRole('switch', { name: /^Partial fulfilment/ }).check();
  await dialog.getByLabel(/^Minimum bid price/).fill('1');
  await dialog.getByLabel(/^Maximum bid price/).fill('8');
  await dialog
    .getByRole('button', { name: /^(Save|Add item)$/ })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  return (/update\/([\w-]+)/.exec(page.url())?.[1] ?? '') as AuctionId;
}

/** Makes a person a trader of one company and a viewer of another. Returns the name of the first company. */
async function joinCompanies({ database: { db } }: World, { userId }: TestPerson): Promise<{ trading: string }> {
  const [trading, viewed] = [await insertPerson(db), await insertPerson(db)];
  for (const [{ accountId }, role] of [
    [trading, 'trader'],
    [viewed, 'viewer'],
  ] as const)
    await db.insertInto('account_member').values({ account_id: accountId, user_id: userId, role }).execute();
  return { trading: `Company of ${trading.username}` };
}

/** Adds one more item, which the owner will want to remove. */
async function addSolar({ database: { db } }: World, auctionId: AuctionId): Promise<void> {
  await sql`
    insert into auction_item (id, auction_id, position, country, fuel_type, vintage_year, vintage_period, quantity,
                              partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents)
    values (${randomUUID()}, ${auctionId}, 2, 'MY', 'Solar', 2025, 'FullYear', 2000, true, 100, 800)`.execute(db);
}

test('a public reverse auction goes from its creation over the owner’s requests to the result', async ({
  world,
  signIn,
}) => {
  const [admin, buyer, anna] = [
    await world.person({ role: 'Admin' }),
    await world.person({ username: `buys${randomUUID().slice(0, 8)}` }),
    await world.person(),
  ];
  const { trading } = await joinCompanies(world, anna);
  const hidden = await world.auction({});
  const title = `Straits buys hydro ${randomUUID().slice(0, 6)}`;
  const adminPage = await signIn(admin);
  const auctionId = await test.step('an administrator creates it, and spot RECs are rejected', () =>
    create(adminPage, title, buyer));
  await addSolar(world, auctionId);
  const buyerPage = await signIn(buyer);
  await buyerPage.goto(`/user/upcoming?search=${encodeURIComponent(title)}`);
  await askForChanges({ own: buyerPage, office: adminPage, title });
  await Promise.all([adminPage.close(), buyerPage.close()]);

  const page = await signIn(anna);
  await test.step('a seller finds it, but not a private one', async () => {
    await page.goto(`/user/auction/${hidden.auctionId}`);
    await expect(page.getByText('Page not found')).toBeVisible();
    await page.goto(`/user/upcoming?search=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByText('sellers bid prices down')).toBeVisible();
  });

  await test.step('the way into the room leads to the terms, and with the selected account to sealed bids', async () => {
    await page.goto(`/user/auction/${auctionId}`);
    await expect(page.getByText('Viewers can see everything in their company')).toBeVisible();
    await page.getByLabel(/^Business account/).selectOption({ label: trading });
    await acceptTerms(page);
    await expect(page.getByText(`for ${trading}`)).toBeVisible();
    await placeInitialBid(page, { auctionId }, '7.5', '1000');
  });

  await test.step('in the room prices only go down, to the maximum price to win or below it', async () => {
    await move(world, { auctionId }, 0, 3_600);
    await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
    await expect(page.getByText('Maximum price to win').first()).toBeVisible();
    const price = page.getByRole('textbox', { name: /^Price/ });
    await price.fill('7.6');
    await page.getByRole('button', { name: 'Review bid' }).click();
    await expect(page.getByText('You can’t raise your price (now 7.50)').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Place a new bid' }).check();
    await price.fill('7.5');
    await page.getByRole('button', { name: 'Review bid' }).click();
    await expect(page.getByText('Price too high: this bid must be 7.40 or less').first()).toBeVisible();
    await page.getByRole('radio', { name: /^Revise 7\.50/ }).check();
    await price.fill('6.5');
    await page.getByRole('button', { name: 'Review bid' }).click();
    await expect(page.getByText(/^You receive .* in total if you win it all$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await bidByKeyboard(page, '6.5');
  });

  await test.step('the lowest bid sells, and the seller gets the amount less its fee', async () => {
    await move(world, { auctionId }, -3_600, 1);
    await expect(page).toHaveURL(/auction-result/);
    await expect(page.getByText('You sold 1,000 RECs')).toBeVisible();
    await expect(page.getByText('Total to receive')).toBeVisible();
    await expect(page.getByText('6,435.00').first()).toBeVisible();
    await expect(page.getByText('RECs bought').first()).toBeVisible();
  });
});
