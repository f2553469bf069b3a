import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { AuctionId } from '#domain/basics/ids.ts';
import { expect, test, type World } from '../world.ts';

/**
 * A value of the countdown, in whole seconds, and the time when it first appeared. The time is by this machine's clock,
 * which the database uses too.
 */
type CountdownReading = { readonly atMs: number; readonly seconds: number };

const DAY_MS = 86_400_000;
/** The shortest and the longest delay of each direction, in ms: a round trip takes 150 to 450 ms. */
const WAY_MS = [75, 225] as const;
const TICKS = 12;
const ERROR_MS_MAX = 100;

test('a countdown is right on a slow connection, and with a PC clock a day late or early', async ({
  world,
  signIn,
}) => {
  const { auctionId } = await world.auction({});
  const endsAtMs = await endOf(world, auctionId);
  const measure = async (offMs: number): Promise<void> => {
    const page = await signIn(await world.person({ role: 'Admin' }));
    await page.addInitScript(setClockWrong, offMs);
    await slowDown(page);
    await page.goto(`/admin/auction/${auctionId}`);
    await expect(page.getByText(/^±\d+ ms$/)).toBeVisible();
    // The page measures the clock five times while it is being drawn, which delays the answers. Two more measurements
    // follow.
    await page.waitForTimeout(6_000);
    const shown = await page.getByRole('timer').first().evaluate(watchCountdown, TICKS);
    const errorsMs = shown.map(({ atMs, seconds }) => atMs - (endsAtMs - seconds * 1_000));
    const worstMs = errorsMs.toSorted((a, b) => Math.abs(a) - Math.abs(b));
    console.log(JSON.stringify({ offMs, errorsMs: errorsMs.map(Math.round) }));
    // Half of the values must be accurate. The others may be late, because a browser without CPU time draws late.
    expect(Math.abs(worstMs[TICKS / 2] ?? Number.NaN)).toBeLessThanOrEqual(ERROR_MS_MAX);
  };
  // Both measurements mostly wait, so they run in parallel.
  await Promise.all([measure(-DAY_MS), measure(DAY_MS)]);
});

/** Returns an auction's end in ms since 1970. Like a real end, it is rarely at a full second. */
async function endOf({ database }: World, auctionId: AuctionId): Promise<number> {
  const wanted = database.db.selectFrom('auction').select('auction_end_time').where('id', '=', auctionId);
  return (await wanted.executeTakeFirstOrThrow()).auction_end_time.getTime();
}

/** Runs in the page before all other code. Moves the PC's clock by `offMs`, without changing its speed. */
function setClockWrong(offMs: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, asked) =>
      Reflect.construct(real, given.length === 0 ? [real.now() + offMs] : given, asked) as Date,
    get: (real, name) => (name === 'now' ? () => real.now() + offMs : Reflect.get(real, name)),
  });
}

/** Delays every message of the room's socket, in each direction separately and in order. */
async function slowDown(page: Page): Promise<void> {
  await page.routeWebSocket(/\/client\/hubs\//, (near) => {
    const far = near.connectToServer();
    near.onMessage(inOrder((message) => far.send(message)));
    far.onMessage(inOrder((message) => near.send(message)));
  });
}

function inOrder(pass: (message: string | Buffer) => void): (message: string | Buffer) => void {
  let before = Promise.resolve();
  return (message) => {
    const held = pause(randomInt(WAY_MS[0], WAY_MS[1] + 1));
    before = Promise.all([before, held]).then(() => pass(message));
  };
}

/** Runs in the page. Returns the next changes of a countdown, with times by a browser clock that nobody can set. */
function watchCountdown(countdown: Element, ticks: number): Promise<CountdownReading[]> {
  const secondsShown = (): number =>
    [...countdown.children].reduce((total, part) => total * 60 + Number.parseInt(part.textContent, 10), 0);
  return new Promise((resolve) => {
    const shown: CountdownReading[] = [];
    let last = secondsShown();
    const observer = new MutationObserver(() => {
      const seconds = secondsShown();
      if (seconds === last) return;
      last = seconds;
      shown.push({ atMs: performance.timeOrigin + performance.now(), seconds });
      if (shown.length < ticks) return;
      observer.disconnect();
      resolve(shown);
    });
    observer.observe(countdown, { characterData: true, childList: true, subtree: true });
  });
}
