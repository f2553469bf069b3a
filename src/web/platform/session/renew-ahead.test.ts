import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewInMs } from '#web/platform/session/renew-ahead.ts';
import { aBrowser } from '#testing/world/browser.ts';

const MINUTE_MS = 60_000;
const LIFE_MS = 10 * MINUTE_MS;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Returns the times of all renewals and the time when the last token expires, in ms before the auction's end. The page
 * opens `openedMs` before the end.
 */
function follow(openedMs: number, leftMs: number, spread: number) {
  const renewals: number[] = [];
  let [untilEndMs, left] = [openedMs, leftMs];
  for (;;) {
    const waitMs = renewInMs({ leftMs: left, untilEndMs, spread });
    if (waitMs > untilEndMs) return { renewals, expiresMs: untilEndMs - left };
    untilEndMs -= waitMs;
    // The token was renewed before it expired.
    expect(left - waitMs).toBeGreaterThanOrEqual(0);
    renewals.push(untilEndMs);
    left = LIFE_MS;
  }
}

describe('on a page that is open when the last five minutes begin', () => {
  it('no token expires or is renewed until the end', () => {
    const opened = fc.integer({ min: 5 * MINUTE_MS, max: 3 * 60 * MINUTE_MS });
    const left = fc.integer({ min: 0, max: LIFE_MS });
    const spread = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(opened, left, spread, (openedMs, leftMs, spreadAt) => {
        const { renewals, expiresMs } = follow(openedMs, leftMs, spreadAt);
        expect(expiresMs).toBeLessThan(0);
        expect(Math.min(...renewals, openedMs)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
        // The renewals are as many as the token's lifetime requires, or at most two more.
        expect(renewals.length).toBeLessThanOrEqual(openedMs / (9 * MINUTE_MS) + 2);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a page opened later renews immediately if its token would expire before the end', () => {
  expect(renewInMs({ leftMs: 2 * MINUTE_MS, untilEndMs: 3 * MINUTE_MS, spread: 1 })).toBe(0);
  expect(renewInMs({ leftMs: 9 * MINUTE_MS, untilEndMs: 3 * MINUTE_MS, spread: 1 })).toBe(8 * MINUTE_MS);
});

it('after the end tokens are renewed as usual', () => {
  expect(renewInMs({ leftMs: 9 * MINUTE_MS, untilEndMs: -MINUTE_MS, spread: 1 })).toBe(8 * MINUTE_MS);
});

/**
 * A tab in a room, with a clock that the test moves. `asked` has the time of each exchange in ms before the auction's
 * end.
 */
async function inRoom(lastsMs: number, answer: (tries: number) => Response) {
  const endMs = Date.now() + lastsMs;
  const asked: number[] = [];
  const browser = aBrowser(() => {
    asked.push(endMs - Date.now());
    return answer(asked.length);
  });
  const tab = await browser.openTab();
  tab.session.keepTokens({ accessToken: 'a-0', refreshToken: 'r-0', expiresAtMs: Date.now() + LIFE_MS });
  const stop = tab.renewAhead(endMs);
  return { asked, stop, leftMs: () => (tab.session.readTokens()?.expiresAtMs ?? 0) - Date.now() };
}

const renewed = (tries: number) =>
  Response.json({ access_token: `a-${tries}`, refresh_token: `r-${tries}`, expires_in: LIFE_MS / 1_000 });

it('in a room of one hour the token is renewed ahead, and valid throughout the last five minutes', async () => {
  const { asked, stop, leftMs } = await inRoom(60 * MINUTE_MS, renewed);
  for (let second = 0; second < 3_600; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    expect(leftMs()).toBeGreaterThan(30_000);
    if (second > 3_300) expect(leftMs()).toBeGreaterThan((3_600 - second) * 1_000);
  }
  expect(asked.length).toBeGreaterThan(5);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
  stop();
});

it('a failed exchange is tried again, a rejected one is not, and a closed room requests no more', async () => {
  const failing = await inRoom(60 * MINUTE_MS, (tries) =>
    tries < 3 ? new Response('', { status: 503 }) : renewed(tries),
  );
  await vi.advanceTimersByTimeAsync(LIFE_MS);
  expect(failing.asked).toHaveLength(3);
  failing.stop();
  await vi.advanceTimersByTimeAsync(LIFE_MS);
  expect(failing.asked).toHaveLength(3);
  const left = await inRoom(60 * MINUTE_MS, (tries) => {
    left.stop();
    return renewed(tries);
  });
  await vi.advanceTimersByTimeAsync(3 * LIFE_MS);
  expect(left.asked).toHaveLength(1);
  const refused = await inRoom(60 * MINUTE_MS, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  await vi.advanceTimersByTimeAsync(2 * LIFE_MS);
  expect(refused.asked).toHaveLength(1);
});
