import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { placeInitialBids } from '#contract/bidding.ts';
import { placeBuyOrder } from '#contract/marketplace.ts';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/sell-order.ts';
import { createTemplate } from '#contract/template.ts';
import { API_BASE } from '#server/platform/config.ts';
import { aCompany, insertRegistration } from '#testing/company-builders.ts';
import { aHolding } from '#testing/holding-builders.ts';
import { aSellOrder, aSellOrderItem } from '#testing/marketplace-builders.ts';
import { moveAuction } from '#testing/records.ts';
import { SITE_MAP, type SitePage } from '#testing/site-map.ts';
import { aTemplate } from '#testing/template-builders.ts';
import { follow } from './follow.ts';
import { speakPseudo } from './pseudo-phrases.ts';
import { readUnmarked } from './unmarked.ts';
import { expect, test, type World } from './world.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

/** Calls as who is signed in on a page. */
async function callsOf(page: Page) {
  const stored = await page.evaluate(() => localStorage.getItem('TNBX.greenlot.v1.tokens') ?? '{}');
  const { accessToken } = JSON.parse(stored) as { accessToken: string };
  return async (route: { method: string; path: string }, id: string, data: object): Promise<{ id: string }> => {
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': randomUUID() };
    const path = API_BASE + route.path.replace('{id}', id);
    const reply = await page.request.fetch(path, { method: route.method, headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return ((await reply.json()) as { data: { id: string } }).data;
  };
}

/** Something of everything that has a page of its own, by the routes' names. Its names are digits where they may be. */
async function fill(world: World, [user, admin]: readonly [Page, Page], person: Awaited<ReturnType<World['person']>>) {
  const [byUser, byAdmin] = [await callsOf(user), await callsOf(admin)];
  const { db } = world.database;
  const seller = await world.person();
  const bidders = [{ person }, { person: seller }];
  const [live, past, soon] = [
    await world.auction({ bidders, items: [{ quantity: 90 }, { quantity: 40, partial: false }] }),
    await world.auction({ bidders, startsIn: 3_600, endsIn: 7_200 }),
    await world.auction({ ownerAccountId: person.accountId, startsIn: 3_600, endsIn: 7_200 }),
  ];
  const bid = { auctionItemId: past.itemIds[0], price: 10, quantity: 5, bidderPartialFulfillment: true };
  await byUser(placeInitialBids, past.auctionId, { bids: [bid] });
  await moveAuction(db, past.auctionId, -7_200, -3_600);
  const { id: holding } = await aHolding(db, { holder: person, seller, quantity: 50 });
  const applicant = await world.person();
  const registration = await insertRegistration(db, applicant.userId);
  const { id: sellOrder } = await byAdmin(createSellOrder, '', aSellOrder(seller.accountId, { title: '24' }));
  await byAdmin(addSellOrderItem, sellOrder, aSellOrderItem());
  await byAdmin(publishSellOrder, sellOrder, { publishTime: null });
  const order = { accountId: person.accountId, quantity: 3, beneficiary: null, reviewed: null };
  const { id: buyOrder } = await byUser(placeBuyOrder, sellOrder, order);
  const { id: template } = await byAdmin(createTemplate, '', aTemplate({ documentName: '7' }));
  return { live, past, soon, holding, registration, sellOrder, buyOrder, template, accountId: person.accountId };
}

/** Whom each route with an id is about. */
function idOf(path: string, made: Awaited<ReturnType<typeof fill>>): string {
  const ids: readonly (readonly [RegExp, string])[] = [
    [/auction-result/, made.past.auctionId],
    [/^\/user\/update|^\/admin\/(update|add-bidders)\/\$id/, made.soon.auctionId],
    [/auction\/\$id/, made.live.auctionId],
    [/holdings/, made.holding],
    [/account-registration/, made.registration],
    [/business-account/, made.accountId],
    [/sell-order|update-buyers/, made.sellOrder],
    [/marketplace/, made.buyOrder],
    [/template/, made.template],
  ];
  return ids.find(([about]) => about.test(path))?.[1] ?? randomUUID();
}

/** What stands on screens without being a phrase: data of this story, codes, units, keys, months of English dates. */
const DATA: readonly (string | RegExp)[] = [
  ...Object.values(aCompany()).filter((value): value is string => typeof value === 'string' && value.length > 5),
  'Hydro and solar, Peninsular Malaysia',
  'Asia/Kuala Lumpur',
  'Welcome',
  /\bCompany of \S+/g,
  /\b(u[\da-f]{8}-[\da-f]{3}|seller\w+)(@example\.test)?/g,
  /\b(MY|CN|VN)\.\w+\.\d{4}( [1-2]H| Q[1-4])?/g,
  /\b(MYR|GMT[+-]?\d*|UTC|TNBX( REC auctions)?|PDF|CSV|XLSX|BO-[\dA-F]+)\b/g,
  /\b\d+(\.\d+)?[KMBT]\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
  /\(Ctrl\+[^)]+\)/g,
  // What a number looks like.
  /\bXXXX(-XXXX){3}\b/g,
  // The initial of whose account it is.
  /^U$/g,
];

const FOR_DEVELOPERS: ReadonlySet<string> = new Set(['/development/outbox', '/connect/interaction/$uid']);

// What other stories are about would be words that are no phrases.
test.use({ isAlone: true });

test('in a language that nobody wrote, every page speaks phrases only, and longer ones fit a phone', async ({
  world,
  signIn,
  open,
}) => {
  const person = await world.person();
  const pages = [await signIn(person, PHONE), await signIn(await world.person({ role: 'Admin' }), PHONE)] as const;
  const made = await fill(world, pages, person);
  const wrong: string[] = [];
  const walk = async (page: Page, sites: readonly SitePage[]): Promise<void> => {
    await speakPseudo(page);
    await page.reload();
    await page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
    for (const { path, search = '' } of sites) {
      const href = path.replaceAll(/\$\w+/g, () => idOf(path, made)) + search;
      await follow(page, href, href);
      await expect(page.locator('.mantine-Skeleton-root').first()).toBeHidden();
      const { words, misfits } = await readUnmarked(page);
      const unsaid = words.map((text) => DATA.reduce<string>((left, data) => left.replaceAll(data, ''), text));
      wrong.push(...unsaid.filter((text) => /\p{L}/u.test(text)).map((text) => `${path} says “${text}”`));
      wrong.push(...misfits.map((misfit) => `${path} has no room for ${misfit}`));
    }
  };
  const of = (guard: SitePage['guard']) =>
    SITE_MAP.filter((site) => site.guard === guard && site.leadsTo === undefined && site.variant !== 'GLOBAL');
  const visitor = await open(PHONE);
  await visitor.goto('/login');
  const seen = [...of('signedOut'), ...of('anybody')].filter(({ path }) => !FOR_DEVELOPERS.has(path));
  await Promise.all([walk(pages[0], of('user')), walk(pages[1], of('admin')), walk(visitor, seen)]);
  expect(wrong).toEqual([]);
});
