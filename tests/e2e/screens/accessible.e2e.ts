import type { Page } from '@playwright/test';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { arrivalAt, SITE_MAP, type Caller, type Deployment, type SitePage } from '#testing/permissions/site-map.ts';
import { settle, wear } from '../../../scripts/looks/look.ts';
import { findCovered } from '../steps/covered.ts';
import { axeFindings, sidewaysScroll } from '../steps/expect-usable.ts';
import { follow } from '../steps/follow.ts';
import { takeMotions, watchMotion } from '../steps/motion.ts';
import { fill, hrefOf, type Everything } from '../steps/some-of-everything.ts';
import { expect, test, type SignIn, type World } from '../world.ts';

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true, publicAuctions: true } };

const DESK = { width: 1_440, height: 900 };
/** The sizes of windows with zoom: 1440 × 900 at 200 %, and 1280 px at 400 %, the narrowest that must be supported. */
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 320, height: 640 },
];
/**
 * A phone's window, but so high that no bar covers content. On a real phone, such content can be scrolled into view.
 */
const PHONE = { width: 360, height: 4_000 };

const named = (prefix: string, found: readonly string[]): string[] => found.map((what) => `${prefix}: ${what}`);

/** Returns what is wrong with a page, in each language, theme, window size and zoom. Restores the state of the page. */
async function look(page: Page): Promise<string[]> {
  const wrong: string[] = named('English, light', await axeFindings(page));
  for (const size of ZOOMED) {
    await page.setViewportSize(size);
    wrong.push(...named(`${size.width} px`, [...(await sidewaysScroll(page)), ...(await findCovered(page))]));
  }
  await page.setViewportSize(PHONE);
  // Contrast is checked only once per theme, because colors are the same in any window.
  wrong.push(
    ...named('phone', [...(await sidewaysScroll(page)), ...(await axeFindings(page, { withContrast: false }))]),
  );
  await page.setViewportSize(DESK);
  await wear(page, OURS, { theme: 'dark', language: 'zh' });
  wrong.push(...named('Chinese, dark', await axeFindings(page)));
  await wear(page, OURS, { theme: 'light', language: 'en' });
  return [...wrong, ...(await takeMotions(page))];
}

async function walk(page: Page, hrefs: readonly string[]): Promise<void> {
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  await watchMotion(page);
  const wrong: string[] = [];
  for (const href of hrefs) {
    await follow(page, href, href);
    await settle(page);
    wrong.push(...named(href, await look(page)));
  }
  expect(wrong).toEqual([]);
}

/**
 * For each caller, the guards of the pages that are checked as this caller. Each page is checked once, as a caller who
 * may visit it.
 */
const LOOKERS: Readonly<Record<Caller, readonly SitePage['guard'][]>> = {
  visitor: ['signedOut', 'anybody'],
  founder: ['person'],
  applicant: ['person'],
  user: ['reader', 'user'],
  admin: ['admin'],
};

const pagesOf = (caller: Caller): SitePage[] =>
  SITE_MAP.filter(
    (page) =>
      LOOKERS[caller].includes(page.guard) &&
      arrivalAt(page, page.path, caller, OURS) === page.path &&
      page.path !== '/$',
  );

const LOOK = { viewport: DESK, reducedMotion: 'reduce', colorScheme: 'light' } as const;

/** Creates some objects of every kind. Opens a page for a user and one for an administrator. */
async function inhabited(world: World, signIn: SignIn): Promise<{ user: Page; admin: Page; made: Everything }> {
  const person = await world.person();
  const [user, admin] = [await signIn(person, LOOK), await signIn(await world.person({ role: 'Admin' }), LOOK)];
  return { user, admin, made: await fill(world, [user, admin], person) };
}

// These stories have their own server, because lists with data of other stories would take longer to check. The
// language choice is on, because each page changes its language while it is open.
test.use({ isAlone: 'accessible', settings: { LANGUAGE_CHOICE: 'on' } });

test('every page of the user area, the room and the registration for an auction are accessible', async ({
  world,
  signIn,
}) => {
  const { user, admin, made } = await inhabited(world, signIn);
  await admin.close();
  const stages = [made.room, made.open].map((id) => `/user/auction/${id}`);
  await walk(user, [...pagesOf('user').map((site) => hrefOf(site, made)), ...stages]);
});

test('every page of the admin area is accessible', async ({ world, signIn }) => {
  const { user, admin, made } = await inhabited(world, signIn);
  await user.close();
  const hrefs = pagesOf('admin').map((site) => hrefOf(site, made));
  await walk(admin, hrefs);
});

test('every page for people who are not signed in is accessible', async ({ world, open, signIn }) => {
  const { user, admin, made } = await inhabited(world, signIn);
  await Promise.all([user.close(), admin.close()]);
  const hrefsOf = (caller: Caller) => pagesOf(caller).map((site) => hrefOf(site, made));
  const visitor = await open(LOOK);
  await visitor.goto('/login');
  await walk(visitor, hrefsOf('visitor'));
  const { db } = world.database;
  const newcomer = await world.person();
  await db.deleteFrom('account_member').where('user_id', '=', newcomer.userId).execute();
  const page = await signIn(newcomer, LOOK);
  await walk(page, hrefsOf('founder'));
  await insertRegistration(db, newcomer.userId);
  await page.reload();
  await walk(page, hrefsOf('applicant'));
});
