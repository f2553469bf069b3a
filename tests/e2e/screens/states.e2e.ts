import type { Page, Route } from '@playwright/test';
import { moveAuction } from '#testing/builders/records.ts';
import { SITE_MAP, type SitePage } from '#testing/permissions/site-map.ts';
import { enter, pathOf } from '../steps/follow.ts';
import { speak } from '../steps/speak.ts';
import { expect, test, type World } from '../world.ts';

// Lists of other stories would be longer than what is shown while they load.
test.use({ isAlone: 'states' });

/** A time in ms that is longer than any pause between two tries of a query. */
const PATIENCE_MS = 5_000;
const SETTLED_MS = 20_000;
const MOST_SHIFT = 0.05;
const READ = /\/(auction-api|api)\//;

/** Returns the pages of an area that have content of their own. Pages for both roles belong to the area of users. */
const pagesOf = (role: 'user' | 'admin'): SitePage[] =>
  SITE_MAP.filter(
    ({ path, guard, leadsTo, variant }) =>
      (guard === role || (role === 'user' && guard === 'reader')) &&
      leadsTo === undefined &&
      variant !== 'GLOBAL' &&
      path !== '/logout',
  );

/** While `answer` is set, it answers all reading calls. `asked` counts these calls. */
type Trouble = { answer: ((route: Route) => Promise<void>) | undefined; asked: number };

async function trouble(page: Page): Promise<Trouble> {
  const now: Trouble = { answer: undefined, asked: 0 };
  await page.route(READ, async (route) => {
    if (route.request().method() !== 'GET' || !now.answer) return route.continue();
    now.asked += 1;
    return now.answer(route);
  });
  return now;
}

const broken = (route: Route) => route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Broken' } });
const gone = (route: Route) => route.abort('connectionrefused');

type PageState = { retries: number; words: number; heading: string; isForm: boolean; isLoading: boolean };

const look = (page: Page): Promise<PageState> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    return {
      retries: [...(main?.querySelectorAll('button') ?? [])].filter((one) => one.textContent === 'Try again').length,
      words: main?.innerText.trim().length ?? 0,
      isForm: main?.querySelector('form') != null,
      heading: document.querySelector('h1, main h2')?.textContent ?? '',
      isLoading: document.querySelector('main .mantine-Skeleton-root') !== null,
    };
  });

/** Waits until nothing is loading. The clock skips pauses between tries, but answers take their real time. */
async function settled(page: Page): Promise<PageState> {
  const untilMs = performance.now() + SETTLED_MS;
  let shown = await look(page);
  while ((shown.isLoading || shown.heading === '') && performance.now() < untilMs) {
    await page.clock.fastForward(PATIENCE_MS);
    shown = await look(page);
  }
  return shown;
}

/** Presses all retry buttons at the same moment, because one retry may reload data that two messages wait for. */
const tryAgain = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const button of document.querySelectorAll<HTMLElement>('main button'))
      if (button.textContent === 'Try again') button.click();
    await new Promise(requestAnimationFrame);
  });

/** Pages that read nothing of their own: only the frame around them asks the server. */
const READS_NOTHING = new Set(['/user/certificate-file']);

/** Returns what is wrong with a page while all its reads fail, and with the same page after its reads succeed again. */
async function failAndRetry(page: Page, one: SitePage, now: Trouble, answer: Trouble['answer']): Promise<string[]> {
  const path = pathOf(one);
  Object.assign(now, { answer, asked: 0 });
  await enter(page, path);
  const failed = await settled(page);
  now.answer = undefined;
  const wrong = [
    ...(failed.words === 0 || failed.heading === '' ? ['is blank'] : []),
    ...(failed.isLoading ? ['goes on loading'] : []),
    // A form is still shown if the choices of one field fail to load. That field shows the error.
    ...(now.asked > 0 && failed.retries === 0 && !failed.isForm && !READS_NOTHING.has(one.path)
      ? [`says nothing (${failed.heading})`]
      : []),
  ];
  let healed = await settled(page);
  for (let i = 0; i < 4 && healed.retries > 0; i += 1) {
    await tryAgain(page);
    healed = await settled(page);
  }
  if (healed.retries > 0 || healed.isLoading || healed.words === 0) wrong.push('is not mended by another try');
  return wrong.map((what) => `${path}: ${what}`);
}

const WAYS = [
  ['user', 'the server is gone', gone],
  ['admin', 'the server breaks down', broken],
] as const;

for (const [role, what, answer] of WAYS)
  test(`every page of the ${role} area says so when ${what}, and another try loads it`, async ({ world, signIn }) => {
    const page = await signIn(await world.person({ role: role === 'admin' ? 'Admin' : 'User' }));
    await page.clock.install();
    // Starts on a page that has loaded no data of the area, so that every page must read all of its data.
    await page.goto(`/${role}/change-password`);
    await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
    const now = await trouble(page);
    const wrong: string[] = [];
    for (const one of pagesOf(role)) wrong.push(...(await failAndRetry(page, one, now, answer)));
    expect(wrong).toEqual([]);
  });

