import type { Page } from '@playwright/test';
import { SITE_MAP, type SitePage } from '#testing/permissions/site-map.ts';
import { enter, pathOf } from '../steps/follow.ts';
import { fill, hrefOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

type Sent = { readonly complaints: number; readonly wrong: readonly string[] };

const pagesOf = (...guards: SitePage['guard'][]): SitePage[] =>
  SITE_MAP.filter(
    ({ guard, leadsTo, variant, path }) =>
      guards.includes(guard) && leadsTo === undefined && variant !== 'GLOBAL' && path !== '/logout',
  );

/** How long the mouse button is pressed, in ms: long enough for any movement that an error causes. */
const PRESS_MS = 120;

/**
 * Empties every text field and sends the form with the mouse, while a field with an error has the focus. When the mouse
 * button is pressed, that field loses the focus and shows its error. When the button is released, the click must still
 * arrive. Then each field with an error must give the reason in words, and the first of these fields must have the
 * focus. Fields side by side must stay level.
 */
async function sendEmpty(page: Page): Promise<Sent | undefined> {
  const at = await page.evaluate(async () => {
    const drawn = async () => {
      for (let i = 0; i < 6; i += 1) await new Promise(requestAnimationFrame);
    };
    const isShown = (one: HTMLElement) => one.offsetParent !== null;
    const form = [...document.querySelectorAll<HTMLFormElement>('main form')].find(isShown);
    const findSend = () => [...(form?.querySelectorAll<HTMLElement>('button[type=submit]') ?? [])].findLast(isShown);
    const typeEverywhere = async (text: string): Promise<void> => {
      const fields =
        form?.querySelectorAll<HTMLInputElement>('input:not([type=radio], [type=checkbox]), textarea') ?? [];
      for (const field of fields) {
        if (!isShown(field) || field.readOnly || field.disabled) continue;
        const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await drawn();
    };
    await typeEverywhere('');
    // A form that was already empty is unchanged and cannot be saved. A space changes it, but counts as empty.
    if (form && !findSend()) await typeEverywhere(' ');
    const send = findSend();
    if (!form || !send) return undefined;
    const typed = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea';
    [...form.querySelectorAll<HTMLInputElement>(typed)].find((one) => isShown(one) && !one.disabled)?.focus();
    send.scrollIntoView({ block: 'end' });
    await drawn();
    const { left, top, width, height } = send.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  if (!at) return undefined;
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.waitForTimeout(PRESS_MS);
  await page.mouse.up();
  return page.evaluate(async () => {
    for (let i = 0; i < 6; i += 1) await new Promise(requestAnimationFrame);
    const isShown = (one: HTMLElement) => one.offsetParent !== null;
    const form = [...document.querySelectorAll<HTMLFormElement>('main form')].find(isShown);
    const complaining = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])].filter(isShown);
    const textOf = (one: HTMLElement) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join('');
    const nameOf = (one: Element | null) => one?.getAttribute('name') ?? one?.id ?? 'nothing';
    const mute = complaining.filter((one) => textOf(one) === '').map((one) => `${nameOf(one)} says nothing`);
    // Inputs side by side must be level, whatever is above and below them.
    const topOf = (one: HTMLElement) => Math.round(one.getBoundingClientRect().top);
    const wrappers = [...(form?.querySelectorAll<HTMLElement>('.mantine-InputWrapper-root') ?? [])].filter(isShown);
    const uneven = wrappers.flatMap((one) => {
      const before = one.previousElementSibling;
      const [input, other] = [one, before].map((field) =>
        field?.querySelector<HTMLElement>(':scope > [class*="-wrapper"]'),
      );
      if (!(before instanceof HTMLElement) || !input || !other || topOf(before) !== topOf(one)) return [];
      return topOf(input) === topOf(other) ? [] : [`“${one.textContent}” is not level with the field beside it`];
    });
    const isFirst = complaining.length === 0 || complaining[0] === document.activeElement;
    const lost = `the cursor is at ${nameOf(document.activeElement)}, not at ${nameOf(complaining[0] ?? null)}`;
    return { complaints: complaining.length, wrong: [...mute, ...uneven, ...(isFirst ? [] : [lost])] };
  });
}

/** Sends the form of every page empty. Returns what is wrong, and the paths of the forms that showed errors. */
async function sendAll(
  page: Page,
  pages: readonly SitePage[],
  hrefIn = pathOf,
): Promise<{ wrong: string[]; sent: string[] }> {
  const [wrong, sent]: [string[], string[]] = [[], []];
  page.on('dialog', (dialog) => void dialog.accept());
  for (const one of pages) {
    await enter(page, hrefIn(one));
    await page.waitForFunction(() => !document.querySelector('main .mantine-Skeleton-root'));
    const told = await sendEmpty(page);
    if (told && told.complaints > 0) sent.push(one.path);
    wrong.push(...(told?.wrong ?? []).map((what) => `${one.path}: ${what}`));
    // Starts again, so that no question about the emptied fields appears when the next page opens.
    if (told) await startAnew(page);
  }
  return { wrong, sent };
}

async function startAnew(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis && globalThis.__TSR_ROUTER__.state.status === 'idle');
}

