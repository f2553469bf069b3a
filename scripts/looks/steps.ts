import type { Page } from '@playwright/test';

type PageStep = (page: Page) => Promise<void>;

/** Presses the first button, link or tab with this name. Then it waits for the element `after`, if one is given. */
export const press =
  (name: string | RegExp, after = ''): PageStep =>
  async (page) => {
    const exact = typeof name === 'string';
    const called = (role: 'button' | 'link' | 'tab' | 'radio') => page.locator('body').getByRole(role, { name, exact });
    const found = called('button').or(called('link')).or(called('tab')).filter({ visible: true });
    await found.first().click();
    if (after !== '') await page.locator(after).first().waitFor();
  };

export const openDialog = (name: string | RegExp): PageStep => press(name, 'dialog[open]');

/** Presses a button in the open dialog. The page behind the dialog may have buttons with the same name. */
export const pressInDialog =
  (name: string | RegExp): PageStep =>
  async (page) => {
    await page
      .locator('dialog[open]')
      .last()
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click();
  };

export const fill =
  (label: RegExp, value: string): PageStep =>
  async (page) => {
    await page.getByLabel(label).filter({ visible: true }).first().fill(value);
  };

/** Opens the search of the top bar by its keys, and waits for results. */
export const searchFor =
  (text: string): PageStep =>
  async (page) => {
    await page.getByRole('button', { name: 'Search everywhere' }).first().click();
    await page.locator('dialog[open]').getByRole('combobox').fill(text);
    await page.locator('dialog[open] [role=option]').first().waitFor();
  };

/** Saves another title in a second window, and then this one, so that the form shows the merging. */
export const editTwice: PageStep = async (page) => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const [one, title] of [
    [page, 'Hydro and solar, mine'],
    [other, `Hydro and solar, theirs ${Math.round(performance.now())}`],
  ] as const) {
    await one.getByRole('textbox', { name: /^(Title|标题|名称)/ }).fill(title);
    await one.getByLabel(/^(Buyer’s processing fee|买方手续费)/).fill(one === page ? '1.5' : '2.5');
  }
  await other.getByLabel(/^(Seller’s processing fee|卖方手续费)/).fill('3.5');
  await other.getByRole('button', { name: /^(Save changes|保存更改)/ }).click();
  await other.getByText(/^(All changes saved|所有更改已保存)/).waitFor();
  await other.close();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Someone else saved first').waitFor();
};

export const inTurn =
  (...steps: readonly PageStep[]): PageStep =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** Chooses a CSV file, and waits for its preview. */
export const chooseFile =
  (content: string): PageStep =>
  async (page) => {
    const place =
      (await page.locator('dialog[open]').count()) > 0 ? page.locator('dialog[open]') : page.locator('main');
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await place.locator('input[type=file]').setInputFiles(file);
    await place.getByRole('table').nth(1).waitFor();
  };
