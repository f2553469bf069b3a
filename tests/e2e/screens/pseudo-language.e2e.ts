import type { Page } from '@playwright/test';
import { aCompany } from '#testing/builders/company-builders.ts';
import { BUSINESS_TYPES } from '#domain/company/business-type.ts';
import { SITE_MAP, type SitePage } from '#testing/permissions/site-map.ts';
import { follow } from '../steps/follow.ts';
import { speakPseudo } from '../steps/pseudo-phrases.ts';
import { fill, hrefOf } from '../steps/some-of-everything.ts';
import { readUnmarked } from '../steps/unmarked.ts';
import { expect, test } from '../world.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

/** Text on screens that is not a phrase: data of this story, codes, units, keys, months of English dates. */
const DATA: readonly (string | RegExp)[] = [
  // Statement numbers, also the example of a number. This pattern comes first, because a part of a number may look like
  // a short figure, for example 123K.
  /\b[\dA-Z]{4}(-[\dA-Z]{4}){3}\b/g,
  ...Object.values(aCompany()).filter((value): value is string => typeof value === 'string' && value.length > 5),
  'Hydro and solar, Peninsular Malaysia',
  'Asia/Kuala Lumpur',
  'Welcome',
  // The browser names the currency, and the countries of consumption.
  'Malaysian Ringgit',
  'Malaysia',
  /\bCompany of \S+/g,
  /\b(u[\da-f]{8}-[\da-f]{3}|seller\w+)(@example\.test)?/g,
  /\b(MY|CN|VN)\.\w+\.\d{4}( [1-2]H| Q[1-4])?/g,
  /\b(MYR( [\d.]+\/REC)?|GMT[+-]?\d*|UTC|TNBX( REC auctions)?|PDF|CSV|XLSX|BO-[\dA-F]+)\b/g,
  // Settings of the platform: codes, and the title and the color of the deployment.
  /\b(CN|MY|VN)-\w{2,3}\b/g,
  ...BUSINESS_TYPES,
  'English',
  '中文',
  ' 绿证拍卖',
  /#[\da-f]{6}/g,
  /\b\d+(\.\d+)?[KMBT]\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
  /\(Ctrl\+[^)]+\)/g,
  // A process: the name of its machine and its process number.
  /^[\w.-]+:\d+$/g,
  // The first letter of the username, as the picture of the account.
  /^U$/g,
];

/**
 * Pages that show stored values: before and after a change, the subjects of emails that were sent, and the texts of
 * messages in their own languages.
 */
const AS_STORED: ReadonlySet<string> = new Set([
  '/admin/audit-trail/$id',
  '/admin/mails',
  '/admin/message-texts',
  '/admin/message-texts/$id',
]);
const FOR_DEVELOPERS: ReadonlySet<string> = new Set(['/development/outbox', '/connect/interaction/$uid']);

// The story has its own server, because other stories' data would look like untranslated text.
test.use({ isAlone: 'pseudo-language' });

test('in a generated language every page shows only phrases, and longer ones fit a phone', async ({
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
    for (const site of sites) {
      const { path } = site;
      const href = hrefOf(site, made);
      await follow(page, href, href);
      await expect(page.locator('.mantine-Skeleton-root').first()).toBeHidden();
      const { words, misfits } = await readUnmarked(page);
      const said = AS_STORED.has(path) ? [] : words;
      const unsaid = said.map((text) => DATA.reduce<string>((left, data) => left.replaceAll(data, ''), text));
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
