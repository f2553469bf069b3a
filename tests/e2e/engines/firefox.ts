import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Key as Keys } from 'selenium-webdriver';
import bidi from 'selenium-webdriver/bidi/index.js';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import type { Driver } from './hands.ts';
import { lineOf, programs, within } from './programs.ts';
import { SIZE, START_MS, type Session } from './session.ts';

/** By its types, this module has a member `Index`. At run time, the module itself is the class `Index`. */
const Connection = bidi as unknown as typeof bidi.Index;

/** Sends a command of WebDriver BiDi. */
type Send = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * Starts Firefox without a window and controls it by WebDriver BiDi. The program is the one that the variable FIREFOX
 * names, or else Debian's.
 */
export async function startFirefox(): Promise<Session> {
  const running = programs();
  const profile = await temporaryFolder('firefox');
  const thrown: string[] = [];
  try {
    // Transitions are off, because without a graphics card the CPU draws each of their frames.
    await writeFile(join(profile.path, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);\n');
    const args = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port=0', 'about:blank'];
    const firefox = running.begin(process.env['FIREFOX'] ?? 'firefox-esr', args);
    const address = lineOf(firefox.stderr as Readable, /WebDriver BiDi listening on (ws:\S+)/);
    const [, url] = await within(START_MS, 'Firefox', address);
    const connection = new Connection(`${url}/session`);
    const send = sendBy(connection);
    await within(START_MS, 'the session', send('session.new', { capabilities: { alwaysMatch: ACCEPTS } }));
    // A new tab is needed, because the initial window never has the focus, so nothing in it is drawn as focused.
    const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string };
    await send('browsingContext.setViewport', { context, viewport: SIZE });
    connection.on('log.entryAdded', ({ type, level, text }: Entry) => {
      if (type === 'javascript' && level === 'error') thrown.push(text);
    });
    await send('session.subscribe', { events: ['log.entryAdded'], contexts: [context] });
    const end = async (): Promise<void> => {
      await within(5_000, 'the end of the session', connection.close()).catch(() => undefined);
      running.end();
      await profile.remove();
    };
    return { driver: driverOf(send, context), thrown, end };
  } catch (cause) {
    running.end();
    await profile.remove();
    throw cause;
  }
}

type Entry = { type: string; level: string; text: string };

/** Makes the browser accept its own dialogs automatically. */
const ACCEPTS = { unhandledPromptBehavior: { default: 'accept' } };

const sendBy =
  (connection: bidi.Index): Send =>
  async (method, params) => {
    const answer = (await connection.send({ method, params })) as { type: string; result: unknown; message?: string };
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };

function driverOf(send: Send, context: string): Driver {
  const act = async (type: string, actions: readonly unknown[]): Promise<void> => {
    await send('input.performActions', { context, actions: [{ type, id: type, actions }] });
  };
  const press = (keys: readonly string[]): Promise<void> =>
    act(
      'key',
      keys.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
    );
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run(work, ...args) {
      const { result, exceptionDetails } = (await send('script.evaluate', {
        // The result is in an array, because JSON cannot represent a single undefined value.
        expression: `JSON.stringify([(${String(work)})(...${JSON.stringify(args)})])`,
        target: { context },
        awaitPromise: false,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (!result) throw new Error(exceptionDetails?.text);
      const [value] = JSON.parse(result.value) as [ReturnType<typeof work>];
      return value;
    },
    click: ({ x, y }) =>
      act('pointer', [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text) => press(text.split('')),
    key: (key) => press([{ Enter: Keys.ENTER, Backspace: Keys.BACK_SPACE }[key]]),
    async attach(css, path) {
      const locator = { type: 'css', value: css };
      const { nodes } = (await send('browsingContext.locateNodes', { context, locator, maxNodeCount: 1 })) as {
        nodes: { sharedId: string }[];
      };
      const [element] = nodes;
      if (!element) throw new Error('the element is missing');
      await send('input.setFiles', { context, element: { sharedId: element.sharedId }, files: [path] });
    },
  };
}
