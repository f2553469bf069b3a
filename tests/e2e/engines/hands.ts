import * as page from './in-page.ts';
import { pause, within } from './programs.ts';

/** What can be pressed, by a selector. */
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

/** The little that each engine is told in words of its own. */
export type Driver = {
  open(url: string): Promise<void>;
  /** Runs a function in the page. What it takes and returns goes as JSON. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** With the mouse, where that is in the window. */
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Gives a file of the disk to the first element that a selector finds. */
  attach(css: string, path: string): Promise<void>;
};

/**
 * What a person does in a browser, in whichever engine. Each act waits until it is possible, and rejects where that takes too
 * long. While a dialog is open, acts concern the dialog.
 */
export type Hands = {
  /** Goes to a path of the server, or to another address, loading the page. */
  open(path: string): Promise<void>;
  press(control: keyof typeof CONTROLS, name: RegExp): Promise<void>;
  /** Replaces what stands in the field of this label. */
  fill(label: RegExp, text: string): Promise<void>;
  /** Chooses in a native list, by the words of the option. */
  choose(label: RegExp, option: string): Promise<void>;
  /** Gives a file of the disk to the only place on the page, or in the dialog, that takes files. */
  attach(path: string): Promise<void>;
  /** Keys, into whatever has the focus. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Waits for a line of words in sight. */
  sees(words: RegExp): Promise<void>;
  /** Waits until a function that runs in the page, with these words as its argument, returns true. */
  until(isTrue: (words: string) => boolean, words?: string): Promise<void>;
  /** Returns the address and the words in sight. */
  shown(): Promise<string>;
};

/** How long anything is waited for, and a single call to a browser. */
const PATIENCE_MS = 60_000;
const CALL_MS = 30_000;
/** How long a click may be on its way. */
const HIT_MS = 10_000;

export function handsOf(driver: Driver, baseUrl: string): Hands {
  const call = <Value>(what: string, work: Promise<Value>): Promise<Value> => within(CALL_MS, what, work);
  /** Again and again until it succeeds: what was found a moment ago may have been drawn anew. */
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
      if (!(await isDone())) throw new Error('not so');
    });
  const find = (control: keyof typeof CONTROLS, { source, flags }: RegExp): Promise<boolean> =>
    driver.run(page.find, CONTROLS[control], source, flags);
  return {
    open: (path) => insist(`opening ${path}`, () => driver.open(new URL(path, baseUrl).href)),
    press: (control, name) =>
      insist(`pressing the ${control} ${String(name)}`, async () => {
        if (!(await find(control, name))) throw new Error('it is not there');
        const before = await driver.run(page.place);
        await pause();
        const at = await driver.run(page.place);
        // What moves would be missed.
        if (!at || at.x !== before?.x || at.y !== before.y) throw new Error('it is covered, or moves');
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

/** A click may arrive some time after the engine says that it was made: clicking again would be one click too many. */
async function waitForHit({ run }: Driver): Promise<'none' | 'it' | 'another'> {
  const until = Date.now() + HIT_MS;
  for (;;) {
    // A page that is being left cannot tell.
    const hit = await run(page.hit).catch(() => 'it' as const);
    if (hit !== 'none' || Date.now() > until) return hit;
    await pause();
  }
}
