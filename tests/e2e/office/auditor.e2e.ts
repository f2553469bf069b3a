import type { Page } from '@playwright/test';
import { deleteAuction } from '#contract/auction/auction.ts';
import { registerDevice } from '#contract/certificate/device.ts';
import { registerLot } from '#contract/certificate/lot.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { aDevice, aLot } from '#testing/builders/certificate-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import type { TestPerson } from '#testing/builders/records.ts';
import { arrivalAt, SITE_MAP, type Deployment } from '#testing/permissions/site-map.ts';
import { settle } from '../../../scripts/looks/look.ts';
import { follow } from '../steps/follow.ts';
import { callsOf, fill, hrefOf } from '../steps/some-of-everything.ts';
import { expect, test, type World } from '../world.ts';

// The story visits lists, which are short on a server of its own.
test.use({ isAlone: 'auditor' });

const OURS: Deployment = { variant: 'TNBX', flags: { marketplace: true, publicAuctions: true } };

/** Pages about the administrator's own account, which every administrator may change. */
const OWN_ACCOUNT = new Set(['/admin/change-password', '/admin/notices', '/admin/trusted-devices']);
const PAGES = SITE_MAP.filter(
  (page) =>
    page.guard === 'admin' && arrivalAt(page, page.path, 'admin', OURS) === page.path && !OWN_ACCOUNT.has(page.path),
);

/** The controls that only read, by their names. A control that is not here must be disabled for an auditor. */
const READING: readonly RegExp[] = [
  /^(Search|Export as|Template \(|Trade confirmation|Statement|Instruction list|Copy number|Watch how)/,
  /^(Filters|Saved filters|Columns|Sort by|Grid|List|Calendar|Chart|Table|More|Versions|Preview|Year|Range|From|To)$/,
  /^(Status|State|Show|Source|Direction|Type|Action|Document|For|Tax authority|Company|Business type)$/,
  /^(Country|Fuel type|Vintage|Vintage year|Vintage period)$/,
  /^(All|Live|Upcoming|Drafts|New|Pending|Approved|Rejected|Cancelled|Verified|Waits for a check)$/,
  /^(To pay|To deliver|Due soon or late|Watching|Explain this)$/,
  // A watch list is the administrator's own.
  /^Watch: /,
  // Figures and clocks that show more about themselves.
  /^(MYR )?[\d.]+[KM]? \(/,
  /^Server time, accurate/,
  /^MYR 0 /,
  // Tabs, and links to pages that are visited, too.
  /^(Settings|Items\d*|Show items)$/,
  /^link (Enter the room|View details|View result|Bidders|Buyers|Edit|\d pending)(: | \(|$)/,
  /^link (Add bidders|Billing details|Public page|Claims report|Import confirmation|Import from a file|Edit texts)$/,
];

type Found = { readonly open: readonly string[]; readonly mute: readonly string[]; readonly closed: number };

/** Returns the controls of a page that are enabled, and the disabled buttons that do not give a reason. */
const findControls = (page: Page): Promise<Found> =>
  page.evaluate(() => {
    const nameOf = (one: HTMLElement): string => {
      const isField =
        one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement;
      const name = one.ariaLabel ?? (isField ? (one.labels?.[0]?.textContent ?? one.name) : one.textContent);
      return `${one instanceof HTMLAnchorElement ? 'link ' : ''}${name.trim()}`;
    };
    const reasonOf = (one: HTMLElement): string =>
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(button, input, select, textarea, [role=button], [role=switch], [contenteditable=true], a[class*=Button])',
      ),
    ].filter((one) => !one.matches('nav *, [type=hidden]') && getComputedStyle(one).display !== 'none');
    const closed = controls.filter((one) => one.ariaDisabled === 'true');
    return {
      open: controls.filter((one) => one.ariaDisabled !== 'true' && !one.matches(':disabled')).map(nameOf),
      mute: closed.filter((one) => reasonOf(one) === '').map(nameOf),
      closed: closed.filter((one) => reasonOf(one).startsWith('Your roles as an administrator don’t allow')).length,
    };
  });

/** Adds a settlement, a plant with certificates, and a deleted auction. Returns the settlement's id. */
async function addMore(world: World, [user, admin]: readonly [Page, Page], person: TestPerson): Promise<string> {
  const { db } = world.database;
  const [byUser, byAdmin] = [await callsOf(user), await callsOf(admin)];
  const device = await byUser(registerDevice, person.accountId, aDevice());
  await byUser(registerLot, device.id, aLot(10));
  const { auctionId } = await world.auction({ startsIn: 3_600, endsIn: 7_200 });
  await byAdmin(deleteAuction, auctionId, {});
  const { account } = await aHolding(db, { holder: person, seller: await world.person(), quantity: 10 });
  const award = db.selectFrom('award').where('id', '=', account.sourceId);
  await openForAuction(db, (await award.select('auction_id').executeTakeFirstOrThrow()).auction_id, 'MYR');
  const settlement = db.selectFrom('settlement').where('award_id', '=', account.sourceId);
  return (await settlement.select('id').executeTakeFirstOrThrow()).id;
}

/** Visits a page and its tabs. Returns what an auditor could use to change something there. */
async function look(page: Page, href: string): Promise<{ wrong: string[]; closed: number }> {
  const tabsOf = () =>
    page.locator('main nav a[href*="tab="]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const found: Found[] = [];
  const visit = async (to: string): Promise<void> => {
    await follow(page, to, to);
    await settle(page);
    found.push(await findControls(page));
  };
  await visit(href);
  for (const tab of await tabsOf()) await visit(tab ?? '');
  const open = found.flatMap((one) => one.open).filter((name) => !READING.some((reading) => reading.test(name)));
  return {
    wrong: [
      ...[...new Set(open)].map((name) => `${href}: “${name}” is enabled`),
      ...found.flatMap(({ mute }) => mute).map((name) => `${href}: “${name}” gives no reason`),
    ],
    closed: found.reduce((sum, { closed }) => sum + closed, 0),
  };
}

test('nothing that an auditor can use changes anything, on every page of administrators', async ({ world, signIn }) => {
  const person = await world.person();
  const pages = [await signIn(person), await signIn(await world.person({ role: 'Admin' }))] as const;
  const made = await fill(world, pages, person);
  const settlement = await addMore(world, pages, person);
  const page = await signIn(await world.person({ role: 'Admin', adminRoles: ['auditor'] }));
  await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  const wrong: string[] = [];
  const closedOn: string[] = [];
  const hrefs = PAGES.map((site) =>
    site.path === '/admin/settlements/$id' ? `/admin/settlements/${settlement}` : hrefOf(site, made),
  );
  for (const href of [...hrefs, `/admin/add-bidders/${made.live}`, `/admin/update/${made.live}`]) {
    const seen = await look(page, href);
    wrong.push(...seen.wrong);
    if (seen.closed > 0) closedOn.push(href);
  }
  expect(wrong).toEqual([]);
  // The walk found the controls, disabled: the pages were not empty.
  expect(closedOn.length).toBeGreaterThan(25);
});

test('an auditor meets the reason on a button by keyboard, and above the closed save button of a form', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person({ role: 'Admin', adminRoles: ['auditor'] }));
  await page.goto('/admin/tick-size');
  const create = page.getByRole('button', { name: 'Create tick size' }).first();
  await create.focus();
  await expect(create).toBeFocused();
  await expect(create).toHaveAccessibleDescription(/^Your roles as an administrator don’t allow this change/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/admin/create');
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeDisabled();
  await expect(page.getByText('Your roles as an administrator don’t allow this change').first()).toBeVisible();
});
