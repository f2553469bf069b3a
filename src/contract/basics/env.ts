import * as z from 'zod/mini';
import { LANGUAGES } from '#domain/basics/language.ts';

export const VARIANTS = ['GLOBAL', 'TNBX'] as const;

/** What `/env` tells the browser (docs/rules.md#configuration): nothing of it is baked into the bundle. */
export const envSchema = z.strictObject({
  /** Of this release, as in package.json and in the API document. */
  version: z.string(),
  variant: z.enum(VARIANTS),
  brand: z.strictObject({
    name: z.string(),
    /** Titles per language. */
    title: z.strictObject({ en: z.string(), zh: z.string() }),
    /** For a dark ground; null where the name is written beside the icon instead. */
    logoUrl: z.nullable(z.string()),
    iconUrl: z.string(),
    primaryColor: z.string(),
  }),
  /** The language of the screens: until the reader chooses another one, where there is a choice. */
  language: z.enum(LANGUAGES),
  /**
   * The language choice is on the screens (docs/rules.md#variants: in variant GLOBAL only, unless a setting shows it).
   */
  hasLanguageChoice: z.boolean(),
  currency: z.enum(['USD', 'MYR']),
  apiBaseUrl: z.string(),
  identityBaseUrl: z.string(),
  clientId: z.string(),
  /** OpenID issuer: the one address under which a sign-in by authorization code works. */
  issuer: z.string(),
  /** Countries offered for phone numbers, ISO 3166, with their calling codes as `+60`. */
  phoneCountries: z.array(z.strictObject({ country: z.string(), code: z.string() })),
  /** A flag that is off hides menu and routes, and the server refuses the calls (docs/rules.md#configuration). */
  flags: z.strictObject({
    marketplace: z.boolean(),
    reverseAuction: z.boolean(),
    smsRequired: z.boolean(),
    tourGuide: z.boolean(),
    auctionRoomChart: z.boolean(),
  }),
  /** Path of the development outbox, or null in production mode. */
  outboxPath: z.nullable(z.string()),
  /** Usernames of demo people to sign in with, shown on the sign-in page of a demo; empty elsewhere. */
  demoPeople: z.array(z.strictObject({ username: z.string(), password: z.string(), does: z.string() })),
});
export type Env = z.output<typeof envSchema>;
