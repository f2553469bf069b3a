import { isIP } from 'node:net';
import * as z from 'zod';
import { readDatabaseHosts } from '#server/platform/database/database-hosts.ts';

/**
 * A setting that is on or off. As for each type in this file, the description tells the operator what a valid value is.
 */
export const onOff = z
  .stringbool({ truthy: ['on', 'true', '1', 'yes'], falsy: ['off', 'false', '0', 'no'] })
  .describe('on or off');

const urlOf = (protocol: RegExp, right: string) => z.url({ protocol }).optional().describe(right);

export const postgresUrl = z
  .string()
  .superRefine((url, { addIssue }) => {
    try {
      readDatabaseHosts(url);
    } catch (error) {
      addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    }
  })
  .optional()
  .describe('postgres://USER:PASSWORD@HOST:5432/DATABASE, or several hosts separated by commas');
export const mailServer = urlOf(/^smtps?$/, 'smtps://USER:PASSWORD@HOST, or smtp://…');
export const webAddress = urlOf(/^https?$/, 'an address that begins with https:// (or http://)');

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns whether an address is on this machine. The whole host must match, not only its beginning. */
export const isLocal = (address: string): boolean =>
  URL.canParse(address) && LOCAL_HOSTS.has(new URL(address).hostname);

export const secretKey = z
  .string()
  .min(32)
  .optional()
  .describe('at least 32 characters, for example from `openssl rand -hex 32`');

const KNOWN_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];
const BITS_MAX = { 4: 32, 6: 128 } as const;

/** Accepts an address, a subnet, or one of the known names. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version !== 4 && version !== 6) return KNOWN_PROXIES.includes(text);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= BITS_MAX[version]));
}

export const trustedProxies = z
  .string()
  .refine((list) => list.split(',').every((one) => isProxy(one.trim())), 'not a list of proxies')
  .or(z.literal(''))
  .default('')
  .describe(`addresses and subnets, separated by commas, or ${KNOWN_PROXIES.join(', ')}`);

const SMS = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const;
type SmsSettings = { readonly [name in (typeof SMS)[number] | 'SMS_URL']?: string | undefined };

/** Returns the SMS settings that are missing: a gateway needs an account, a token and a sender. */
export function smsFaults(values: SmsSettings): string[] {
  if (values.SMS_URL === undefined) return [];
  return SMS.filter((name) => values[name] === undefined).map((name) => `${name} is missing: SMS_URL requires it`);
}
