import { expect, test } from '../world.ts';

test('a bidder subscribes to the calendar, replaces the link and revokes it', async ({ world, signIn }) => {
  const anna = await world.person();
  const auction = await world.auction({ startsIn: 3_600, endsIn: 7_200, bidders: [{ person: anna }] });
  const page = await signIn(anna);
  await page.goto('/user/notices');
  const section = page.getByRole('region', { name: 'Auctions in your calendar' });
  await expect(section.getByText('You have no link.')).toBeVisible();

  const linkOf = async (): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: 'Your calendar link' });
    const url = (await dialog.locator('[data-secret]').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    return new URL(url).pathname;
  };
  const read = (path: string) => page.request.get(world.server.baseUrl + path);

  await section.getByRole('button', { name: 'Create link' }).click();
  const first = await linkOf();
  const file = await read(first);
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toContain(`UID:${auction.auctionId}@`);
  await expect(section.getByText('Your link works since')).toBeVisible();

  await section.getByRole('button', { name: 'Create new link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new link' }).click();
  const second = await linkOf();
  expect([(await read(first)).status(), (await read(second)).status()]).toEqual([404, 200]);

  await section.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(section.getByText('You have no link.')).toBeVisible();
  expect((await read(second)).status()).toBe(404);
});

test('anyone reads the list of public auctions, and signs in from there', async ({ world, open }) => {
  const title = 'Open to every approved company';
  const auction = await world.auction({ isPrivate: false, startsIn: 3_600, endsIn: 7_200 });
  const hidden = await world.auction({ isPrivate: true, startsIn: 3_600, endsIn: 7_200 });
  const { db } = world.database;
  await db.updateTable('auction').set({ title }).where('id', '=', auction.auctionId).execute();
  await db.updateTable('auction').set({ title: 'By invitation' }).where('id', '=', hidden.auctionId).execute();
  const page = await open();
  await page.goto('/login');
  await page.getByRole('link', { name: 'See public auctions' }).click();
  await expect(page).toHaveURL(/\/auctions$/);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('Upcoming');
  await expect(row).toContainText('Malaysia');
  await expect(page.getByText('By invitation')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a bidder sees the month as a calendar, and on a phone the days with auctions', async ({ world, signIn }) => {
  const anna = await world.person();
  const auction = await world.auction({ startsIn: -60, endsIn: 3_600, bidders: [{ person: anna }] });
  const title = `Open now for ${anna.username}`;
  const { db } = world.database;
  await db.updateTable('auction').set({ title }).where('id', '=', auction.auctionId).execute();
  const page = await signIn(anna);
  await page.goto('/user/upcoming');
  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar' });
  const link = calendar.getByRole('link', { name: title }).first();
  await expect(calendar.getByRole('table')).toBeVisible();
  await expect(link).toContainText('(Live)');
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('link', { name: title })).toHaveCount(0);
  await calendar.getByRole('button', { name: 'This month' }).click();
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(calendar.getByRole('table')).toHaveCount(0);
  await expect(calendar.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/user/auction/${auction.auctionId}/detail$`));
});
