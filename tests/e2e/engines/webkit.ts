import type { Readable } from 'node:stream';
import { Builder, By, Key as Keys, type WebDriver } from 'selenium-webdriver';
import { freePort } from '#testing/world/free-port.ts';
import type { Driver } from './hands.ts';
import { lineOf, pause, programs, within, type Programs } from './programs.ts';
import { SIZE, START_MS, type Session } from './session.ts';

/** The environment of a browser that runs without a graphics card, a session bus or accessibility services. */
const QUIET = { LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1', NO_AT_BRIDGE: '1', LANG: 'C.UTF-8' };

/** Starts WebKitGTK's small browser, controlled by Debian's WebKitWebDriver, on a virtual screen. */
export async function startWebKit(): Promise<Session> {
  const running = programs();
  try {
    const webDriver = await startDriver(running);
    await webDriver.manage().setTimeouts({ pageLoad: START_MS, script: START_MS });
    await webDriver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE });
    const end = async (): Promise<void> => {
      await within(5_000, 'the end of the session', webDriver.quit()).catch(() => undefined);
      running.end();
    };
    return { driver: driverOf(webDriver), thrown: [], end };
  } catch (thrown) {
    running.end();
    throw thrown;
  }
}

async function startDriver({ begin }: Programs): Promise<WebDriver> {
  const screen = begin('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']);
  const [display] = await within(START_MS, 'Xvfb', lineOf(screen.stdio[3] as Readable, /\d+/));
  const port = await freePort();
  begin('WebKitWebDriver', [`--port=${port}`], { ...QUIET, DISPLAY: `:${display}` });
  const server = `http://127.0.0.1:${port}`;
  await within(START_MS, 'WebKitWebDriver', answers(`${server}/status`));
  const session = new Builder().disableEnvironmentOverrides().usingServer(server).forBrowser('MiniBrowser').build();
  return within(START_MS, 'WebKit', Promise.resolve(session));
}

async function answers(url: string): Promise<void> {
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await pause();
}

const driverOf = (webDriver: WebDriver): Driver => ({
  open: (url) => webDriver.get(url),
  run: (work, ...args) => webDriver.executeScript(`return (${String(work)})(...arguments)`, ...args),
  click: ({ x, y }) => webDriver.actions().move({ x, y, duration: 0 }).click().perform(),
  type: (text) => webDriver.actions().sendKeys(text).perform(),
  key: (key) => webDriver.actions().sendKeys({ Enter: Keys.ENTER, Backspace: Keys.BACK_SPACE }[key]).perform(),
  attach: (css, path) => webDriver.findElement(By.css(css)).sendKeys(path),
});
