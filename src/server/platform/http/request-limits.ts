import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '#server/platform/http/address-of.ts';

type Limit = { readonly isChange?: true; readonly path: RegExp; readonly perMinute: number };

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requests a minute that one address may make of one route; the first line that fits holds. An office of several hundred
 * people that signs in at once behind one address stays below; who guesses is stopped far earlier, by the rests after
 * failures and the tries of a code.
 */
const LIMITS: readonly Limit[] = [
  // Each sends somebody a message.
  {
    path: /^\/api\/(auth|profile)\/(register|forgot-password|add-phone-number|phone-number|resend-[\w-]+)$/,
    perMinute: 60,
  },
  { path: /^\/connect\/interaction\/:uid\/resend-code$/, perMinute: 60 },
  // Whoever tries numbers of statements is stopped long before one is found.
  { path: /\/retirements\/:number$/, perMinute: 60 },
  // Passwords, codes, tokens: a hash of a password costs what a hundred reads cost.
  { isChange: true, path: /^\/(connect|api)\//, perMinute: 600 },
  { path: /^\/(connect|api|\.well-known)\//, perMinute: 1_200 },
];
const OTHERS_PER_MINUTE = 6_000;

const MINUTE_MS = 60_000;
/** Addresses that each route remembers. */
const ADDRESSES_MAX = 20_000;

/** Limits every route that is registered after this; a request too many is refused with `too_many_requests`. */
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