test('a click works although the field that loses focus shows an error and moves the page', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/admin/create');
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.focus();
  const reverse = page.getByText('Reverse', { exact: true });
  const before = await reverse.boundingBox();
  await reverse.hover();
  await page.mouse.down();
  await page.waitForTimeout(PRESS_MS);
  expect(await reverse.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByRole('radio', { name: 'Reverse' })).toBeChecked();
  await expect(title).toHaveAttribute('aria-invalid', 'true');
});

test('a form sent empty focuses its first error and explains it: signed out', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  const { wrong, sent } = await sendAll(page, pagesOf('signedOut', 'anybody'));
  expect(wrong).toEqual([]);
  expect(sent).toEqual(['/login', '/sign-up', '/forgot-password', '/retirement', '/retirement/$number']);
});

/** Pages whose form shows errors. Other forms have no text fields, or none that is required. */
const FORMS = {
  user: [
    '/user/change-password',
    '/user/marketplace/$id',
    '/user/change-2fa-phone-number',
    '/user/company-information/update',
    '/user/retire-list',
    '/user/holdings/$id/retire',
  ],
  admin: [
    '/admin/change-password',
    '/admin/update/$id',
    '/admin/marketplace/$id',
    '/admin/registry-orders/import',
    '/admin/create',
    '/admin/marketplace/create',
    '/admin/template-management/create',
    '/admin/template-management/edit/$id',
    '/admin/message-texts/$id',
  ],
  founder: ['/user/account-registration/create'],
};

test('a form sent empty focuses its first error and explains it: users and administrators', async ({
  world,
  signIn,
}) => {
  const person = await world.person();
  const [user, admin] = [await signIn(person), await signIn(await world.person({ role: 'Admin' }))];
  const made = await fill(world, [user, admin], person);
  const homeless = await world.person();
  await world.database.db.deleteFrom('account_member').where('user_id', '=', homeless.userId).execute();
  const founder = await signIn(homeless);
  const hrefIn = (one: SitePage) => hrefOf(one, made);
  const [ofUser, ofAdmin, ofFounder] = await Promise.all([
    sendAll(user, pagesOf('user'), hrefIn),
    sendAll(admin, pagesOf('admin'), hrefIn),
    sendAll(
      founder,
      SITE_MAP.filter(({ path }) => FORMS.founder.includes(path)),
    ),
  ]);
  const told = { user: ofUser, admin: ofAdmin, founder: ofFounder };
  for (const [who, { wrong, sent }] of Object.entries(told)) {
    expect([who, wrong]).toEqual([who, []]);
    expect([who, sent]).toEqual([who, FORMS[who as keyof typeof FORMS]]);
  }
});
