import type { Env } from '#contract/basics/env.ts';
import type { Language } from '#domain/basics/language.ts';
import { API_BASE, CLIENT_ID, issuerOf, type Config } from '#server/platform/config/config.ts';
import { phoneCountriesOf, STANDARD_CHOICES, type PlatformChoices } from '#server/platform/config/config-choices.ts';
import { firstLanguageOf } from '#server/platform/config/config-languages.ts';
import { VERSION } from '#server/platform/config/version.ts';

/** Returns the reply of `/env` (docs/rules.md#configuration). The composition root passes the demo people. */
export function publicEnvironment(
  config: Config,
  demoPeople: Env['demoPeople'],
  browserLanguage: Language = 'en',
  { regions, businessTypes, feeNames }: PlatformChoices = STANDARD_CHOICES,
) {
  return {
    version: VERSION,
    variant: config.VARIANT,
    brand: config.brand,
    ...firstLanguageOf(config, browserLanguage),
    get currency() {
      return config.currency;
    },
    apiBaseUrl: API_BASE,
    identityBaseUrl: '',
    clientId: CLIENT_ID,
    issuer: issuerOf(config),
    phoneCountries: phoneCountriesOf(config, regions),
    // The contract's types are not read-only.
    regions: regions as Env['regions'],
    businessTypes: businessTypes as Env['businessTypes'],
    feeNames,
    flags: {
      marketplace: config.FLAG_MARKETPLACE,
      reverseAuction: config.FLAG_REVERSE_AUCTION,
      smsRequired: config.FLAG_SMS_REQUIRED,
      tourGuide: config.FLAG_TOUR_GUIDE,
      auctionRoomChart: config.FLAG_AUCTION_ROOM_CHART,
      publicAuctions: config.FLAG_PUBLIC_AUCTIONS,
    },
    outboxPath: config.isProduction ? null : '/development/outbox',
    demoPeople,
  };
}
