import type { BrowserType } from '@playwright/test';
import { expect, test as base } from '../world.ts';
import { startFirefox } from './firefox.ts';
import { removeBuiltIns } from './remove-built-ins.ts';
import { handsOf, type Hands } from './hands.ts';
import { SIZE, type Session } from './session.ts';
import { startWebKit } from './webkit.ts';

/**
 * The test function for the engine of the Playwright project: Firefox, WebKit, or a Chromium without newer built-ins.
 */
export const test = base.extend<{ hands: Hands }>({
  hands: async ({ browserName, playwright, world }, use, testInfo) => {
    const start = {
      firefox: startFirefox,
      webkit: startWebKit,
      chromium: () => startChromium(playwright.chromium),
    };
    const { driver, thrown, end } = await start[browserName]();
    const hands = handsOf(driver, world.server.baseUrl);
    await use(hands);
    if (testInfo.status !== testInfo.expectedStatus)
      console.log(`the page showed: ${await hands.shown().catch(String)}`);
    await end();
    // A script file that cannot be read causes a SyntaxError. The story of such a file checks what the page shows then.
    expect(thrown.filter((text) => !text.startsWith('SyntaxError'))).toEqual([]);
  },
});

async function startChromium(type: BrowserType): Promise<Session> {
  const browser = await type.launch();
  const context = await browser.newContext({ viewport: SIZE });
  await removeBuiltIns(context);
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  return {
    driver: {
      open: async (url) => void (await page.goto(url)),
      run: (work, ...args) => page.evaluate(`(${String(work)})(...${JSON.stringify(args)})`),
      click: ({ x, y }) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      key: (key) => page.keyboard.press(key),
      attach: (css, path) => page.locator(css).first().setInputFiles(path),
    },
    thrown,
    end: () => browser.close(),
  };
}
