import { sql } from 'kysely';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { moveAuction } from '#testing/builders/records.ts';
import { expect, test } from '../world.ts';

test('a bidder elsewhere learns that it is outbid, selects channels, and watches another auction start', async ({
  world,
  signIn,
}) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const auction = await world.auction({ startsIn: -3_600, bidders: [{ person: anna }, { person: bo }] });
  const other = await world.auction({ isPrivate: false, startsIn: 3_600, endsIn: 7_200 });
  const title = `Watched by ${anna.username}`;
  await world.database.db.updateTable('auction').set({ title }).where('id', '=', other.auctionId).execute();
  const page = await signIn(anna);
  await placeInitialBid(page, auction, '5.0', '1000');
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await page.goto('/user/past');
  await expect(page.getByRole('button', { name: 'Notifications: No unread' })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`/user/upcoming?search=${anna.username}`);
  await expect(second.getByRole('button', { name: 'Notifications: No unread' })).toBeVisible();
  const rival = await signIn(bo);

  await test.step('appears in the page and the title, once in every tab', async () => {
    const outbid = 'Outbid: Hydro and solar, Peninsular Malaysia';
    const titled = [page, second].map((tab) => expect(tab).toHaveTitle(`(1) ${outbid}`));
    await placeInitialBid(rival, auction, '6.0', '1000');
    await Promise.all(titled);
    const toasts = async () => {
      const [here, there] = await Promise.all(
        [page, second].map((tab) => tab.getByRole('status').getByText('You’ve been outbid on MY.Hydro.2020').count()),
      );
      return (here ?? 0) + (there ?? 0);
    };
    await expect.poll(toasts).toBe(1);
    for (const tab of [page, second])
      await expect(tab.getByRole('button', { name: 'Notifications: 1 unread' })).toBeVisible();
    expect(await toasts()).toBeLessThanOrEqual(1);
    await expect(page).toHaveTitle(/^\(1\) Past auctions/);
  });

  await test.step('sends an email only to people who want one', async () => {
    await page.getByRole('button', { name: /’s account$/ }).click();
    await page.getByRole('menuitem', { name: 'Notification settings' }).click();
    const mail = page.getByRole('checkbox', { name: 'Outbid, Email' });
    await expect(mail).toBeChecked();
    const kept = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
    await mail.click();
    await expect(mail).not.toBeChecked();
    await kept;
    const { db } = world.database;
    await sql`update notice set mail_due_at = now() where user_id = ${anna.userId}`.execute(db);
    const due = () => sql`select 1 from notice where mail_due_at is not null and user_id = ${anna.userId}`.execute(db);
    await expect.poll(async () => (await due()).rows.length).toBe(0);
    const { rows } = await sql`
      select 1 from outbox where subject like '%outbid: %' and recipient like ${`${anna.username}@%`}`.execute(db);
    expect(rows).toEqual([]);
  });

  await test.step('is behind the bell, which leads to the auction', async () => {
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('link', { name: /^You’ve been outbid on/ })
      .click();
    await expect(page).toHaveURL(new RegExp(auction.auctionId));
    for (const tab of [page, second])
      await expect(tab.getByRole('button', { name: 'Notifications: No unread' })).toBeVisible();
  });

  await test.step('a watched auction notifies of its start', async () => {
    const star = second.getByRole('button', { name: `Watch: ${title}` });
    const stored = second.waitForResponse(
      (reply) => reply.url().endsWith('/watch') && reply.request().method() === 'PUT' && reply.ok(),
    );
    await star.click();
    await stored;
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await second.getByRole('button', { name: 'Watching', exact: true }).click();
    await expect(second.getByRole('heading', { name: title })).toBeVisible();
    await moveAuction(world.database.db, other.auctionId, -1, 7_200);
    await expect(second).toHaveTitle(`(1) Started: ${title}`);
    await second.getByRole('button', { name: 'Notifications: 1 unread' }).click();
    await expect(second.getByRole('region', { name: 'Notifications' })).toContainText('Auction started');
  });
});
