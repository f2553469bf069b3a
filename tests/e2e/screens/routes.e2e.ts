import type { Page } from '@playwright/test';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import {
  arrivalAt,
  CALLERS,
  SITE_MAP,
  type Caller,
  type Deployment,
  type SitePage,
} from '#testing/permissions/site-map.ts';
import { startServer } from '#testing/world/server-process.ts';
import { follow, pathOf } from '../steps/follow.ts';
import { expect, passSignIn, test, type SignIn, type World } from '../world.ts';

const CRASHED = /Something broke|went wrong/;

/** Puts signing out last, because the caller is no longer signed in afterwards. */
const inOrder = (pages: readonly SitePage[]): SitePage[] => [
  ...pages.filter(({ path }) => path !== '/logout'),
  ...pages.filter(({ path }) => path === '/logout'),
];

async function walk(page: Page, caller: Caller, deployment: Deployment, pages = SITE_MAP): Promise<void> {
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  const wrong: string[] = [];
  const pathsOf = new Map<string, string>();
  for (const one of inOrder(pages)) {
    const path = pathOf(one);
    const expected = arrivalAt(one, path, caller, deployment);
    const { at, heading } = await follow(page, path, expected);
    if (at !== expected) wrong.push(`${caller} ${path}: at ${at} instead of ${expected}`);
    if (heading === '' || CRASHED.test(heading)) wrong.push(`${caller} ${path}: shows ${heading || 'nothing'}`);
    // No two pages may have the same heading: either they are one page, or one of the headings is wrong.
    if (!one.path.includes('$') && at === path) {
      const other = pathsOf.get(heading);
      if (other) wrong.push(`${caller} ${path}: shows “${heading}”, as ${other} does`);
      pathsOf.set(heading, path);
    }
  }
  expect(wrong).toEqual([]);
}

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true, publicAuctions: true } };
const OTHER: Deployment = { variant: 'GLOBAL', flags: { marketplace: false, publicAuctions: false } };

type Stage = { readonly world: World; readonly open: () => Promise<Page>; readonly signIn: SignIn };

async function withoutCompany({ world, signIn }: Stage, hasAsked: boolean): Promise<Page> {
  const person = await world.person();
  const { db } = world.database;
  await db.deleteFrom('account_member').where('user_id', '=', person.userId).execute();
  if (hasAsked) await insertRegistration(db, person.userId);
  return signIn(person);
}

const COME: Record<Caller, (stage: Stage) => Promise<Page>> = {
  visitor: async ({ open }) => {
    const page = await open();
    await page.goto('/login');
    return page;
  },
  founder: (stage) => withoutCompany(stage, false),
  applicant: (stage) => withoutCompany(stage, true),
  user: async ({ world, signIn }) => signIn(await world.person()),
  admin: async ({ world, signIn }) => signIn(await world.person({ role: 'Admin' })),
};

for (const caller of CALLERS)
  test(`every route, as ${caller}: the page, or the target of the guards`, async ({ world, open, signIn }) => {
    await walk(await COME[caller]({ world, open, signIn }), caller, OURS);
  });

test('the other variant with the marketplace off has its own routes, and none of the marketplace', async ({
  world,
  open,
}) => {
  const { variant, flags } = OTHER;
  const server = await startServer({
    DATABASE_URL: world.url,
    VARIANT: variant,
    FLAG_MARKETPLACE: flags.marketplace ? 'on' : 'off',
  });
  const special = SITE_MAP.filter((page) => page.variant ?? page.flag);
  try {
    const callers = [
      ['user', await world.person()],
      ['admin', await world.person({ role: 'Admin' })],
    ] as const;
    for (const [caller, person] of callers) {
      const page = await open({ baseURL: server.baseUrl });
      await passSignIn(page, world, person);
      await walk(page, caller, OTHER, special);
    }
  } finally {
    await server.kill();
  }
});

