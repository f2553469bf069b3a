import { nowMs } from '#web/platform/clock/clock.ts';
import { readTokens } from '#web/platform/session/session.ts';
import { refreshTokens } from '#web/platform/session/tokens.ts';

/** A token is renewed this long before it expires, so that no bid has to wait for a renewal. */
const AHEAD_MS = 60_000;
/** The last minutes of an auction. No token is renewed or expires in them. */
const CALM_MS = 5 * 60_000;
/** Spreads the renewals, so that the pages of one auction do not all ask at the same moment. */
const SPREAD_MS = 2 * 60_000;
/** A token should last this long after the end, for the last answers. */
const AFTER_MS = 60_000;
/** The shortest time between two renewals, even if a provider's tokens live shorter. */
const AGAIN_MS = 15_000;

/**
 * Returns the wait in ms before a token is renewed. `leftMs`: until it expires; `untilEndMs`: until the auction ends;
 * `spread`: random, 0 to 1.
 */
export function renewInMs(token: { leftMs: number; untilEndMs: number; spread: number }): number {
  const { leftMs, untilEndMs, spread } = token;
  const usual = leftMs - AHEAD_MS;
  const calmFrom = untilEndMs - CALM_MS;
  const lasts = untilEndMs < 0 || leftMs > untilEndMs + AFTER_MS;
  return Math.max(0, lasts ? usual : Math.min(usual, calmFrom - spread * SPREAD_MS));
}

/** Keeps the session's tokens renewed. Returns a function that stops this. */
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
    // Without an answer, there is time to try again. A refusal is final, and the next call reports it.
    const isRenewed = await refreshTokens(stale).catch(() => undefined);
    if (isRenewed !== false) plan(AGAIN_MS);
  };
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
