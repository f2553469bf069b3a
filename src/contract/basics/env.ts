import * as z from 'zod/mini';
import { businessTypesSchema, feeNamesSchema, regionsSchema } from '#contract/platform-setting/choices.ts';
import type { Language } from '#domain/basics/language.ts';

export const VARIANTS = ['GLOBAL', 'TNBX'] as const;

/** The reply of `/env` to the browser (docs/rules.md#configuration). The bundle contains none of these values. */
export const envSchema = z.strictObject({
  /** Version of this release, as in package.json and in the API document. */
  version: z.string(),
  variant: z.enum(VARIANTS),
  brand: z.strictObject({
    name: z.string(),
    /** Titles per language. */
    title: z.strictObject({ en: z.string(), zh: z.string() }),
    /** Logo for a dark background. Null if the name is written beside the icon instead. */
    logoUrl: z.nullable(z.string()),
    iconUrl: z.string(),
    primaryColor: z.string(),
  }),
  /** Language of the screens until the reader selects another one. */
  language: z.string(),
  /** Languages on offer. */
  languages: z.array(z.string()),
  /**
   * Whether screens offer a choice of language. Always true in variant GLOBAL. In other variants, a setting turns the
   * choice on (docs/rules.md#variants).
   */
  hasLanguageChoice: z.boolean(),
  /** The ISO 4217 code of the currency of all prices and amounts (docs/rules.md#currency). */
  currency: z.string(),
  apiBaseUrl: z.string(),
  identityBaseUrl: z.string(),
  clientId: z.string(),
  /** OpenID issuer: the only address at which a sign-in by authorization code works. */
  issuer: z.string(),
  /** Countries offered for phone numbers, as ISO 3166 codes, with calling codes such as `+60`. */
  phoneCountries: z.array(z.strictObject({ country: z.string(), code: z.string() })),
  /** Countries of new companies with their provinces, and phone countries that replace those of the deployment. */
  regions: regionsSchema,
  /** Roles in the market that a company can choose. */
  businessTypes: businessTypesSchema,
  /** Names of the fees that replace those of Greenlot. */
  feeNames: feeNamesSchema,
  /**
   * Feature flags. A flag that is off hides menu and routes, and the server refuses the calls
   * (docs/rules.md#configuration).
   */
  flags: z.strictObject({
    marketplace: z.boolean(),
    reverseAuction: z.boolean(),
    smsRequired: z.boolean(),
    tourGuide: z.boolean(),
    auctionRoomChart: z.boolean(),
    publicAuctions: z.boolean(),
  }),
  /** Path of the development outbox. Null in production mode. */
  outboxPath: z.nullable(z.string()),
  /** Demo people to sign in with, shown on the sign-in page of a demo. Empty elsewhere. */
  demoPeople: z.array(z.strictObject({ username: z.string(), password: z.string(), does: z.string() })),
});
export type Env = Omit<z.output<typeof envSchema>, 'language' | 'languages'> & {
  readonly language: Language;
  readonly languages: Language[];
};
