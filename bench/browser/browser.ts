import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { startServer } from '#testing/world/server-process.ts';
import { chromiumOptions } from '../../playwright.config.ts';
import { figure, median, type Figure, type Length } from '../figure.ts';
import { measureInteractions } from './interactions.ts';
import { signIn } from './demo-sign-in.ts';
import { measureLighthouse } from './lighthouse.ts';

/**
 * The conditions of a measurement. The browser is really slowed down to these conditions. The figures are measured, not
 * computed from a fast run.
 */
type Profile = { readonly width: number; readonly height: number; slowdown: number; roundTripMs: number; mbps: number };

const PROFILES: Record<string, Profile> = {
  // The network of Lighthouse's "slow 4G", and its slowdown of the processor for a phone.
  phone: { width: 412, height: 823, slowdown: 4, roundTripMs: 150, mbps: 1.6 },
  desktop: { width: 1440, height: 900, slowdown: 1, roundTripMs: 40, mbps: 10 },
};

const ASKED = { lcpMs: 2_500, cls: 0.05 };
/**
 * Milliseconds to wait after the first heading appears. In this time late parts of a page appear, and the page loads
 * further files when it is idle.
 */
const SETTLES_MS = 4_000;

/** Names and paths of screens. `open` screens are public. `user` screens need a signed-in user. */
export type Screens = { readonly open: Record<string, string>; readonly user: Record<string, string> };

/**
 * Measures the waiting times of users. A real Chromium with an empty cache opens the built product and its demo. The
 * figures are: largest paint, layout shift, time from a key to the paint in the live room, and Lighthouse's scores.
 */
export async function* measureBrowser({ repeats }: Length): AsyncGenerator<Figure> {
  yield* measureInteractions(repeats);
  const server = await startServer({ DEMO: 'on' });
  const browser = await chromium.launch(chromiumOptions);
  const context = await browser.newContext({ baseURL: server.baseUrl });
  await signIn(context, server.baseUrl, 'newcomer');
  const screens = await screensOf(context);
  for (const [profile, held] of Object.entries(PROFILES)) {
    const kept = await context.storageState();
    for (const [name, path] of Object.entries({ ...screens.open, ...screens.user })) {
      const storageState = name in screens.open ? undefined : kept;
      const seen: PageVitals[] = [];
      for (let i = 0; i < repeats; i += 1) {
        const { width, height } = held;
        const fresh = await browser.newContext({ baseURL: server.baseUrl, viewport: { width, height }, storageState });
        seen.push(await visit(await fresh.newPage(), path, held));
        await fresh.close();
      }
      const asked = (what: string, unit: string, ours: number, anchor: number) =>
        figure(`${name} (${profile}): ${what}`, unit, 'asked', { ours, anchor, isLessBetter: true });
      yield asked('largest paint', 'ms', median(seen.map(({ lcpMs }) => lcpMs)), ASKED.lcpMs);
      yield asked('jumps', 'CLS', Math.max(...seen.map(({ cls }) => cls)), ASKED.cls);
    }
  }
  await browser.close();
  yield* measureLighthouse(server.baseUrl, screens);
  await server.stop();
}

type PageVitals = { readonly lcpMs: number; readonly cls: number };

declare global {
  interface Window {
    seen?: { lcpMs: number; cls: number };
  }
}

async function visit(page: Page, path: string, { slowdown, roundTripMs, mbps }: Profile): Promise<PageVitals> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devTools.send('Network.enable');
  const perSecond = (mbps * 1_000_000) / 8;
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: perSecond,
    uploadThroughput: perSecond / 2,
  });
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, cls: 0 };
    window.seen = seen;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.lcpMs = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await page.getByRole('heading').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(SETTLES_MS);
  return (await page.evaluate(() => window.seen)) ?? { lcpMs: Number.NaN, cls: Number.NaN };
}

/**
 * Returns the screens to measure. The room is the first live auction in which this person bids. The other paths come
 * from links in lists.
 */
async function screensOf(context: BrowserContext): Promise<Screens> {
  const page = await context.newPage();
  const linkOn = async (list: string, to: RegExp): Promise<string> => {
    await page.goto(list);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const links = page.locator('main a[href]');
    await links.first().waitFor();
    const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const found = paths.find((path) => to.test(path));
    if (!found) throw new Error(`${list} has no link to ${String(to)}, only ${paths.join(', ')}`);
    return found;
  };
  const room = await linkOn('/user/upcoming', /^\/user\/auction\/[^/]+$/);
  const result = await linkOn('/user/past', /^\/user\/auction-result\//);
  await page.close();
  return {
    open: { 'sign-in': '/login' },
    user: { list: '/user/upcoming', marketplace: '/user/marketplace', room, result },
  };
}
