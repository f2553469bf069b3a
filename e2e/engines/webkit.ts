import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { freePort } from '#testing/free-port.ts';

/** WebKitGTK's small browser, driven by Debian's WebKitWebDriver, on a screen that nobody sees. */
export type WebKit = { readonly driver: WebDriver; end(): Promise<void> };

const START_MS = 30_000;
const SIZE = { width: 1_440, height: 900 };

export async function startWebKit(): Promise<WebKit> {
  const started: ChildProcess[] = [];
  /** Each has a group of its own, which its browser belongs to. */
  const killAll = (): void => {
    for (const { pid } of started.splice(0)) if (pid !== undefined) killGroup(pid);
  };
  process.once('exit', killAll);
  const begin = (command: string, args: readonly string[], display?: string): ChildProcess => {
    const env = { ...process.env, ...QUIET, ...(display && { DISPLAY: display }) };
    const child = spawn(command, args, { detached: true, env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    child.on('error', () => undefined);
    started.push(child);
    return child;
  };
  try {
    const screen = begin('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']);
    const display = `:${await within(START_MS, 'Xvfb', firstLine(screen.stdio[3] as Readable))}`;
    const port = await freePort();
    begin('WebKitWebDriver', [`--port=${port}`], display);
    const server = `http://127.0.0.1:${port}`;
    await within(START_MS, 'WebKitWebDriver', answers(`${server}/status`));
    const session = new Builder().disableEnvironmentOverrides().usingServer(server).forBrowser('MiniBrowser').build();
    const driver = await within(START_MS, 'WebKit', Promise.resolve(session));
    await driver.manage().setTimeouts({ pageLoad: START_MS, script: START_MS });
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE });
    const end = async (): Promise<void> => {
      await within(5_000, 'the end of the session', driver.quit()).catch(() => undefined);
      process.off('exit', killAll);
      killAll();
    };
    return { driver, end };
  } catch (thrown) {
    killAll();
    throw thrown;
  }
}

/** Without a graphics card, a session bus or accessibility services. */
const QUIET = { LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1', NO_AT_BRIDGE: '1', LANG: 'C.UTF-8' };

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** @throws where that took longer: some calls of WebKit's driver never return. */
export async function within<Value>(ms: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface(stream)) return line;
  throw new Error('it ended without a word');
}

async function answers(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause();
}

export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
