import { nowMs } from '#web/platform/clock/clock.ts';
import { readTokens } from '#web/platform/session/session.ts';
import { refreshTokens } from '#web/platform/session/tokens.ts';

/** A token is renewed this long before it expires, in ms. No bid then waits for a renewal. */
const AHEAD_MS = 60_000;
/** The length of an auction's last minutes, in ms. During this time, no token is renewed and no token expires. */
const CALM_MS = 5 * 60_000;
/**
 * Renewals before the last minutes happen at random times within this time, in ms. The pages of an auction then do not
 * all call at the same moment.
 */
const SPREAD_MS = 2 * 60_000;
/** A token should be valid for this time after the auction's end, in ms, for the last calls. */
const AFTER_MS = 60_000;
/** The shortest time between two renewals, in ms. This minimum also applies if a provider's tokens expire sooner. */
const AGAIN_MS = 15_000;

/**
 * Returns the wait before a token is renewed, in ms. `leftMs` is the time until it expires, `untilEndMs` the time until
 * the auction ends. `spread` is a random number from 0 to 1.
 */
export function renewInMs(token: { leftMs: number; untilEndMs: number; spread: number }): number {
  const { leftMs, untilEndMs, spread } = token;
  const usual = leftMs - AHEAD_MS;
  const calmFrom = untilEndMs - CALM_MS;
  const lasts = untilEndMs < 0 || leftMs > untilEndMs + AFTER_MS;
  return Math.max(0, lasts ? usual : Math.min(usual, calmFrom - spread * SPREAD_MS));
}

/**
 * Renews the session's tokens before they expire, and before the last minutes of the auction. Returns a function that
 * stops the renewals.
 */
export function renewAhead(endMs: number): () => void {
  const spread = Math.random();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const plan = (atLeastMs: number): void => {
    const tokens = readTokens();
    if (isStopped || !tokens?.refreshToken || tokens.expiresAtMs === undefined) return;
    const leftMs = tokens.expiresAtMs - Date.now();
    const waitMs = renewInMs({ leftMs, untilEndMs: endMs - nowMs(), spread });
    timer = setTimeout(() => void renew(tokens.accessToken), Math.max(atLeastMs, waitMs));
  };
  const renew = async (stale: string): Promise<void> => {
    // If no response came, there is time for another attempt. A refusal is final; the next call reports it.
    const isRenewed = await refreshTokens(stale).catch(() => undefined);
    if (isRenewed !== false) plan(AGAIN_MS);
  };
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
