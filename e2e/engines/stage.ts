import type { BrowserType } from '@playwright/test';
import { expect, test as base } from '../world.ts';
import { forgetBuiltIns } from './forget-built-ins.ts';
import type { Hands } from './hands.ts';
import { playwrightHands } from './playwright-hands.ts';
import { startWebKit } from './webkit.ts';
import { webKitHands } from './webkit-hands.ts';

type Session = { readonly hands: Hands; end(): Promise<void> };

/** Stories with the hands of somebody in the engine of the project: Firefox, WebKit, or a Chromium without newer built-ins. */
export const test = base.extend<{ hands: Hands }>({
  hands: async ({ browserName, playwright, world }, use, testInfo) => {
    const { baseUrl } = world.server;
    const start = browserName === 'webkit' ? inWebKit : (url: string) => inPlaywright(playwright[browserName], url);
    const { hands, end } = await start(baseUrl);
    await use(hands);
    if (testInfo.status !== testInfo.expectedStatus)
      console.log(`what was shown: ${await hands.shown().catch(String)}`);
    await end();
  },
});

async function inWebKit(baseUrl: string): Promise<Session> {
  const webKit = await startWebKit();
  return { hands: webKitHands(webKit, baseUrl), end: webKit.end };
}

async function inPlaywright(type: BrowserType, baseURL: string): Promise<Session> {
  const browser = await type.launch();
  const context = await browser.newContext({ baseURL });
  if (type.name() === 'chromium') await forgetBuiltIns(context);
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  const end = async (): Promise<void> => {
    await browser.close();
    expect(thrown).toEqual([]);
  };
  return { hands: playwrightHands(page), end };
}
