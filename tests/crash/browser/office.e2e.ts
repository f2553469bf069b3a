import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { updateSellOrderBuyers } from '#contract/marketplace/sell-order-buyer.ts';
import { ITEM_IMAGES_MAX } from '#domain/auction/images.ts';
import { aPhoto } from '#testing/builders/image-builders.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { aSellOrder, aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import { follow } from '../../e2e/steps/follow.ts';
import { PASSWORD, signInBy } from '../../e2e/world.ts';
import { ask, type Person } from '../ask.ts';
import { expect, PROCESSES, test } from './behind-proxy.ts';
import { expectOnly, watch } from './witness.ts';

test('the password goes to one process and the code to the other one, and the person notices nothing', async ({
  world,
  behind: { fleet },
  open,
}) => {
  const person = await world.person();
  const page = await open();
  await page.goto('/login');
  const seen = await watch(page);
  const digits = page.locator('[autocomplete="one-time-code"]').first();
  await fleet.strike([1], async () => {
    await page.getByLabel('Username').fill(person.username);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(digits).toBeVisible();
  });
  await fleet.strike([0], async () => {
    await digits.click();
    await page.keyboard.type(await world.codeFor(person.username));
    await page.waitForURL('**/user/**');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  // By the protocol, the answer that asks for a one-time code has status 400.
  await expectOnly({ ...seen, wrong: seen.wrong.filter((one) => !/^400 POST .*\/connect\/token$/.test(one)) });
});

test('a person reads lists and uploads an image while one process after the other shuts down', async ({
  world,
  behind: { fleet },
  signIn,
}) => {
  const owner = await world.person();
  const { auctionId } = await world.auction({
    ownerAccountId: owner.accountId,
    startsIn: 3_600,
    endsIn: 7_200,
    items: [],
  });
  const page = await signIn(owner);
  const seen = await watch(page);
  for (const which of PROCESSES) await during(fleet.shutDown(which), () => lists(page));

  await follow(page, `/user/update/${auctionId}`, `/user/update/${auctionId}`);
  await page.getByRole('button', { name: 'Add item', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  const picture = { name: 'dam.png', mimeType: 'image/png', buffer: await aPhoto(600, 400) };
  let uploaded = 0;
  for (const which of PROCESSES)
    await during(fleet.shutDown(which), async () => {
      if (uploaded === ITEM_IMAGES_MAX) return pause(100);
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /^Add images/ }).click();
      await (await chooser).setFiles([picture]);
      uploaded += 1;
      await expect(dialog.getByRole('img', { name: `Images ${uploaded}` })).toBeVisible();
    });
  await expectOnly(seen, [/^dam\.png(Processing|Uploading)…$/]);
});

const SALES = 6;

test('a saved guide and scheduled sales exist once, with one email each, after processes were killed', async ({
  world,
  behind: { fleet, mails },
  signIn,
  playwright,
}) => {
  const [admin, seller, buyer] = [await world.person({ role: 'Admin' }), await world.person(), await world.person()];
  const [office, shop] = [await signIn(admin), await signIn(buyer)];
  await shop.goto('/user/marketplace');
  await office.goto('/admin/template-management/create');
  const seen = await Promise.all([office, shop].map((page) => watch(page)));

  await test.step('saves while one of the two is gone', async () => {
    await office.getByLabel('Document name').fill('Guide for sellers');
    await office.getByRole('textbox', { name: 'English', exact: true }).click();
    await office.keyboard.type('Have your RECs verified.');
    await fleet.strike([0], async () => {
      await office.getByRole('button', { name: 'Create document' }).click();
      await expect(office.getByRole('heading', { level: 1, name: 'Guide for sellers' })).toBeVisible();
    });
  });

  await test.step('publishes on time while one is killed, and while the other one shuts down', async () => {
    const clerk = await world.person({ role: 'Admin' });
    const { reply } = await signInBy(playwright.request, world, clerk);
    const who = { ...clerk, token: reply['access_token'] ?? '', address: '10.0.0.2' };
    const sale = { admin: who, sellerAccountId: seller.accountId, buyerAccountId: buyer.accountId };
    const titles = Array.from({ length: SALES }, (_, at) => `Perak hydro ${at} ${randomUUID().slice(0, 6)}`);
    const now = Date.now();
    for (const [at, title] of titles.entries())
      await schedule(world.server.baseUrl, { ...sale, title, publishAtMs: now + 4_000 + at * 1_500 });
    await fleet.strike([1]);
    await fleet.shutDown(0);
    for (const title of titles) await expect(shop.getByRole('heading', { name: title })).toBeVisible();
    const told = () => mails.map(readMail).flatMap(({ subject }) => titles.filter((title) => subject.includes(title)));
    await expect.poll(() => told().length).toBe(SALES);
    // Waits longer than the time after which a claimed but unsent message is sent again.
    await pause(12_000);
    expect(told().toSorted()).toEqual(titles);
  });
  const versions = world.database.db.selectFrom('template_version').select('version');
  const saved = await versions.where('document_name', '=', 'Guide for sellers').execute();
  expect(saved).toEqual([{ version: 1 }]);
  for (const one of seen) await expectOnly(one, [/^“Guide for sellers” has been created\.$/]);
});

type Sale = {
  readonly admin: Person;
  readonly sellerAccountId: string;
  readonly buyerAccountId: string;
  readonly title: string;
  readonly publishAtMs: number;
};

/** Creates a sell order for one company alone. The company gets an email when the order is published. */
async function schedule(baseUrl: string, { admin, sellerAccountId, buyerAccountId, title, publishAtMs }: Sale) {
  const body = aSellOrder(sellerAccountId, { title });
  const created = await ask(baseUrl, admin, createSellOrder, { id: '', key: randomUUID(), body });
  const id = created.type === 'answered' ? created.data.id : '';
  const buyers = { accountIds: [buyerAccountId] };
  const publishTime = new Date(publishAtMs).toISOString();
  for (const reply of [
    created,
    await ask(baseUrl, admin, addSellOrderItem, { id, key: randomUUID(), body: aSellOrderItem() }),
    await ask(baseUrl, admin, updateSellOrderBuyers, { id, key: randomUUID(), body: buyers }),
    await ask(baseUrl, admin, publishSellOrder, { id, key: randomUUID(), body: { publishTime } }),
  ])
    expect(reply.type, JSON.stringify(reply)).toBe('answered');
}

/** Repeats `act` as long as `other` lasts, and waits until both have ended. */
async function during(other: Promise<unknown>, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const until = other.finally(() => (isOver = true));
  do await act();
  while (!isOver);
  await until;
}

const LISTS = ['/user/past', '/user/upcoming', '/user/marketplace', '/user/holdings', '/user/buy-order-history'];

async function lists(page: Page): Promise<void> {
  for (const path of LISTS) {
    const { at, heading } = await follow(page, path, path);
    expect([at, heading !== '']).toEqual([path, true]);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
}
