import { chromium, type Browser, type Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { chromiumOptions } from '../../playwright.config.ts';
import { browserEnv } from './browser-env.ts';
import { figure, median, type Figure } from '../figure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'bench/browser/room-page.html';
const SLOWDOWN = 4;
const ASKED_MS = 200;
const BIDS = 6;
/** Number of updates. At ten updates a second, the updates last longer than the typing. */
const UPDATES = 900;

declare global {
  interface Window {
    /** The duration of the longest event of each interaction, by the interaction's number. */
    interactions?: Record<number, number>;
  }
}

/**
 * Measures how fast the live room reacts to keys. The room has 200 bids and ten updates a second, and the processor is
 * slowed down by four. There is no network: this file sends the updates and answers the bids. So only the browser is
 * measured.
 */
export async function* measureInteractions(repeats: number): AsyncGenerator<Figure> {
  const folder = await temporaryFolder('interactions');
  const outDir = folder.path;
  const rolldownOptions = { input: ROOT + PAGE };
  await build({ root: ROOT, logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions } });
  const server = await preview({ root: ROOT, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: {} } });
  const browser = await chromium.launch(chromiumOptions);
  const url = `${server.resolvedUrls?.local[0]}${PAGE}?part=room`;
  const took: number[] = [];
  for (let i = 0; i < repeats; i += 1) took.push(await nextPaintMs(browser, url));
  await browser.close();
  await server.close();
  await folder.remove();
  const name = 'the live room from a key to the next paint (INP): 200 bids, 10 updates/s, a processor slowed 4 times';
  yield figure(name, 'ms', 'asked', { ours: median(took), anchor: ASKED_MS, isLessBetter: true });
}

async function nextPaintMs(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/env', (route) => route.fulfill({ json: browserEnv() }));
  await page.route(/\/bids/, (route) =>
    route.fulfill({ status: 400, json: { code: 'auction_has_ended', message: '' } }),
  );
  await page.addInitScript(() => {
    const longest: Record<number, number> = {};
    window.interactions = longest;
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (interactionId > 0) longest[interactionId] = Math.max(longest[interactionId] ?? 0, duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(url);
  await page.waitForFunction(() => window.feed);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate((updates) => void window.feed?.(updates), UPDATES);
  for (let i = 0; i < BIDS; i += 1) await bid(page, `20.${10 + i}`);
  const longest = Object.values((await page.evaluate(() => window.interactions)) ?? {});
  await page.close();
  // The metric (INP) ignores the slowest interaction of every fifty.
  return longest.toSorted((a, b) => b - a)[Math.floor(longest.length / 50)] ?? Number.NaN;
}

/** Types a bid like a fast typist: one key every tenth of a second. */
async function bid(page: Page, price: string): Promise<void> {
  await page.keyboard.press('b');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(price, { delay: 100 });
  await page.keyboard.press('Enter', { delay: 100 });
  await page.keyboard.press('Enter', { delay: 100 });
  await page.keyboard.press('Escape', { delay: 100 });
}
