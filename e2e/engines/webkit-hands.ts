import { Key as Keys, WebElement } from 'selenium-webdriver';
import type { Control, Hands, Key } from './hands.ts';
import { pause, within, type WebKit } from './webkit.ts';

/** How long anything is waited for, and no call takes longer either. */
const PATIENCE_MS = 60_000;
const CALL_MS = 20_000;

const CONTROLS: Readonly<Record<Control, string>> = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  option: '[role="option"]',
  checkbox: 'input[type="checkbox"]',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
  menuitem: '[role^="menuitem"]',
  label: 'label',
};
const FIELDS = 'input:not([type="file"]), textarea, select, [contenteditable="true"]';
const KEYS: Readonly<Record<Key, string>> = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, Tab: Keys.TAB, End: Keys.END };

/** Hands in WebKitGTK, by WebDriver. */
export function webKitHands({ driver }: WebKit, baseUrl: string): Hands {
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
  const find = async (css: string, name: RegExp): Promise<WebElement> => {
    const found: unknown = await driver.executeScript(findInPage, css, name.source, name.flags);
    if (found instanceof WebElement) return found;
    throw new Error('it is not there');
  };
  const typeKeys = (keys: string): Promise<void> => call('typing', driver.actions().sendKeys(keys).perform());
  return {
    open: (path) => insist(`opening ${path}`, () => driver.get(baseUrl + path)),
    press: (control, name) =>
      insist(`pressing the ${control} ${String(name)}`, async () => (await find(CONTROLS[control], name)).click()),
    fill: async (label, text) => {
      await insist(`the field ${String(label)}`, async () => driver.executeScript(select, await find(FIELDS, label)));
      await typeKeys(Keys.BACK_SPACE + text);
    },
    choose: (label, option) =>
      insist(`choosing ${option}`, async () => {
        const isThere = await driver.executeScript(chooseInPage, await find('select', label), option);
        if (isThere !== true) throw new Error('there is no such option');
      }),
    attach: (path) =>
      insist('the place for files', async () => {
        const place: unknown = await driver.executeScript(findFileInput);
        if (!(place instanceof WebElement)) throw new Error('it is not there');
        await place.sendKeys(path);
      }),
    type: typeKeys,
    key: (key) => typeKeys(KEYS[key]),
    sees: (words) =>
      insist(`seeing ${String(words)}`, async () => {
        if (!(await driver.executeScript(isInSight, words.source, words.flags))) throw new Error('it is not in sight');
      }),
    until: (isTrue, words = '') =>
      insist(`waiting for ${String(isTrue)}`, async () => {
        if (!(await driver.executeScript(`return (${String(isTrue)})(arguments[0])`, words)))
          throw new Error('not yet');
      }),
    shown: () =>
      call('reading the page', driver.executeScript('return `${location.href}: ${document.body.innerText}`')),
  };
}

/** Runs in the page, as all below: the first control or field in sight whose name fits. */
function findInPage(css: string, source: string, flags: string): Element | undefined {
  const wanted = new RegExp(source, flags);
  const inSight = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
  const textOf = (elements: Iterable<Element | null>): string =>
    [...elements].map((element) => element?.textContent ?? '').join(' ');
  const nameOf = (element: Element): string => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const name =
      textOf(labels.map((id) => document.getElementById(id))) ||
      (element.getAttribute('aria-label') ?? '') ||
      ('labels' in element && element.labels ? textOf(element.labels as NodeListOf<Element>) : '') ||
      (element.textContent ?? '');
    return name.replaceAll(/\s+/g, ' ').trim();
  };
  const dialog = [...document.querySelectorAll('dialog[open], [role="dialog"]')].findLast(inSight);
  const found = [...(dialog ?? document).querySelectorAll(css)].find((one) => inSight(one) && wanted.test(nameOf(one)));
  found?.scrollIntoView({ block: 'center' });
  return found;
}

function findFileInput(): Element | undefined {
  const inputs = [...document.querySelectorAll('input[type="file"]')];
  return inputs.find((input) => input.closest('dialog[open]')) ?? inputs[0];
}

function select(field: HTMLInputElement): void {
  field.focus();
  if ('select' in field) field.select();
}

function chooseInPage(list: HTMLSelectElement, label: string): boolean {
  const option = [...list.options].find((one) => one.label === label);
  if (!option) return false;
  option.selected = true;
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

function isInSight(source: string, flags: string): boolean {
  const wanted = new RegExp(source, flags);
  return document.body.innerText.split('\n').some((line) => wanted.test(line.trim()));
}