test('a deep link survives signing in, back and forward skip redirects, and reloading stays', async ({
  world,
  open,
}) => {
  const page = await open();
  await page.goto('/user/past?search=perak#list');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fpast%3Fsearch%3Dperak%23list$/);
  await passSignIn(page, world, await world.person());
  await expect(page).toHaveURL(/\/user\/past\?search=perak#list$/);
  await expect(page.getByRole('searchbox').first()).toHaveValue('perak');
  await follow(page, '/user/price-history', '/user/price-history');
  await follow(page, '/admin/create', '/user/upcoming');
  for (const [step, at] of [
    ['goBack', '/user/price-history'],
    ['goBack', '/user/past?search=perak#list'],
    ['goForward', '/user/price-history'],
    ['goForward', '/user/upcoming'],
    ['reload', '/user/upcoming'],
  ] as const) {
    await page[step]();
    await expect(page).toHaveURL(at);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live auctions');
});

test('a session that ends in the middle of a form loses nothing that was typed', async ({ world, signIn }) => {
  const admin = await world.person({ role: 'Admin' });
  const page = await signIn(admin);
  await follow(page, '/admin/create', '/admin/create');
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('Typed before it ended');
  // A new sign-in elsewhere ends the session, and this page shows that immediately.
  await signIn(admin);
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Fcreate$/);
  await passSignIn(page, world, admin);
  await expect(page).toHaveURL(/\/admin\/create$/);
  await expect(title).toHaveValue('Typed before it ended');

  await test.step('leaving on purpose discards it', async () => {
    await page.getByRole('link', { name: 'Live auctions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the page' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live auctions');
    await page.goBack();
    await expect(title).toHaveValue('');
  });

  await test.step('the browser’s Back asks once: staying keeps what was typed, leaving discards it', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await follow(page, '/admin/upcoming', '/admin/upcoming');
    await follow(page, '/admin/create', '/admin/create');
    await title.fill('Typed before going back');
    for (const times of [1, 2]) {
      await page.goBack();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question, `asked ${times} times`).toHaveCount(0);
      await expect(page).toHaveURL(/\/admin\/create$/);
      await expect(title).toHaveValue('Typed before going back');
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Leave the page' }).click();
    await expect(page).toHaveURL('/admin/upcoming');
    await expect(question).toHaveCount(0);
    await page.goForward();
    await expect(title).toHaveValue('');
  });
});

test('the same form in two tabs loses nothing typed without a message', async ({ world, signIn }) => {
  const admin = await world.person({ role: 'Admin' });
  const { auctionId } = await world.auction({ startsIn: 3_600, endsIn: 7_200 });
  const one = await signIn(admin);
  const other = await one.context().newPage();
  for (const page of [one, other]) await page.goto(`/admin/update/${auctionId}`);
  await other.getByRole('textbox', { name: /^Title/ }).fill('From the other tab');
  // Scrolls to the last sections, where the head of the form is out of view.
  await other.getByLabel(/^Buyer’s processing fee/).scrollIntoViewIfNeeded();
  await other.mouse.wheel(0, 5_000);
  await one.getByRole('textbox', { name: /^Title/ }).fill('From the one tab');
  await one.getByRole('button', { name: 'Save changes' }).click();
  await expect(one.getByText('All changes saved')).toBeVisible();

  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('Someone else saved first')).toBeInViewport();
  await expect(other.getByRole('textbox', { name: /^Title/ })).toHaveValue('From the other tab');
  await other.getByRole('button', { name: 'Keep my version' }).click();
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('All changes saved')).toBeVisible();
  await one.reload();
  await expect(one.getByRole('textbox', { name: /^Title/ })).toHaveValue('From the other tab');

  await test.step('text discarded by leaving does not come back', async () => {
    await one.getByRole('textbox', { name: /^Title/ }).fill('Given up');
    await one.getByRole('link', { name: 'Live auctions' }).first().click();
    await one.getByRole('dialog').getByRole('button', { name: 'Leave the page' }).click();
    await expect(one.getByRole('heading', { level: 1 })).toHaveText('Live auctions');
    await one.goBack();
    await expect(one.getByRole('textbox', { name: /^Title/ })).toHaveValue('From the other tab');
    await expect(one.getByText('All changes saved')).toBeVisible();
  });
});
