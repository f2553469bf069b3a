import type { Page, Route } from '@playwright/test';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { placeInitialBid } from '../steps/auction-steps.ts';
import { bringMenu } from '../steps/bring-menu.ts';
import { cutNetwork, restoreNetwork } from '../steps/cut-network.ts';
import { speak } from '../steps/speak.ts';
import { expect, PASSWORD, passSignIn, test } from '../world.ts';

/**
 * The specified messages for a server that does not answer (docs/rules.md#error-messages), word for word, and the texts
 * around them.
 */
const SAID = {
  en: {
    lost: 'Connection Lost: It appears that you have lost internet connection. Please check your connection and try again.',
    unanswered: 'The request was made, but no response was received',
    failed: 'Something happened in setting up the request that triggered an Error',
    askingAgain: 'No response yet. Checking again – your bid will only count once.',
    rests: 'You’re offline. You can’t bid until you reconnect. Your entries are kept.',
    passwordChanged: 'Password changed.',
  },
  zh: {
    lost: '连接已断开：您的网络连接似乎已中断，请检查网络后重试。',
    unanswered: '服务器未响应，请稍后重试',
    failed: '请求发送失败，请重试',
    askingAgain: '服务器尚未响应，正在重新查询，不会重复出价。',
    rests: '您已离线，暂时无法出价；已填写的内容会保留。',
    passwordChanged: '密码已修改',
  },
};
const BASE_LANGUAGES: readonly BaseLanguage[] = ['en', 'zh'];

const toPast = (page: Page) =>
  page
    .getByRole('link', { name: /Past auctions|历史拍卖/ })
    .first()
    .click();
const pastHeading = (page: Page) => page.getByRole('heading', { level: 1, name: /Past auctions|历史拍卖/ });
const tryAgain = (page: Page) => page.locator('main').getByRole('button', { name: /^(Try again|重试)$/ });

/** Opens a page in this language, with a reload. */
async function goIn(page: Page, language: BaseLanguage, path: string): Promise<void> {
  await speak(page, language);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** A page that cannot start has no phrases yet. It shows the error in both languages, and a retry loads the page. */
test('without a server or its words the page says so, and starts once they arrive', async ({ open }) => {
  const page = await open();
  const failed = page.getByRole('heading', { name: 'Cannot connect to the server' });
  const again = page.getByRole('button', { name: 'Try again' });
  for (const [missing, username] of [
    ['**/env', 'Username'],
    ['**/words-*/*/frame.json', '用户名'],
  ] as const)
    await test.step(missing, async () => {
      await page.route(missing, (route) => route.abort('connectionrefused'));
      await page.goto('/login');
      await expect(failed).toContainText('无法连接服务器');
      await again.click();
      await expect(again).toBeEnabled();
      await page.unroute(missing);
      await again.click();
      await expect(page.getByLabel(username)).toBeVisible();
      await speak(page, 'zh');
    });
});

test('without a network every page says so, keeps what was typed, and continues afterwards', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person());
  const passwords = [PASSWORD, 'Other-horse-10'];
  for (const language of BASE_LANGUAGES)
    await test.step(language, async () => {
      const { lost, passwordChanged } = SAID[language];
      const standing = page.getByRole('status').getByText(lost, { exact: true });
      await goIn(page, language, '/user/upcoming');
      await cutNetwork(page);
      await expect(standing).toBeVisible();
      await toPast(page);
      await expect(page.locator('main').getByText(lost, { exact: true })).toBeVisible();
      await page.context().setOffline(false);
      await expect(standing).toBeHidden();
      await expect(pastHeading(page)).toBeVisible();
      await expect(tryAgain(page)).toHaveCount(0);

      await goIn(page, language, '/user/change-password');
      const fields = [/^(Current password|当前密码)/, /^(New password|新密码)/, /^(Confirm password|确认密码)/];
      const typed = [passwords[0], passwords[1], passwords[1]].map(String);
      for (const [at, field] of fields.entries()) await page.getByLabel(field).fill(typed[at] ?? '');
      await cutNetwork(page);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').getByText(lost, { exact: true })).toBeVisible();
      // Waits longer than any toast stays.
      await page.waitForTimeout(5_200);
      await expect(standing).toBeVisible();
      for (const [at, field] of fields.entries()) await expect(page.getByLabel(field)).toHaveValue(typed[at] ?? '');
      await restoreNetwork(page);
      await page.getByRole('alert').getByRole('button').click();
      await expect(page.getByText(passwordChanged)).toBeVisible();
      passwords.reverse();
    });
});

