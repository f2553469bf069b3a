import { nowMs } from '#web/platform/clock/clock.ts';
import { readTokens } from '#web/platform/session/session.ts';
import { refreshTokens } from '#web/platform/session/tokens.ts';

/** A token is renewed so long before it expires: no bid has to wait for that. */
const AHEAD_MS = 60_000;
/** The last minutes of an auction, in which nothing is renewed and nothing expires. */
const CALM_MS = 5 * 60_000;
/** Pages of one auction don't all ask at the same moment. */
const SPREAD_MS = 2 * 60_000;
/** So long after the end a token should last, for the last answers. */
const AFTER_MS = 60_000;
/** At most so often, whatever a provider says of its tokens. */
const AGAIN_MS = 15_000;

/** How long to wait before the token that has `leftMs` to live is renewed, in an auction that ends in `untilEndMs`. */
export function renewInMs(token: { leftMs: number; untilEndMs: number; spread: number }): number {
  const { leftMs, untilEndMs, spread } = token;
  const usual = leftMs - AHEAD_MS;
  const calmFrom = untilEndMs - CALM_MS;
  const lasts = untilEndMs < 0 || leftMs > untilEndMs + AFTER_MS;
  return Math.max(0, lasts ? usual : Math.min(usual, calmFrom - spread * SPREAD_MS));
}

/** Keeps the session's tokens renewed until the function that comes back is called. */
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
    // No answer now: there is time to try again. A refusal is final, and the next call says so.
    const isRenewed = await refreshTokens(stale).catch(() => undefined);
    if (isRenewed !== false) plan(AGAIN_MS);
  };
  plan(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
