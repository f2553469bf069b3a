// `npm run looks -- FOLDER [NAME …]`: takes images of every screen in all eight looks (light and dark, English and
// Chinese, wide and phone). It writes one contact sheet per screen and lists the errors on the screens. With NAMEs, it
// only takes screens whose names contain one of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import playwright from '../playwright.config.ts';
import { openStage, type Stage } from './guide-pictures/stage.ts';
import { signIn } from './guide-pictures/visit.ts';
import { contactSheet, type Shot } from './looks/contact-sheet.ts';
import { findOverflow, watchFaults } from './looks/faults.ts';
import { looksOf, settle, wear, WIDTHS, type Width } from './looks/look.ts';
import { findSamples } from './looks/samples.ts';
import type { Screen } from './looks/screen.ts';
import { SCREENS } from './looks/screens.ts';

/** Height of an image, in pixels of the page. */
const HEIGHT = 1_400;

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run looks -- FOLDER [NAME …]');
mkdirSync(folder, { recursive: true });

type Visit = { readonly screen: Screen; readonly path: string };

async function take(page: Page, width: Width): Promise<Buffer> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width: WIDTHS[width].width, height: Math.min(HEIGHT, tall) };
  return page.screenshot({ clip, fullPage: true, animations: 'disabled', caret: 'hide' });
}

/** Takes all looks of a screen in one width. The page is loaded and prepared only once. */
async function takeWidth(
  page: Page,
  { screen, path }: Visit,
  width: Width,
  tell: (fault: string) => void,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  await page.setViewportSize(WIDTHS[width]);
  await wearFirst(page, screen);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await settle(page);
  await screen
    .prepare?.(page)
    .catch((error: unknown) => tell(`${width}: could not prepare the screen: ${String(error).split('\n')[0] ?? ''}`));
  for (const look of looksOf(width)) {
    await wear(page, screen, look);
    await settle(page);
    const overflow = await findOverflow(page);
    if (overflow !== undefined) tell(`${look.language} ${look.theme} ${width}: ${overflow}`);
    shots.push({ look, png: await take(page, width) });
  }
  return shots;
}

/** Sets the light theme and English. Every page is prepared in this look. */
async function wearFirst(page: Page, { variant }: Screen): Promise<void> {
  await page.evaluate((prefix) => {
    localStorage.setItem(`${prefix}theme`, 'light');
    localStorage.setItem(`${prefix}language`, '"en"');
    for (const name of ['sidebar', 'layoutView']) localStorage.removeItem(prefix + name);
  }, `${variant}.greenlot.v1.`);
}

/** Takes all images of one user in one session, because a second sign-in would end the first session. */
async function takeAll(browser: Browser, stage: Stage, visits: readonly Visit[]): Promise<void> {
  const context = await browser.newContext({
    baseURL: stage.baseUrl,
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto('/login');
  const as = visits[0]?.screen.as ?? 'nobody';
  if (as !== 'nobody') await signIn(page, stage, as);
  const faults = watchFaults(page);
  page.on('dialog', (dialog) => void dialog.accept());
  for (const visit of visits) {
    const { name, only } = visit.screen;
    const tell = (fault: string) => console.log(`${name}: ${fault}`);
    const shots: Shot[] = [];
    for (const width of ['wide', 'phone'] as const)
      if ((only ?? width) === width) shots.push(...(await takeWidth(page, visit, width, tell)));
    for (const fault of faults.take()) tell(fault);
    writeFileSync(join(folder ?? '', `${name}.png`), await contactSheet(shots));
    console.log(`${name}: ${visit.path}`);
  }
  await context.close();
}

const wanted = SCREENS.filter(({ name }) => names.length === 0 || names.some((text) => name.includes(text)));
const browser = await chromium.launch(playwright.use?.launchOptions);
for (const [variant, screens] of Map.groupBy(wanted, (screen) => screen.variant)) {
  const stage = await openStage({ variant, isFull: true });
  const samples = await findSamples(stage);
  const visits = screens.map((screen) => ({ screen, path: screen.path(samples) }));
  for (const ofPerson of Map.groupBy(visits, ({ screen }) => screen.as).values())
    await takeAll(browser, stage, ofPerson);
  await stage.close();
}
await browser.close();
