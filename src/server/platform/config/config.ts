import { isAbsolute, join, resolve } from 'node:path';
import { isSupportedCountry } from 'libphonenumber-js/min';
import * as z from 'zod';
import { VARIANTS } from '#contract/basics/env.ts';
import { BASE_LANGUAGES, type Language } from '#domain/basics/language.ts';
import { TIME_ZONE } from '#domain/platform-setting/time-zone.ts';
import { languageFaults, languageSettings } from '#server/platform/config/config-languages.ts';
import { brandFaults, brandOf, brandSettings } from '#server/platform/config/brand.ts';
import { fileFaults, fileSettings } from '#server/platform/config/config-files.ts';
import { CURRENCIES_OF_VARIANTS } from '#server/platform/config/config-choices.ts';
import { cookieFaults } from '#server/platform/config/config-cookies.ts';
import { clientList, identityFaults } from '#server/platform/config/config-identity.ts';
import {
  isLocal,
  mailServer,
  onOff,
  secretKey,
  smsFaults,
  trustedProxies,
  webAddress,
} from '#server/platform/config/config-values.ts';
import { databaseFaults, databaseSettings } from '#server/platform/config/config-database.ts';
import {
  authorityFaults,
  authoritySettings,
  registryFaults,
  registrySettings,
} from '#server/platform/config/config-registry.ts';
import { logSettings } from '#server/platform/config/config-log.ts';
import { outageRuleOf, outageSettings } from '#server/platform/config/config-outage.ts';
import { traceSettings } from '#server/platform/config/config-traces.ts';
import { LOG_LEVELS } from '#server/platform/telemetry/request-log.ts';
import { readSettings, WrongConfiguration, type Environment } from '#server/platform/config/read-settings.ts';

/** Schema of all environment settings. With an invalid value, the process reports the fault and does not start. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('a port from 0 to 65535, such as 3000'),
  HOST: z.string().default('127.0.0.1'),
  VARIANT: z.enum(VARIANTS).default('TNBX').describe(VARIANTS.join(' or ')),
  ...databaseSettings,
  /** Folder of the embedded database and uploads. */
  GREENLOT_DATA: z.string().default('.data'),
  /** Address at which browsers reach this deployment; also the OpenID issuer. */
  PUBLIC_URL: webAddress,
  /**
   * Trusted proxies, whose `X-Forwarded-For` we believe: addresses, subnets, or `loopback`, `linklocal`, `uniquelocal`.
   * Without a proxy this setting must be empty; otherwise any client could claim any address.
   */
  TRUST_PROXY: trustedProxies,
  /**
   * Seconds to keep answering after SIGTERM, so that load balancers notice. The default is 5 in production and 0
   * otherwise.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  /** Seconds after which the shutdown is forced, even if work is still in progress. */
  STOP_SECONDS: z.coerce.number().min(1).max(600).default(25),
  ...outageSettings,
  /** Port of `/metrics` for Prometheus; unset means no metrics. Only monitoring machines should reach it. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional().describe('a port, such as 9464'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ...traceSettings,
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('production, development or test'),
  /** Lowest logged level. `info` logs each request. Default: `info` in production, `warn` in development, else none. */
  LOG_LEVEL: z.enum(LOG_LEVELS).optional().describe(LOG_LEVELS.join(', ')),
  /** Creates demo companies and people. Default outside production: on, if DATABASE_URL and OIDC_ISSUER are not set. */
  DEMO: onOff.optional(),
  /**
   * Key for hashing, encrypting and signing. Required in production; elsewhere the default is a key in the database.
   */
  SECRET_KEY: secretKey,
  /** The previous SECRET_KEY during a key change. Text that this key encrypted or signed is still accepted. */
  SECRET_KEY_BEFORE: secretKey,
  /** Cookie domain, if narrower than the whole registrable domain of PUBLIC_URL (variant GLOBAL). */
  COOKIE_DOMAIN: z.string().optional(),
  /** Other OpenID clients that may sign people in here, as JSON: `[{ client_id, name, redirect_uris, … }]`. */
  CLIENTS: clientList.default([]),
  /** An external OpenID provider that signs people in instead of our own pages (variant GLOBAL). */
  OIDC_ISSUER: webAddress,
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /**
   * Maximum number of bidding calls per second by a person in one auction. After a pause, 20 times as many calls may
   * arrive at the same time.
   */
  BID_CALLS_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(5)
    .describe('a number from 1 to 10000, such as 5'),
  SMTP_URL: mailServer,
  /** Allows emails over an `smtp:` server without TLS, for a closed network. One-time codes can then be intercepted. */
  SMTP_PLAIN: onOff.default(false),
  /** Sender address. The default is the brand's name with a `no-reply` address at the host of PUBLIC_URL. */
  MAIL_FROM: z.string().includes('@').optional().describe('an address, such as Greenlot <no-reply@greenlot.example>'),
  SMS_URL: webAddress,
  SMS_ACCOUNT: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z.string().optional(),
  ...registrySettings,
  ...authoritySettings,
  ...logSettings,
  ...brandSettings,
  ...languageSettings,
  ...fileSettings,
  /**
   * Countries whose phone numbers are accepted, such as `MY,SG`. The default is all countries, or MY in variant TNBX
   * (docs/rules.md#variants).
   */
  PHONE_COUNTRIES: z
    .string()
    .transform((list) => list.split(',').map((country) => country.trim().toUpperCase()))
    .check(z.refine((countries) => countries.every((country) => isSupportedCountry(country)), 'not ISO 3166 countries'))
    .optional(),
  /** Allows webhooks to private addresses and without TLS, for tests and closed networks. */
  WEBHOOK_PRIVATE: onOff.default(false),
  FLAG_MARKETPLACE: onOff.default(true),
  FLAG_REVERSE_AUCTION: onOff.default(true),
  FLAG_SMS_REQUIRED: onOff.default(false),
  FLAG_TOUR_GUIDE: onOff.default(true),
  FLAG_AUCTION_ROOM_CHART: onOff.default(true),
  /** Shows public auctions to people who are not signed in (decision 125). */
  FLAG_PUBLIC_AUCTIONS: onOff.default(false),
});

