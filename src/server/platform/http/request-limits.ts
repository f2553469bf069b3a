import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '#server/platform/http/address-of.ts';
import type { CallCounts } from '#server/platform/http/call-counts.ts';
import { Refused } from '#server/platform/http/refused.ts';

type Limit = { readonly isChange?: true; readonly path: RegExp; readonly perMinute: number };

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requests per minute from one address to one route; the first limit that matches the route applies. Several hundred
 * people of one office can sign in at the same time, behind one address, without reaching the limits. Guessing is
 * stopped far earlier, by lockouts after failures and by the attempt limit of a one-time code.
 */
const LIMITS: readonly Limit[] = [
  // Each of these calls sends a message to somebody.
  {
    path: /^\/api\/(auth|profile)\/(register|first-administrator|forgot-password|add-phone-number|phone-number|resend-[\w-]+)$/,
    perMinute: 60,
  },
  { path: /^\/connect\/interaction\/:uid\/resend-code$/, perMinute: 60 },
  // Stops guesses of statement numbers long before a guess is correct.
  { path: /\/retirements\/:number$/, perMinute: 60 },
  // A link with a token needs no caller, so the address is all that can be limited. Calendar services read many links.
  { path: /\/calendar\/:token\.ics$/, perMinute: 300 },
  // Files of the log, which caches may keep. A watcher that begins reads two tiles for 256 entries.
  { path: /^\/log\//, perMinute: 1_200 },
  // A list for anyone, which the page reads once.
  { path: /\/public-auctions$/, perMinute: 600 },
  // Calls with passwords, one-time codes or tokens. Hashing a password costs as much as a hundred reads.
  { isChange: true, path: /^\/(connect|api)\//, perMinute: 600 },
  { path: /^\/(connect|api|\.well-known)\//, perMinute: 1_200 },
];
const OTHERS_PER_MINUTE = 6_000;

const MINUTE_MS = 60_000;

/** Limits every route registered after this call. Excess requests are refused with `too_many_requests`. */
export async function registerLimits(app: FastifyInstance, counts: CallCounts): Promise<void> {
  app.addHook('onRoute', (route) => {
    const max = perMinuteOf([route.method].flat(), route.url);
    route.config = { ...route.config, rateLimit: { max, timeWindow: MINUTE_MS } };
  });
  await app.register(rateLimit, { keyGenerator: addressOf, store: storeOf(counts) });
}

/** Returns the class by which the limits of a route count. The place of a count is the route and the caller. */
function storeOf(counts: CallCounts) {
  return class Store implements FastifyRateLimitStore {
    readonly #route: string;
    constructor(_options: unknown, route = '') {
      this.#route = route;
    }
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs = MINUTE_MS, max = Infinity): void {
      done(null, counts.count(`${this.#route} ${key}`, { windowMs, max }));
    }
    // The plugin passes the route, which its types do not know.
    child(options: object): Store {
      const { routeInfo } = options as { readonly routeInfo?: { readonly method: unknown; readonly url: string } };
      return new Store({}, `${String(routeInfo?.method)} ${routeInfo?.url}`);
    }
  };
}

/** The maximum number of calls per API key and minute. The limits per address apply as well. */
export const CALLS_BY_KEY_PER_MINUTE = 600;

/** Limits the calls of an API key. The reply's headers tell how many calls are left, or when to try again. */
export type LimitKey = (apiKeyId: string, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Returns the limit for API keys of a server with `registerLimits`.
 * @throws Refused too_many_requests above the limit
 */
export function limitKeys(app: FastifyInstance): LimitKey {
  const keys = new WeakMap<FastifyRequest, string>();
  const count = app.createRateLimit({
    max: CALLS_BY_KEY_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => keys.get(request) ?? '',
  });
  return async (apiKeyId, request, reply) => {
    keys.set(request, apiKeyId);
    const limit = await count(request);
    if (limit.isAllowed) return;
    void reply.headers({
      'x-ratelimit-limit': limit.max,
      'x-ratelimit-remaining': limit.remaining,
      'x-ratelimit-reset': limit.ttlInSeconds,
    });
    if (!limit.isExceeded) return;
    void reply.header('retry-after', limit.ttlInSeconds);
    throw new Refused('too_many_requests');
  };
}

function perMinuteOf(methods: readonly string[], path: string): number {
  const isChange = !methods.every((method) => READING.has(method));
  const limit = LIMITS.find((one) => one.path.test(path) && (isChange || !one.isChange));
  return limit?.perMinute ?? OTHERS_PER_MINUTE;
}