test('a call that the browser itself blocks is reported too', async ({ world, signIn }) => {
  const page = await signIn(await world.person());
  await page.addInitScript(() => {
    const { fetch: ask } = globalThis;
    globalThis.fetch = async (to, init) => {
      const url = to instanceof Request ? to.url : to.toString();
      if (url.includes('/user/auctions?')) throw new DOMException('not here', 'SecurityError');
      return ask(to, init);
    };
  });
  for (const language of BASE_LANGUAGES) {
    await goIn(page, language, '/user/past');
    await expect(page.locator('main').getByText(SAID[language].failed, { exact: true })).toBeVisible();
  }
});

/** One file at a time is missing: the first and the last file of code, of styles, and of phrases. */
test('a missing part of a page is reported, and one more try loads the page', async ({ world, signIn }) => {
  const page = await signIn(await world.person());
  const open = async (missing?: string): Promise<string[]> => {
    await goIn(page, 'en', '/user/change-password');
    await bringMenu(page);
    // A page that reloaded because of a missing part does not reload again for a minute.
    await page.evaluate(() => sessionStorage.removeItem('TNBX.greenlot.v1.reloadedAt'));
    const asked: string[] = [];
    await page.route(/\/(assets\/.*|env)$/, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname !== '/env') asked.push(pathname);
      return missing !== undefined && [missing, '/env'].includes(pathname) ? route.abort() : route.continue();
    });
    await toPast(page);
    return asked;
  };
  const asked = await open();
  await expect(pastHeading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const [code, styles, words] = [/\.js$/, /\.css$/, /\.json$/].map((kind) => asked.filter((path) => kind.test(path)));
  for (const part of new Set([code, styles, words].flatMap((of) => [of?.at(0), of?.at(-1)]))) {
    await open(part);
    await expect(page.locator('main').getByText(SAID.en.unanswered)).toBeVisible();
    await page.unroute(/\/(assets\/.*|env)$/);
    await tryAgain(page).click();
    await expect(pastHeading(page)).toBeVisible();
    await expect(tryAgain(page)).toHaveCount(0);
  }
});

/** A part of the page fails to load without a network. The network is back before the page shows the failure. */
test('a network that returns before the page reports its loss loads the page automatically', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person());
  await goIn(page, 'en', '/user/change-password');
  await page.evaluate(() => {
    let isOnline = false;
    Object.defineProperty(navigator, 'onLine', { get: () => isOnline });
    const { fetch: ask } = globalThis;
    const comeBack = (thrown: unknown): never => {
      isOnline = true;
      globalThis.dispatchEvent(new Event('online'));
      throw thrown;
    };
    globalThis.fetch = (to, init) => (to === '/env' ? ask(to, init).catch(comeBack) : ask(to, init));
  });
  const aborted = new Set<string>();
  await page.route(/\/(assets\/.*\.js|env)$/, (route) => {
    const kind = route.request().url().endsWith('/env') ? 'server' : 'code';
    if (aborted.has(kind)) return route.continue();
    aborted.add(kind);
    return route.abort('internetdisconnected');
  });
  await toPast(page);
  await expect(pastHeading(page)).toBeVisible();
  expect(aborted).toEqual(new Set(['code', 'server']));
});