const LOG_LEVELS_UNLESS_SAID = { test: 'silent', development: 'warn', production: 'info' } as const;

/** Names of all environment settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration. No other code reads the environment.
 * @throws WrongConfiguration that lists every problem
 */
export function readConfig(env: Environment = process.env) {
  const { values, faults, wrong } = readSettings(environment, env);
  const isProduction = values.NODE_ENV === 'production';
  const unfit = [
    ...identityFaults(values, CLIENT_ID),
    ...cookieFaults(values),
    ...brandFaults(values),
    ...languageFaults(values),
    ...fileFaults(values),
    ...databaseFaults(values),
    ...registryFaults(values),
    ...authorityFaults(values),
    ...(isProduction ? [...missingInProduction(values), ...smsFaults(values)] : []),
  ];
  if (values.SECRET_KEY_BEFORE !== undefined && values.SECRET_KEY === undefined)
    unfit.push('SECRET_KEY_BEFORE requires a SECRET_KEY that replaces it');
  const all = [...faults, ...unfit.filter((fault) => !wrong.has(/^\w+/.exec(fault)?.[0] ?? ''))];
  if (all.length > 0) throw new WrongConfiguration(all);
  const dataFolder = isAbsolute(values.GREENLOT_DATA) ? values.GREENLOT_DATA : resolve(values.GREENLOT_DATA);
  const isDemo =
    values.DEMO ?? (!isProduction && values.DATABASE_URL === undefined && values.OIDC_ISSUER === undefined);
  return {
    ...values,
    brand: brandOf(values),
    currency: CURRENCIES_OF_VARIANTS[values.VARIANT],
    /** The languages that an owner offers (decision 136). */
    languagesOnOffer: (): readonly Language[] => BASE_LANGUAGES,
    /** The time zone of the platform (decision 137). */
    timeZone: (): string => TIME_ZONE.zone,
    isProduction,
    isDemo,
    logLevel: values.LOG_LEVEL ?? LOG_LEVELS_UNLESS_SAID[values.NODE_ENV],
    outageRule: outageRuleOf(values, !isDemo),
    isTraced: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && !values.OTEL_SDK_DISABLED,
    drainSeconds: values.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    dataFolder,
    databaseFolder: join(dataFolder, 'database'),
    filesFolder: join(dataFolder, 'files'),
  };
}

/** Returns all production requirements that are missing. Without mail, for example, no one-time code arrives. */
function missingInProduction(values: z.output<typeof environment>): string[] {
  const isSafe = values.PUBLIC_URL === undefined || isHttps(values.PUBLIC_URL) || isLocal(values.PUBLIC_URL);
  const faults = {
    'SECRET_KEY is required in production: at least 32 random characters, for example from `openssl rand -hex 32`':
      values.SECRET_KEY === undefined,
    'PUBLIC_URL is required in production: the address for browsers, such as https://greenlot.example':
      values.PUBLIC_URL === undefined,
    'PUBLIC_URL must begin with https: in production, because cookies are not safe otherwise': !isSafe,
    'DEMO is not for production, because its passwords are public: set it to off': values.DEMO === true,
    'SMTP_URL is required in production: the mail server, such as smtps://USER:PASSWORD@HOST. Without it nobody gets the one-time code to sign in':
      values.SMTP_URL === undefined,
    'SMS_URL is required in production if FLAG_SMS_REQUIRED is on': values.FLAG_SMS_REQUIRED && !values.SMS_URL,
  };
  return Object.keys(faults).filter((fault) => faults[fault as keyof typeof faults]);
}

/** Returns this deployment's address for browsers, without a final slash. This address is also the OpenID issuer. */
export const issuerOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');

/** Whether browsers reach the deployment by https. Secure cookies and HSTS depend on it. */
export const isHttps = (issuer: string): boolean => issuer.startsWith('https:');

/** Path prefix of the auction API. It keeps the API apart from the web application's paths, such as /admin. */
export const API_BASE = '/auction-api';
/** Returns the path prefix of a service's routes: none for the identity service, `API_BASE` for the auction API. */
export const baseOf = ({ at }: { at: 'auction' | 'identity' }): string => (at === 'identity' ? '' : API_BASE);
/** The web application's client id at the identity service. */
export const CLIENT_ID = 'greenlot-web';
