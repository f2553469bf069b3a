import { chromium, type Browser } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { chromiumOptions } from '../../playwright.config.ts';
import { browserEnv } from './browser-env.ts';
import { figure, median, type Figure, type Length } from '../figure.ts';
import type { RoomPart } from './room-page.tsx';

const WARM_UP = 20;
const UPDATES_PER_SECOND = 10;
const ROWS = 200;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = 'bench/browser/room-page.html';

/**
 * Measures the script time of one update in a room of 200 bids, with ten updates a second. The anchor shows the same
 * rows in plain React.
 */
export async function* measureRoomRender({ repeats, seconds }: Length): AsyncGenerator<Figure> {
  const folder = await temporaryFolder('room-render');
  const outDir = folder.path;
  // The page is built like the product, with compiled phrases and the production build of React.
  await build({
    root: ROOT,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: ROOT + PAGE } },
  });
  const server = await preview({ root: ROOT, build: { outDir }, preview: { port: 0, host: '127.0.0.1', proxy: {} } });
  const browser = await chromium.launch(chromiumOptions);
  const took: Record<RoomPart, number[]> = { room: [], ranking: [], plain: [] };
  const updates = seconds * UPDATES_PER_SECOND;
  const parts = ['plain', 'ranking', 'room'] as const;
  for (let i = 0; i < repeats; i += 1) {
    for (const part of parts)
      took[part].push(
        await scriptMsEach(browser, { url: `${server.resolvedUrls?.local[0]}${PAGE}?part=${part}`, part, updates }),
      );
  }
  await browser.close();
  await server.close();
  await folder.remove();
  const anchor = median(took.plain);
  const anchorName = '200 plain, remembered React rows that get their ranks ready-made';
  const beside = (name: string, ours: number): Figure =>
    figure(`${name}, script time of an update`, 'ms', anchorName, { ours, anchor, isLessBetter: true });
  yield beside('the whole room of 200 bids', median(took.room));
  yield beside('its ranking alone with all 200 rows drawn', median(took.ranking));
}

type Run = { readonly url: string; readonly part: RoomPart; readonly updates: number };

async function scriptMsEach(browser: Browser, { url, part, updates }: Run): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/env', (route) => route.fulfill({ json: browserEnv() }));
  await page.goto(url);
  await page.waitForFunction(() => window.feed);
  // For users the room renders only the visible rows. The comparison of single rows needs all rows.
  if (part !== 'room')
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, ROWS);
  const devTools = await page.context().newCDPSession(page);
  // Count the time of threads instead of clock time, so that other work on the machine does not count.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000;
  };
  await page.evaluate((many) => window.feed?.(many), WARM_UP);
  const before = await scriptMs();
  await page.evaluate((many) => window.feed?.(many), updates);
  const after = await scriptMs();
  await page.close();
  return (after - before) / updates;
}