test('when the server is killed, pages say so and reconnect, and a bid in progress stays one bid', async ({
  world,
  open,
}) => {
  const anna = await world.person();
  const auction = await world.auction({ items: [{ quantity: 1_000 }], bidders: [{ person: anna }] });
  let server = await startServer({ DATABASE_URL: world.url });
  const { port } = new URL(server.baseUrl);
  const page = await open({ baseURL: server.baseUrl });
  try {
    await passSignIn(page, world, anna);
    await placeInitialBid(page, auction, '5.0', '600');
    for (const language of BASE_LANGUAGES)
      await test.step(language, async () => {
        await goIn(page, language, `/user/auction/${auction.auctionId}`);
        await test.step('offline in the room, typed text stays', () => restAndGoOn(page, language));
        const keys = await loseAnswer(page, server);
        await page.getByRole('button', { name: /^(Place bid|确认出价)$/ }).click();
        await expect(page.getByText(SAID[language].askingAgain)).toBeVisible();
        await expect(page.getByText(/^(Reconnecting|正在重连)/).first()).toBeVisible();
        server = await startServer({ DATABASE_URL: world.url, PORT: port });
        await answered(page);
        expect([keys.length > 1, new Set(keys).size]).toEqual([true, 1]);
        await expect(page.getByText(/^(Reconnecting|正在重连)/)).toHaveCount(0);
      });
    const { db } = world.database;
    const lines = db.selectFrom('bid_history').select('kind').where('auction_id', '=', auction.auctionId);
    const bids = await lines.where('by', '=', 'bidder').orderBy('seq').execute();
    expect(bids.map(({ kind }) => kind)).toEqual(['placed', 'revised', 'revised']);

    // The page's code is loaded before the server stops, so that only its data is missing.
    await goIn(page, 'en', '/user/past');
    await expect(pastHeading(page)).toBeVisible();
    await goIn(page, 'en', '/user/upcoming');
    await server.kill();
    await toPast(page);
    await page.waitForURL('**/user/past');
    await expect(page.locator('main').getByText(SAID.en.unanswered).first()).toBeVisible();
    server = await startServer({ DATABASE_URL: world.url, PORT: port });
    await tryAgain(page).first().click();
    await expect(pastHeading(page)).toBeVisible();
    await expect(tryAgain(page)).toHaveCount(0);
  } finally {
    await server.kill();
  }
});

/** Types the next price, stays offline for a while, and then reviews the bid. */
async function restAndGoOn(page: Page, language: BaseLanguage): Promise<void> {
  const price = page.getByRole('textbox', { name: /^(Price|每张价格)/ });
  await price.fill(language === 'en' ? '5.1' : '5.2');
  await cutNetwork(page);
  await expect(page.getByText(SAID[language].rests).first()).toBeVisible();
  await expect(page.getByRole('status').getByText(SAID[language].lost, { exact: true })).toBeVisible();
  await expect(price).toHaveValue(language === 'en' ? '5.1' : '5.2');
  await page.context().setOffline(false);
  await expect(page.getByText(SAID[language].rests)).toHaveCount(0);
  await price.press('Enter');
}

/** Kills the server after it has stored the next bid, but before it can answer. Returns the keys of the repeats. */
async function loseAnswer(page: Page, server: ServerProcess): Promise<string[]> {
  const keys: string[] = [];
  await page.route('**/user/auctions/*/bids', async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    expect((await route.fetch()).status()).toBe(200);
    await server.kill();
    return route.abort('connectionreset');
  });
  return keys;
}

/** Waits until the bid is accepted. After the last automatic try, presses the button to ask again. */
async function answered(page: Page): Promise<void> {
  const accepted = page.getByText(/^Accepted at|已受理：/).first();
  const ask = page.getByRole('button', { name: /^(Check again|重新查询)$/ });
  await expect(accepted.or(ask)).toBeVisible();
  if (await ask.isVisible()) await ask.click();
  await expect(accepted).toBeVisible();
  await page.unroute('**/user/auctions/*/bids');
}
