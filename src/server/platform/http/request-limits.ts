import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '#server/platform/http/address-of.ts';

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
    path: /^\/api\/(auth|profile)\/(register|forgot-password|add-phone-number|phone-number|resend-[\w-]+)$/,
    perMinute: 60,
  },
  { path: /^\/connect\/interaction\/:uid\/resend-code$/, perMinute: 60 },
  // Stops guesses of statement numbers long before a guess is correct.
  { path: /\/retirements\/:number$/, perMinute: 60 },
  // Calls with passwords, one-time codes or tokens. Hashing a password costs as much as a hundred reads.
  { isChange: true, path: /^\/(connect|api)\//, perMinute: 600 },
  { path: /^\/(connect|api|\.well-known)\//, perMinute: 1_200 },
];
const OTHERS_PER_MINUTE = 6_000;

const MINUTE_MS = 60_000;
/** Maximum number of addresses that are remembered per route. */
const ADDRESSES_MAX = 20_000;

/** Limits every route registered after this call. Excess requests are refused with `too_many_requests`. */
export async function registerLimits(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const max = perMinuteOf([route.method].flat(), route.url);
    route.config = { ...route.config, rateLimit: { max, timeWindow: MINUTE_MS, cache: ADDRESSES_MAX } };
  });
  await app.register(rateLimit, { keyGenerator: addressOf });
}

function perMinuteOf(methods: readonly string[], path: string): number {
  const isChange = !methods.every((method) => READING.has(method));
  const limit = LIMITS.find((one) => one.path.test(path) && (isChange || !one.isChange));
  return limit?.perMinute ?? OTHERS_PER_MINUTE;
}
