import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps, issuerOf, type Config } from '#server/platform/config/config.ts';

/**
 * Browser features that our pages never use. They are disabled, so that foreign code in a page cannot use them either.
 */
const NOT_USED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = NOT_USED.map((name) => `${name}=()`).join(', ');

/**
 * Adds the security headers to the replies of all routes that are registered after this call (decision 91). A reply
 * that sets no cache time of its own is never stored, because most replies are personal.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, policiesOf(config));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'permissions-policy': PERMISSIONS, 'cache-control': 'no-store' });
  });
}

const YEAR_SECONDS = 31_536_000;

/** Returns a strict policy with our own scripts only. The component library needs inline styles at run time. */
function policiesOf(config: Config) {
  const issuer = issuerOf(config);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        // Some browsers do not count a socket of the same host as 'self', so its address is listed.
        connectSrc: ["'self'", new URL(issuer).origin.replace(/^http/, 'ws')],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' as const },
    frameguard: { action: 'deny' as const },
    strictTransportSecurity: isHttps(issuer) ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
  };
}
