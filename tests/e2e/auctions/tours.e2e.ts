import type { Page } from '@playwright/test';
import { startServer } from '#testing/world/server-process.ts';
import { move, placeInitialBid } from '../steps/auction-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../steps/expect-usable.ts';
import { expect, passSignIn, test } from '../world.ts';

const step = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const again = (page: Page) => page.getByRole('button', { name: 'Take a tour' });

/** Plays the video with its captions, which can also be read as text. Escape ends the video and returns to the tour. */
async function seeFilm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Watch how bidding works' }).tap();
  const film = page.locator('video');
  await expect(film).toBeFocused();
  await expect(film).toHaveJSProperty('paused', false);
  await page.getByText('Read as text').tap();
  await expect(page.getByRole('dialog', { name: 'How bidding works' }).getByRole('listitem').first()).not.toBeEmpty();
  expect(await film.evaluate((player: HTMLVideoElement) => player.textTracks[0]?.mode)).toBe('showing');
  await page.keyboard.press('Escape');
  await expect(film).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Watch how bidding works' })).toBeFocused();
}

// With reduced motion, the video does not start automatically.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a tour starts once automatically, works by keyboard, is remembered in another browser, and starts again on request', async ({
  world,
  signIn,
}) => {
  const anna = await world.person({ seesTours: true });
  const auction = await world.auction({ startsIn: 3_600, endsIn: 7_200, bidders: [{ person: anna }] });
  const seen = async () => {
    const rows = world.database.db.selectFrom('user_tour').select(['tour', 'outcome']);
    const own = await rows.where('user_id', '=', anna.userId).orderBy('tour').execute();
    return own.map(({ tour, outcome }) => `${tour} ${outcome}`);
  };

  await test.step('starts on the first visit, and works by keyboard to its end', async () => {
    const page = await signIn(anna);
    await expect(step(page, 'Welcome to the auctions')).toContainText('1 of 7');
    await page.keyboard.press('ArrowRight');
    await expect(step(page, 'Find an auction')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Skip' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(step(page, 'Status and time left')).toBeVisible();
    for (const title of ['Watch an auction', 'Take part', 'Stay informed', 'Any time']) {
      await page.keyboard.press('Enter');
      await expect(step(page, title)).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Skip' })).toBeHidden();
    expect(await seen()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(seen).toEqual(['liveAuctions finished']);
  });

  const phone = await signIn(anna, { viewport: { width: 360, height: 640 }, hasTouch: true });
  await phone.clock.install();
  const visit = async (path: string) => {
    const told = phone.waitForResponse(/user-tours/);
    await phone.goto(path);
    await told;
    await expect(again(phone)).toBeEnabled();
  };

  await test.step('starts in another browser, a phone, only on request, with nothing cut off', async () => {
    await visit('/user/upcoming');
    await expect(phone.getByRole('article').first()).toBeVisible();
    await phone.clock.runFor(5_000);
    await expect(phone.getByRole('dialog')).toHaveCount(0);
    await again(phone).tap();
    await seeFilm(phone);
    for (let at = 1; at <= 7; at += 1) {
      await expect(phone.getByRole('dialog')).toContainText(`${at} of 7`);
      await expect(phone.getByRole('button', { name: /^(Next|Done)$/ })).toBeInViewport({ ratio: 1 });
      await expect(phone.getByRole('dialog')).toBeInViewport({ ratio: 1 });
      if (at === 5) await expectAccessible(phone);
      await phone.getByRole('button', { name: /^(Next|Done)$/ }).tap();
    }
    await expect(again(phone)).toBeFocused();
    await expectNoSidewaysScroll(phone);
  });

  const entry = `/user/auction/${auction.auctionId}`;
  await test.step('initial bids: does not interrupt typing, starts on the next visit, and ends on Escape', async () => {
    await visit(entry);
    await phone
      .getByLabel(/^Price/)
      .first()
      .focus();
    await phone.clock.runFor(5_000);
    await expect(phone.getByRole('dialog')).toHaveCount(0);
    await visit(entry);
    await phone.clock.runFor(5_000);
    await expect(step(phone, 'Sealed until the start')).toBeVisible();
    await phone.keyboard.press('Escape');
    await expect(phone.getByRole('dialog')).toHaveCount(0);
    await expect.poll(seen).toEqual(['initialBids dismissed', 'liveAuctions finished']);
  });

  await test.step('does not start in the last minute', async () => {
    await expect(async () => {
      await move(world, auction, 50, 7_200);
      await phone.reload();
      await expect(again(phone)).toBeDisabled({ timeout: 20_000 });
    }).toPass();
  });
});

test('with the chart and the tours off, the room has no chart, and no tour starts', async ({ world, open, signIn }) => {
  const person = await world.person({ seesTours: true });
  const auction = await world.auction({ bidders: [{ person }] });
  const chart = (page: Page) => page.getByRole('heading', { name: 'Price-volume distribution' });
  await test.step('appear when on', async () => {
    const page = await signIn(person);
    await expect(page.getByRole('button', { name: 'Take a tour' })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await placeInitialBid(page, auction, '5.0', '100');
    await expect(chart(page).first()).toBeVisible();
  });

  await test.step('are missing when off', async () => {
    const flags = { FLAG_AUCTION_ROOM_CHART: 'off', FLAG_TOUR_GUIDE: 'off' };
    const server = await startServer({ DATABASE_URL: world.url, ...flags });
    try {
      const page = await open({ baseURL: server.baseUrl });
      let asked = 0;
      page.on('request', (request) => (asked += request.url().includes('/user-tours') ? 1 : 0));
      await passSignIn(page, world, person);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Take a tour' })).toHaveCount(0);
      await page.goto(`/user/auction/${auction.auctionId}`);
      await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
      await expect(chart(page)).toHaveCount(0);
      expect(asked).toBe(0);
    } finally {
      await server.kill();
    }
  });
});