/** Creates auctions before, during and after their time, for the pages about one auction. */
async function someAuctions(world: World) {
  const anna = await world.person();
  const bidders = [{ person: anna }];
  const items = [{ quantity: 1_000 }, { quantity: 500 }];
  const past = await world.auction({ bidders, items });
  await moveAuction(world.database.db, past.auctionId, -7_200, -3_600);
  const live = await world.auction({ bidders, items });
  const next = await world.auction({ bidders, items, startsIn: 3_600, endsIn: 7_200 });
  return { anna, past, live, next };
}

type Auctions = Awaited<ReturnType<typeof someAuctions>>;

function realPath(one: SitePage, { past, live, next }: Auctions): string {
  const { auctionId } = one.path.includes('result') ? past : /update|add-bidders/.test(one.path) ? next : live;
  return /auction|\/update\/|add-bidders/.test(one.path) ? one.path.replace('$id', auctionId) : pathOf(one);
}

/** Returns how far elements moved without a user's action while all answers arrived late. */
async function shiftsOf(page: Page, path: string, now: Trouble): Promise<Shift[]> {
  let free = (): void => undefined;
  const late = new Promise<void>((resolve) => (free = resolve));
  now.answer = (route) => late.then(() => route.continue());
  await enter(page, path);
  await page.evaluate(() => globalThis.takeShifts());
  now.answer = undefined;
  free();
  await settled(page);
  return page.evaluate(() => globalThis.takeShifts());
}

type Shift = { readonly value: number; readonly sources: string };

declare global {
  /** Returns the movements since the last call. */
  var takeShifts: () => Promise<Shift[]>;
}

/** Makes this page record movements that no user caused. */
const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    type Entry = { value: number; sources: { node: Node | null }[] };
    const nameOf = ({ node }: { node: Node | null }) => (node instanceof Element ? node.className : '');
    const shifts: Shift[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries as unknown as Entry[])
        shifts.push({ value, sources: sources.map(nameOf).join(' ') });
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    // Keeps the browser's own function, because the test replaces the clock later.
    const drawn = requestAnimationFrame.bind(globalThis);
    globalThis.takeShifts = async () => {
      for (let i = 0; i < 3; i += 1) await new Promise(drawn);
      note(observer.takeRecords());
      return shifts.splice(0);
    };
  });

/**
 * The auction has more than a day left, which gives the longest texts. The bar must keep its height in every connection
 * state.
 */
for (const [language, words] of [
  ['en', { live: 'Connected', offline: 'Offline', reconnecting: 'Reconnecting' }],
  ['zh', { live: '已连接', offline: '已离线', reconnecting: '正在重连' }],
] as const)
  test(`a room on a phone does not move while its connection is lost and returns (${language})`, async ({
    world,
    signIn,
  }) => {
    const [admin, { anna }] = [await world.person({ role: 'Admin' }), await someAuctions(world)];
    const { auctionId } = await world.auction({ endsIn: 100_000, bidders: [{ person: anna }] });
    const page = await signIn(admin, { viewport: { width: 360, height: 800 } });
    let cut = (): void => undefined;
    let isCut = false;
    await page.routeWebSocket(/./, (socket) => {
      if (isCut) return void socket.close();
      socket.connectToServer();
      cut = () => void socket.close();
    });
    await speak(page, language);
    await page.goto(`/admin/auction/${auctionId}`);
    const bar = page.getByRole('region', {
      name: /^(Time left, connection and position|剩余时间、连接状态与您的成交情况)$/,
    });
    const heights: (number | undefined)[] = [];
    const saysAt = async (what: keyof typeof words) => {
      await expect(bar.getByRole('status')).toHaveText(words[what]);
      heights.push((await bar.boundingBox())?.height);
    };
    await expect(page.getByRole('button', { name: /^(Auction controls|拍卖控制)$/ })).toBeVisible();
    // A part of the page that cannot be fetched offline would make the page reload when the network returns.
    await page.waitForLoadState('networkidle');
    await saysAt('live');
    await page.context().setOffline(true);
    await saysAt('offline');
    isCut = true;
    await page.context().setOffline(false);
    cut();
    await saysAt('reconnecting');
    isCut = false;
    await saysAt('live');
    expect(new Set(heights)).toEqual(new Set([heights[0]]));
  });

for (const width of [360, 1_440])
  for (const role of ['user', 'admin'] as const)
    test(`nothing moves in the ${role} area at ${width} px when answers are late`, async ({ world, signIn }) => {
      const auctions = await someAuctions(world);
      const person = role === 'admin' ? await world.person({ role: 'Admin' }) : auctions.anna;
      const page = await signIn(person, { viewport: { width, height: 800 } });
      await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
      await watchShifts(page);
      const now = await trouble(page);
      const wrong: string[] = [];
      for (const one of pagesOf(role)) {
        const path = realPath(one, auctions);
        const shifts = await shiftsOf(page, path, now);
        const moved = shifts.reduce((sum, { value }) => sum + value, 0);
        if (moved > MOST_SHIFT)
          wrong.push(`${path}: ${moved.toFixed(3)} ${shifts.map(({ sources }) => sources).join(', ')}`);
      }
      expect(wrong).toEqual([]);
    });
