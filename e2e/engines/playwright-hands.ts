import { expect, type Locator, type Page } from '@playwright/test';
import type { Control, Hands } from './hands.ts';

/** A dialog may open or close meanwhile: after so long the control is looked for again. */
const SOON = { timeout: 5_000 };
const PATIENCE = { timeout: 60_000 };

/** Hands in an engine that Playwright drives: Chromium, and Firefox by WebDriver BiDi. */
export function playwrightHands(page: Page): Hands {
  const dialogs = page.locator('dialog[open], [role="dialog"]').filter({ visible: true });
  const inScope = (act: (scope: Locator) => Promise<unknown>): Promise<void> =>
    expect(async () => {
      await act((await dialogs.count()) > 0 ? dialogs.last() : page.locator('body'));
    }).toPass(PATIENCE);
  return {
    open: async (path) => void (await page.goto(path)),
    press: (control, name) => inScope((scope) => controlIn(scope, control, name).first().click(SOON)),
    fill: (label, text) => inScope((scope) => scope.getByLabel(label).first().fill(text, SOON)),
    choose: (label, option) =>
      inScope((scope) => scope.getByLabel(label).first().selectOption({ label: option }, SOON)),
    attach: (path) => inScope((scope) => scope.locator('input[type="file"]').first().setInputFiles(path, SOON)),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    sees: (words) => expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible(PATIENCE),
    until: async (isTrue, words = '') => void (await page.waitForFunction(isTrue, words, PATIENCE)),
    shown: () => page.evaluate(() => `${location.href}: ${document.body.innerText}`),
  };
}

const controlIn = (scope: Locator, control: Control, name: RegExp): Locator =>
  control === 'label' ? scope.locator('label').filter({ hasText: name }) : scope.getByRole(control, { name });
