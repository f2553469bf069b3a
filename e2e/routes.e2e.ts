import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { insertRegistration } from '#testing/company-builders.ts';
import { startServer } from '#testing/server-process.ts';
import { arrivalAt, CALLERS, SITE_MAP, type Caller, type Deployment, type SitePage } from '#testing/site-map.ts';
import { expect, passSignIn, test, type SignIn, type World } from './world.ts';

declare global {
  /** Left there by the router itself. */
  var __TSR_ROUTER__: {
    navigate(to: { href: string }): Promise<void>;
    state: { status: string; location: { href: string }; resolvedLocation?: { href: string } };
  };
}

const ARRIVED_MS = 20_000;
const CRASHED = /Something broke|went wrong/;

type Arrival = { readonly at: string; readonly heading: string };

/** Goes there as a link of the application does, without loading it anew, and says where that led and what stands there. */
const follow = (page: Page, path: string, expected: string): Promise<Arrival> =>
  page.evaluate(
    async ({ href, wanted, patience }) => {
      const router = globalThis.__TSR_ROUTER__;
      void router.navigate({ href });
      const until = performance.now() + patience;
      for (;;) {
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
        const { status, location: asked, resolvedLocation } = router.state;
        const at = location.pathname + location.search;
        const heading = document.querySelector('h1, main h2')?.textContent ?? '';
        const isSettled = status === 'idle' && resolvedLocation?.href === asked.href;
        if ((isSettled && at === wanted && heading !== '') || performance.now() > until) return { at, heading };
      }
    },
    { href: path, wanted: expected, patience: ARRIVED_MS },
  );

/** A path of this page; what it is about isn't there. */
const pathOf = ({ path, search = '' }: SitePage): string =>
  path === '/$' ? '/nowhere/at/all' : path.replaceAll(/\$\w+/g, () => randomUUID()) + search;

/** Signing out comes last: everything after it would be somebody else's walk. */
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
    // Two pages that say the same of themselves are one page, or one of them isn't what it should be.
    if (!one.path.includes('$') && at === path) {
      const other = pathsOf.get(heading);
      if (other) wrong.push(`${caller} ${path}: shows “${heading}”, as ${other} does`);
      pathsOf.set(heading, path);
    }
  }
  expect(wrong).toEqual([]);
}

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true } };
const OTHER: Deployment = { variant: 'GLOBAL', flags: { marketplace: false } };

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
  test(`every route, as ${caller}: the page, or where the guards lead`, async ({ world, open, signIn }) => {
    await walk(await COME[caller]({ world, open, signIn }), caller, OURS);
  });

test('in the other variant, with the marketplace switched off: its own routes, and none of those', async ({
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

test('a deep link outlives signing in; back and forward pass over redirects; loading anew stays', async ({
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

test('a session that ends in the middle of a form takes nothing along that was typed', async ({ world, signIn }) => {
  const admin = await world.person({ role: 'Admin' });
  const page = await signIn(admin);
  await follow(page, '/admin/create', '/admin/create');
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('Typed before it ended');
  // Signing in anywhere else ends it, and says so here at once.
  await signIn(admin);
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Fcreate$/);
  await passSignIn(page, world, admin);
  await expect(page).toHaveURL(/\/admin\/create$/);
  await expect(title).toHaveValue('Typed before it ended');
});
