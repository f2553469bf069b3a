import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps, issuerOf, type Config } from '#server/platform/config/config.ts';

/** What no page of ours uses, nor any that it would be led to ask for. */
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
 * Headers of every answer that is registered after this (decision 45). What says nothing of how long it may be kept is kept
 * nowhere: most answers are somebody's own.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, policiesOf(config));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'permissions-policy': PERMISSIONS, 'cache-control': 'no-store' });
  });
}

const YEAR_SECONDS = 31_536_000;

/** A strict policy: our own scripts only; styles also inline, which the component library writes at run time. */
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
        // Browsers that don't count a socket of the same host as the page's own are told its address.
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
