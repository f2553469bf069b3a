import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { placeBid, placeInitialBids, type BidInput } from '#contract/bidding/bidding.ts';
import { getAuctionAsUser } from '#contract/auction/auction.ts';
import { DEMO_PASSWORD } from '#server/demo/cast.ts';
import { createVisitor, type Visitor } from '#server/demo/front-door.ts';
import type { BaseLanguage } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import captions from '../../guide/film.json' with { type: 'json' };
import { openPage, signIn } from './visit.ts';
import { createCamera, type Film } from './camera.ts';
import { showPointer } from './show-pointer.ts';
import type { Say } from './shot.ts';
import type { Stage } from './stage.ts';

export type Cue = keyof (typeof captions)['en'];
export const captionOf = (language: BaseLanguage, cue: Cue): string => captions[language][cue];

export const FILM_SIZE = { width: 1_280, height: 720 };
/** Milliseconds until the filmed auction starts: enough to sign in the rivals and to film the time before the start. */
const STARTS_IN_MS = 75_000;
/** Minimum time in ms for which a caption is shown. */
const CUE_MS = 4_200;

/** The rivals of the filmed bidder, with their initial bids on the first item. */
const RIVALS = [
  { username: 'priya', price: 5.2, quantity: 8_000 },
  { username: 'chen_wei', price: 5.1, quantity: 10_000 },
  { username: 'hafiz', price: 5, quantity: 9_000 },
  { username: 'siti_r', price: 4.9, quantity: 12_000 },
] as const;

/** Films the screen of a bidder. The bidder places initial bids, is outbid in the live room, and then bids again. */
export async function film(browser: Browser, stage: Stage, language: BaseLanguage): Promise<Film<Cue>> {
  const say = wordsIn(language) as unknown as Say;
  const startsAtMs = Date.now() + STARTS_IN_MS;
  const id = await stage.auction({
    auctionType: 'Forward',
    deal: 4,
    startsInMs: STARTS_IN_MS,
    endsInMs: STARTS_IN_MS + 20 * 60_000,
    softClose: { minutes: 3, maximum: 5 },
  });
  const last = await rivalsBid(stage, id);
  const page = await openPage(browser, stage, language, { viewport: FILM_SIZE });
  await signIn(page, stage, 'newcomer');
  await showPointer(page);
  await page.goto(`/user/auction/${id}`);
  await page.locator(PRICES).first().waitFor();
  const camera = await createCamera<Cue>(page, CUE_MS);
  await enterInitialBids(page, say, camera.cue);
  await camera.rest();
  await pause(Math.max(0, startsAtMs + 1_500 - Date.now()));
  await page.getByRole('heading', { name: say('room.ranking'), exact: true }).waitFor();
  await camera.go();
  await camera.cue('live');
  await camera.cue('outbid', () => last());
  await answer(page, say, camera.cue);
  const poster = await page.screenshot();
  const made = await camera.stop(poster);
  await page.context().close();
  return made;
}

const PRICES = 'main fieldset [inputmode="decimal"]';
type Direct = (cue: Cue, act?: () => Promise<unknown>) => Promise<void>;

async function enterInitialBids(page: Page, say: Say, cue: Direct): Promise<void> {
  const prices = page.locator(PRICES);
  const quantities = page.getByLabel(say('bidding.quantity'), { exact: true });
  await cue('sealed', () => page.mouse.move(560, 300, { steps: 20 }));
  await cue('type', async () => {
    await typeInto(page, prices.first(), '5.10');
    await typeInto(page, quantities.first(), '8000');
    await typeInto(page, prices.nth(1), '4.50');
    await typeInto(page, quantities.nth(1), '5000');
  });
  await cue('confirm', async () => {
    await press(page, page.getByRole('button', { name: say('bidding.reviewBids', { count: 2 }) }).first());
    const confirm = page.getByRole('button', { name: say('bidding.confirmBids', { count: 2 }) }).first();
    await confirm.waitFor();
    await pause(1_500);
    await press(page, confirm);
    await confirm.waitFor({ state: 'hidden' });
    await pause(1_500);
  });
}

async function answer(page: Page, say: Say, cue: Direct): Promise<void> {
  const panel = page.locator('#bid-panel');
  await cue('answer', () => press(page, panel.getByRole('button', { name: /^\d+\.\d\d$/ }).nth(1)));
  await cue('review', async () => {
    await press(page, panel.locator('[inputmode="decimal"]').first());
    await page.keyboard.press('Enter');
    const place = panel.getByRole('button', { name: say('bidding.place'), exact: true });
    await place.waitFor();
    await pause(1_500);
    await press(page, place);
    await panel.getByRole('button', { name: say('bidding.review'), exact: true }).waitFor();
  });
  await cue('winning');
}

/** Moves the pointer to the field, then types at the speed of a person. */
async function typeInto(page: Page, field: ReturnType<Page['locator']>, text: string): Promise<void> {
  await press(page, field);
  await field.pressSequentially(text, { delay: 90 });
}

async function press(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`the page does not show ${target.toString()}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 16 });
  await pause(250);
  await target.click();
}

/**
 * Places the rivals' initial bids. Returns a function that places a live bid of the last rival. That bid outbids the
 * filmed bidder.
 */
async function rivalsBid({ baseUrl }: Stage, id: string): Promise<() => Promise<unknown>> {
  let last: () => Promise<unknown> = () => Promise.resolve();
  for (const { username, price, quantity } of RIVALS) {
    const rival: Visitor = createVisitor(baseUrl, username, DEMO_PASSWORD);
    const { items } = await rival.call(getAuctionAsUser, { params: { id } });
    const auctionItemId = items[0]?.auctionItemId ?? '';
    const bid: BidInput = { auctionItemId, price, quantity, bidderPartialFulfillment: true };
    const placed = await rival.call(placeInitialBids, { params: { id }, body: { bids: [bid] } });
    const bidId = placed.bids[0]?.bidId;
    last = () => rival.call(placeBid, { params: { id }, body: { ...bid, bidId, price: 5.3 } });
  }
  return last;
}
