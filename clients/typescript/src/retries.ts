import { pause } from './pause.ts';

export type RetryOptions = {
  /** How often a failed call is repeated. */
  readonly retries: number;
  /** The longest wait before the first repetition, in ms. It doubles with each one. The wait is a random part of it. */
  readonly delayMs: number;
  /** The longest wait before any repetition, in ms. If `Retry-After` asks for more, the call is not repeated. */
  readonly delayMsMax: number;
};

export const RETRIES: RetryOptions = { retries: 4, delayMs: 500, delayMsMax: 60_000 };

/** Statuses of servers that cannot answer now: too many calls, and a gateway or a server that is not ready. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export const KEY_HEADER = 'Idempotency-Key';

/**
 * Returns a `fetch` that repeats a request after a failed connection and after a passing refusal. A request that changes
 * something is repeated only if it has an `Idempotency-Key`, because its answer may be what was lost.
 */
export function withRetries(send: typeof fetch, { retries, delayMs, delayMsMax }: RetryOptions) {
  return async (request: Request): Promise<Response> => {
    const isRepeatable = SAFE.has(request.method) || request.headers.has(KEY_HEADER);
    for (let repeated = 0; ; repeated += 1) {
      const isLast = !isRepeatable || repeated >= retries;
      // The random wait keeps clients apart that were refused at the same time.
      let waitMs = Math.random() * Math.min(delayMs * 2 ** repeated, delayMsMax);
      try {
        const response = await send(isLast ? request : request.clone());
        const askedMs = (retryAfterSeconds(response) ?? 0) * 1000;
        if (isLast || !PASSING.has(response.status) || askedMs > delayMsMax) return response;
        waitMs += askedMs;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
      }
      await pause(waitMs, request.signal);
    }
  };
}

/** Returns the seconds of `Retry-After`, which is a number or a date. */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
