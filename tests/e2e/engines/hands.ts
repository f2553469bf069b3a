import * as page from './in-page.ts';
import { pause, within } from './programs.ts';

/** Selectors of the controls that can be pressed. */
const CONTROLS = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  option: '[role="option"]',
  switch: '[role="switch"]',
  menuitem: '[role^="menuitem"]',
  label: 'label',
  field: 'input:not([type="file"]), textarea',
  list: 'select',
} as const;
export type Key = 'Enter' | 'Backspace';
export type Point = { readonly x: number; readonly y: number };

/** The few commands that differ between engines. */
export type Driver = {
  open(url: string): Promise<void>;
  /** Runs a function in the page. The arguments and the result are sent as JSON. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Clicks with the mouse at a point of the window. */
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Gives a file from the disk to the first element that matches a selector. */
  attach(css: string, path: string): Promise<void>;
};

/**
 * Actions of a user in a browser of any engine. Each action waits until it is possible, and rejects after
 * `PATIENCE_MS`. While a dialog is open, actions concern the dialog.
 */
export type Hands = {
  /** Loads a path of the server, or another address. */
  open(path: string): Promise<void>;
  press(control: keyof typeof CONTROLS, name: RegExp): Promise<void>;
  /** Replaces the text of the field with this label. */
  fill(label: RegExp, text: string): Promise<void>;
  /** Chooses an option of a native list by its text. */
  choose(label: RegExp, option: string): Promise<void>;
  /** Gives a file from the disk to the only file input on the page, or in the dialog. */
  attach(path: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Waits until a line of text is visible. */
  sees(words: RegExp): Promise<void>;
  /** Runs a function in the page, with `words` as its argument, until it returns true. */
  until(isTrue: (words: string) => boolean, words?: string): Promise<void>;
  /** Returns the address and the visible text. */
  shown(): Promise<string>;
};

/** The time-out of an action, in ms. */
const PATIENCE_MS = 60_000;
/** The time-out of a single call to a browser, in ms. */
const CALL_MS = 30_000;
/** Longest time in ms until a click arrives. */
const HIT_MS = 10_000;

export function handsOf(driver: Driver, baseUrl: string): Hands {
  const call = <Value>(what: string, work: Promise<Value>): Promise<Value> => within(CALL_MS, what, work);
  /** Repeats an act until it succeeds, because an element may be redrawn after the act has found it. */
  const insist = async (what: string, act: () => Promise<unknown>): Promise<void> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await call(what, act());
        return;
      } catch (thrown) {
        if (Date.now() > until) throw new Error(`${what}: ${String(thrown)}`, { cause: thrown });
        await pause();
      }
    }
  };
  const insistThat = (what: string, isDone: () => Promise<boolean>): Promise<void> =>
    insist(what, async () => {
      if (!(await isDone())) throw new Error('the action has not worked yet');
    });
  const find = (control: keyof typeof CONTROLS, { source, flags }: RegExp): Promise<boolean> =>
    driver.run(page.find, CONTROLS[control], source, flags);
  return {
    open: (path) => insist(`opening ${path}`, () => driver.open(new URL(path, baseUrl).href)),
    press: (control, name) =>
      insist(`pressing the ${control} ${String(name)}`, async () => {
        if (!(await find(control, name))) throw new Error('the element is missing');
        const before = await driver.run(page.place);
        await pause();
        const at = await driver.run(page.place);
        // A click on a moving element would miss.
        if (!at || at.x !== before?.x || at.y !== before.y) throw new Error('the element is covered or moving');
        const thrown: unknown = await driver.click(at).catch((error: unknown) => error);
        const hit = await waitForHit(driver);
        if (hit !== 'it') throw new Error(`the click hit ${hit}`, { cause: thrown });
      }),
    fill: async (label, text) => {
      await insistThat(
        `the field ${String(label)}`,
        async () => (await find('field', label)) && driver.run(page.select),
      );
      await call('typing', driver.key('Backspace'));
      await call('typing', driver.type(text));
    },
    choose: (label, option) =>
      insistThat(`choosing ${option}`, async () => (await find('list', label)) && driver.run(page.choose, option)),
    attach: (path) =>
      insist('the place for files', async () => driver.attach(await driver.run(page.placeForFiles), path)),
    type: (text) => call('typing', driver.type(text)),
    key: (key) => call('typing', driver.key(key)),
    sees: (words) => insistThat(`seeing ${String(words)}`, () => driver.run(page.isInSight, words.source, words.flags)),
    until: (isTrue, words = '') => insistThat(`waiting for ${String(isTrue)}`, () => driver.run(isTrue, words)),
    shown: () => call('reading the page', driver.run(page.shown)),
  };
}

/**
 * Waits until a click arrives. An engine may report a click before the page gets it. Without this wait, the test would
 * then click twice.
 */
async function waitForHit({ run }: Driver): Promise<'none' | 'it' | 'another'> {
  const until = Date.now() + HIT_MS;
  for (;;) {
    // A page that is being left cannot answer, so the click has hit a link on that page.
    const hit = await run(page.hit).catch(() => 'it' as const);
    if (hit !== 'none' || Date.now() > until) return hit;
    await pause();
  }
}
